import ChartCore
import Desktop
import EventLoop
import HealthData
import Localization

/// What a person has chosen of how files are read, and what was kept of it between runs.
struct ReadingRules {
    /// What was answered to what files leave open.
    var answers: Answers
    /// Which source goes before which.
    var order: SourceOrder
    /// The days that samples belong to.
    let calendar: CivilCalendar

    private static let answersFile = KeptFile(name: "answers.json", kind: .config)
    private static let sourcesFile = KeptFile(name: "sources.json", kind: .config)

    /// The rules for the files of a run; of what is broken, what can be read.
    init(_ options: ViewerOptions) {
        answers = Self.answersFile.load(Answers.self, library: options.library) ?? Answers()
        order = Self.sourcesFile.load(SourceOrder.self, library: options.library) ?? SourceOrder()
        calendar = CivilCalendar(
            zone: options.zone, firstWeekday: LocaleFormat.current.weekStart)
    }

    /// Keeps the answers; whether that went well.
    @discardableResult
    func saveAnswers(library: String?) -> Bool { Self.answersFile.save(answers, library: library) }

    /// Keeps the order of sources; whether that went well.
    @discardableResult
    func saveOrder(library: String?) -> Bool { Self.sourcesFile.save(order, library: library) }
}

/// The reading of the files that were named when the program was started.
///
/// It begins as soon as there is a compositor: fonts and the driver take one processor some 40 ms, in
/// which others would have nothing to do.
@MainActor
final class FirstReading {
    let loader: DocumentLoader
    /// Where the pictures go, set once there is a window: until the loop runs they wait.
    var onPicture: ((ImportSnapshot) -> Void)?

    /// Begins to read; nil where no files are named, or they are followed: those are watched first.
    init?(_ options: ViewerOptions, _ rules: ReadingRules, loop: EventLoop) {
        guard !options.files.isEmpty, !options.follows else { return nil }
        loader = DocumentLoader(
            .files(options.files), zone: options.zone, assumptions: options.assumptions,
            answers: rules.answers, order: rules.order, calendar: rules.calendar)
        loader.start(mailbox: loop.mailbox) { self.onPicture?($0) }
    }
}
