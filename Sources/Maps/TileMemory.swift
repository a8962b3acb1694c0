// Which tiles of a map are in memory, within a number of bytes.
//
// Method: for each view the tiles that it needs are given in the order of their importance. What is missing
// is loaded: first the ancestors some zooms above, so that something is everywhere soon, and then the tiles
// themselves. A tile that is not there is shown by its four children or by its nearest ancestor; these
// stay as long as they are shown. What is not shown leaves when others need its room: first what has not
// been needed for longest, and of that the largest. Where even what is shown has no room, a tile is
// out of memory, and its ancestor is shown. Room is reserved when a tile begins to load, so the limit
// holds whenever tiles arrive.
// The states and their order are those of SimplestGPS, which had whole pictures in place of tiles.

/// The state of a tile of a map.
public enum TileState: String, CaseIterable, Hashable, Sendable {
    /// It was not asked for, or has left.
    case notLoaded
    /// It is being read.
    case loading
    /// It can be shown.
    case loaded
    /// It cannot be read, and is not asked for again.
    case cannotLoad
    /// There was no room for it.
    case outOfMemory

    /// Whether another state may follow.
    public func canBecome(_ next: TileState) -> Bool {
        switch self {
        case .notLoaded: next == .loading || next == .outOfMemory
        case .loading: next != .loading
        case .loaded: next == .notLoaded || next == .loading || next == .outOfMemory
        case .cannotLoad: false
        case .outOfMemory: next == .loading || next == .notLoaded
        }
    }
}

/// Tiles in memory, with a picture of some type for each.
public struct TileMemory<Picture> {
    /// A part of a tile that is shown in place of another one, or of itself.
    public struct Piece {
        /// The tile that is shown.
        public var number: TileNumber
        /// Its picture.
        public var picture: Picture
    }

    fileprivate struct Entry {
        var state = TileState.notLoaded
        /// The bytes of its picture, or those reserved for it.
        var bytes = 0
        var picture: Picture?
        /// The last view that showed or wanted it.
        var lastView: Int
    }

    /// The bytes that pictures may have.
    public private(set) var limit: Int
    /// The bytes of all pictures, and of those that are being loaded.
    public private(set) var used = 0
    /// The most that was used so far.
    public private(set) var peak = 0
    private var entries: [TileNumber: Entry] = [:]
    private var view = 0
    private var loading = 0

    /// Bytes: a quarter of a gigabyte, and what a large screen needs at least.
    public static var usualLimit: Int { 250_000_000 }
    /// No limit is smaller.
    public static var leastLimit: Int { 75_000_000 }

    /// No tiles, and a limit in bytes; a smaller one than the least is that.
    public init(limit: Int = usualLimit) { self.limit = max(limit, Self.leastLimit) }

    /// The state of a tile.
    public func state(of number: TileNumber) -> TileState { entries[number]?.state ?? .notLoaded }

    /// The number of tiles with a picture.
    public var count: Int { entries.values.count { $0.state == .loaded } }

    // MARK: Views

    /// Takes the tiles of a new view, the most important one first, and returns those that should be loaded
    /// now, in this order.
    ///
    /// - Parameters:
    ///   - size: the bytes that a tile will have, for the room that it needs.
    ///   - zooms: those that the map has.
    ///   - most: how many tiles are loaded at a time.
    public mutating func look(
        at wanted: [TileNumber], size: Int, zooms: ClosedRange<Int>, most: Int = 2
    ) -> [TileNumber] {
        view += 1
        for number in wanted {
            for piece in numbers(covering: number) { entries[piece]?.lastView = view }
        }
        let queue = queue(wanted, zooms)
        for number in queue { entries[number]?.lastView = view }
        var started: [TileNumber] = []
        for number in queue where loading < most {
            let state = state(of: number)
            guard state == .notLoaded || state == .outOfMemory else { continue }
            guard makeRoom(size) else {
                if state == .notLoaded { set(number, .outOfMemory) }
                break
            }
            set(number, .loading)
            entries[number]?.bytes = size
            entries[number]?.lastView = view
            entries[number]?.picture = nil
            use(size)
            loading += 1
            started.append(number)
        }
        forgetOld()
        return started
    }

    /// The tiles that a view should load: ancestors before what they stand for.
    private func queue(_ wanted: [TileNumber], _ zooms: ClosedRange<Int>) -> [TileNumber] {
        var queue: [TileNumber] = []
        var known: Set<TileNumber> = []
        for number in wanted where numbers(covering: number).isEmpty {
            // A tile of three zooms above is as large as a view.
            var ancestor = number
            for _ in 0..<3 {
                guard let parent = ancestor.parent, parent.zoom >= zooms.lowerBound else { break }
                ancestor = parent
            }
            if ancestor != number, known.insert(ancestor).inserted { queue.append(ancestor) }
        }
        for number in wanted {
            if known.insert(number).inserted { queue.append(number) }
            // Where there is no such tile, the nearest one above it is shown.
            var missing = number
            while state(of: missing) == .cannotLoad, let parent = missing.parent,
                parent.zoom >= zooms.lowerBound
            {
                if known.insert(parent).inserted { queue.append(parent) }
                missing = parent
            }
        }
        return queue
    }

    // MARK: Loading

    /// Takes the picture of a tile that was being loaded.
    ///
    /// One that no view wants any more stays if there is much room.
    public mutating func finish(_ number: TileNumber, _ picture: Picture, bytes: Int) {
        guard let entry = entries[number], entry.state == .loading else { return }
        endLoading(entry)
        let isWanted = entry.lastView == view
        guard isWanted || used + bytes <= limit / 10 * 7 else { return set(number, .notLoaded) }
        guard makeRoom(bytes) else { return set(number, .outOfMemory) }
        set(number, .loaded)
        entries[number]?.picture = picture
        entries[number]?.bytes = bytes
        use(bytes)
    }

    /// Records that a tile cannot be loaded.
    public mutating func fail(_ number: TileNumber) {
        guard let entry = entries[number], entry.state == .loading else { return }
        endLoading(entry)
        set(number, .cannotLoad)
    }

    private mutating func endLoading(_ entry: Entry) {
        used -= entry.bytes
        loading -= 1
    }

    /// Gives up what is not shown, and lowers the limit: the machine has little memory left.
    public mutating func lowerLimit() {
        limit = max(Self.leastLimit, used / 10 * 8)
        for (number, entry) in entries where entry.state == .loaded && entry.lastView != view {
            remove(number)
        }
        _ = makeRoom(0)
    }

    /// Takes another limit, which may be a part of the least one: several maps share it.
    ///
    /// What has no room leaves: first what is not shown, then the tiles of the greatest zooms, for which
    /// their ancestors are shown.
    public mutating func share(_ bytes: Int) {
        limit = bytes
        guard !makeRoom(0) else { return }
        let shown = entries.filter { $0.value.state == .loaded }.keys.sorted {
            ($0.zoom, $0.curveNumber) > ($1.zoom, $1.curveNumber)
        }
        for number in shown where used > limit {
            used -= entries[number]?.bytes ?? 0
            entries[number]?.picture = nil
            entries[number]?.bytes = 0
            set(number, .outOfMemory)
        }
    }

    /// Gives up all tiles: the map is not shown.
    public mutating func clear() {
        for (number, entry) in entries where entry.state == .loaded { remove(number) }
    }

    // MARK: Showing

    /// What is shown for a tile: itself, else its four children, else its nearest ancestor; empty if none
    /// of these is there.
    public func pieces(covering number: TileNumber) -> [Piece] {
        numbers(covering: number).compactMap { number in
            entries[number]?.picture.map { Piece(number: number, picture: $0) }
        }
    }

    /// Whether something is shown for a tile: itself, its children or an ancestor.
    public func isCovered(_ number: TileNumber) -> Bool { !numbers(covering: number).isEmpty }

    private func numbers(covering number: TileNumber) -> [TileNumber] {
        func isLoaded(_ number: TileNumber) -> Bool { state(of: number) == .loaded }
        if isLoaded(number) { return [number] }
        let children = number.children
        if !children.isEmpty, children.allSatisfy(isLoaded) { return children }
        var ancestor = number.parent
        while let next = ancestor {
            if isLoaded(next) { return [next] }
            ancestor = next.parent
        }
        return []
    }

    // MARK: Room

    /// Removes tiles that are not shown until there is room for some bytes; false if there are not enough
    /// of them.
    private mutating func makeRoom(_ bytes: Int) -> Bool {
        guard used + bytes > limit else { return true }
        while used + bytes > limit {
            let leaving = entries.filter { $0.value.state == .loaded && $0.value.lastView < view }
                .min { a, b in
                    (a.value.lastView, -a.value.bytes, a.key.curveNumber)
                        < (b.value.lastView, -b.value.bytes, b.key.curveNumber)
                }
            guard let leaving else { return false }
            remove(leaving.key)
        }
        return true
    }

    private mutating func remove(_ number: TileNumber) {
        used -= entries[number]?.bytes ?? 0
        set(number, .notLoaded)
    }

    private mutating func use(_ bytes: Int) {
        used += bytes
        peak = max(peak, used)
    }

    private mutating func set(_ number: TileNumber, _ state: TileState) {
        let old = self.state(of: number)
        precondition(old.canBecome(state), "a tile cannot become \(state) after \(old)")
        // What is not loaded is not in the list.
        if state == .notLoaded {
            entries[number] = nil
        } else {
            entries[number, default: Entry(lastView: view)].state = state
        }
    }

    /// Forgets why tiles are not there that no recent view wanted, if these are many.
    private mutating func forgetOld() {
        guard entries.count > 4096 else { return }
        entries = entries.filter { _, entry in
            entry.lastView > view - 256 || entry.state == .loaded || entry.state == .loading
        }
    }
}

extension TileMemory: Sendable where Picture: Sendable {}
extension TileMemory.Entry: Sendable where Picture: Sendable {}
extension TileMemory.Piece: Sendable where Picture: Sendable {}
