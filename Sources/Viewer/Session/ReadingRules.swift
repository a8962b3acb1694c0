import ChartCore
import Desktop
import EventLoop
import HealthData
import Localization

/// A person's choices of how files are read, which are kept between runs.
struct ReadingRules {
    /// The answers to questions that files leave open.
    var answers: Answers
    /// Which source takes precedence over which.
    var order: SourceOrder
    /// Assigns samples to days.
    let calendar: CivilCalendar

    private static let answersFile = KeptFile(name: "answers.json", kind: .config)
    private static let sourcesFile = KeptFile(name: "sources.json", kind: .config)

    /// The rules for the files of a run; a broken file is used as far as it can be read.
    init(_ options: ViewerOptions) {
        answers = Self.answersFile.load(Answers.self, library: options.library) ?? Answers()
        order = Self.sourcesFile.load(SourceOrder.self, library: options.library) ?? SourceOrder()
        calendar = CivilCalendar(
            zone: options.zone, firstWeekday: LocaleFormat.current.weekStart)
    }

    /// Saves the answers, and returns whether that succeeded.
    @discardableResult
    func saveAnswers(library: String?) -> Bool { Self.answersFile.save(answers, library: library) }

    /// Saves the order of sources, and returns whether that succeeded.
    @discardableResult
    func saveOrder(library: String?) -> Bool { Self.sourcesFile.save(order, library: library) }
}

/// The reading of the files that were named when the program was started.
///
/// It begins as soon as there is a compositor: fonts and the driver occupy one processor for some
/// 40 ms, during which the others would be idle.
@MainActor
final class FirstReading {
    let loader: DocumentLoader
    /// Receives the pictures, set once there is a window: until the loop runs they wait.
    var onPicture: ((ImportSnapshot) -> Void)?

    /// Starts reading.
    ///
    /// Nil if no files are named, or if they are followed, since those are watched first.
    init?(_ options: ViewerOptions, _ rules: ReadingRules, loop: EventLoop) {
        guard !options.files.isEmpty, !options.follows else { return nil }
        loader = DocumentLoader(
            .files(options.files), zone: options.zone, assumptions: options.assumptions,
            answers: rules.answers, order: rules.order, calendar: rules.calendar,
            now: options.now())
        loader.start(mailbox: loop.mailbox) { self.onPicture?($0) }
    }
}
