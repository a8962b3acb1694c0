import Localization
import Platform

/// Whether there is memory to read on, asked often and answered cheaply.
///
/// What is read has to be sorted and merged in the end, which takes as much again as it takes now, and a
/// window that shows it makes copies and pictures of it. So reading ends while there still is room for
/// that: the allocator itself would end the program.
struct ReadingMemory {
    /// How much room is left for what does not grow with the records: windows, blocks, threads, output.
    static let reserve = 96 << 20
    /// How much more a window needs for pictures and its driver.
    static let pictures = 96 << 20
    /// The room is looked at when the memory has grown by so much since the last time.
    static let stride = 16 << 20

    private let gauge: MemoryGauge
    private let showsPictures: Bool
    private let atStart: Int
    private var seen: Int

    init(_ gauge: MemoryGauge, showsPictures: Bool) {
        self.gauge = gauge
        self.showsPictures = showsPictures
        atStart = gauge.resident
        seen = atStart
    }

    /// Whether no more may be read.
    var isShort: Bool {
        mutating get {
            let resident = gauge.resident
            guard resident >= seen + ReadingMemory.stride else { return false }
            let held = max(0, resident - atStart)
            let needed =
                ReadingMemory.reserve + held
                + (showsPictures ? ReadingMemory.pictures + held / 2 : 0)
            if gauge.room < needed { return true }
            seen = resident
            return false
        }
    }

    /// What is to be said of a file that was not read to its end.
    static func failure(_ path: String) -> ImportError {
        ImportError(
            place: path, problem: tr("there is no memory to read more of it"), remedy: remedy)
    }

    /// What is to be said of a file that was not read at all.
    static func notRead(_ path: String) -> ImportError {
        ImportError(
            place: path, problem: tr("was not read, because there is no memory for more"),
            remedy: remedy)
    }

    private static var remedy: String {
        tr("close other programs, or give fewer files at once")
    }
}
