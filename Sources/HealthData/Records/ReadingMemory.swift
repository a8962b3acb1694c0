import Localization
import Platform

/// Whether there is enough memory to continue reading; called often, and cheap.
///
/// The samples have to be sorted and merged in the end, which takes as much memory again as they
/// use now. A window that shows them makes copies and pictures of them. So reading ends while there
/// is still room for that: otherwise the allocator would end the program.
struct ReadingMemory {
    /// The room to leave for what does not grow with the records: windows, blocks, threads, output.
    static let reserve = 96 << 20
    /// The additional room that a window needs for pictures and its driver.
    static let pictures = 96 << 20
    /// The room is checked when the memory has grown by this much since the last check.
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

    /// Whether reading has to end.
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

    /// The error for a file that was not read to its end.
    static func failure(_ path: String) -> ImportError {
        ImportError(
            place: path, problem: tr("there is no memory to read more of it"), remedy: remedy)
    }

    /// The error for a file that was not read at all.
    static func notRead(_ path: String) -> ImportError {
        ImportError(
            place: path, problem: tr("was not read, because there is no memory for more"),
            remedy: remedy)
    }

    private static var remedy: String {
        tr("close other programs, or give fewer files at once")
    }
}
