// The memory of the maps of one view.
//
// It is an eighth of what the machine, the process and its control group have left (`MemoryGauge`), between
// what a large screen needs and a quarter of a gigabyte, and the maps that are shown share it in equal parts.
// When little memory is left, what is not shown leaves, and the limit falls. Pixels are counted once: a
// driver that draws on the processor has a copy of those that it draws.

import Maps
import Platform

/// The bytes that the tiles of all maps of a view may have.
@MainActor
public final class TileBudget {
    /// The bytes.
    public private(set) var limit: Int
    private let gauge: MemoryGauge
    private var lastLook = -Double.infinity

    /// Seconds between two looks at the memory that is left.
    private static let pause = 1.0
    /// With fewer bytes left than this there is little memory.
    static let little = 150_000_000

    /// A budget by the memory that is left.
    public init(gauge: MemoryGauge = .system) {
        self.gauge = gauge
        limit = Self.limit(room: gauge.room)
    }

    /// The bytes of tiles where this many are left.
    static func limit(room: Int) -> Int {
        min(max(room / 8, TileMemory<Int>.leastLimit), TileMemory<Int>.usualLimit)
    }

    /// Divides the bytes among the layers of a view; call it before they prepare a frame.
    ///
    /// Cost: a look at the memory that is left (20 to 80 microseconds) once in a second.
    public func share(among layers: [TileLayer], at time: Double) {
        if abs(time - lastLook) >= Self.pause {
            lastLook = time
            if gauge.room < Self.little {
                for layer in layers { layer.giveUpHidden() }
                let used = layers.reduce(0) { $0 + $1.usedBytes }
                limit = min(limit, max(used / 10 * 8, TileMemory<Int>.leastLimit))
            }
        }
        guard !layers.isEmpty else { return }
        for layer in layers { layer.share(limit / layers.count) }
    }
}
