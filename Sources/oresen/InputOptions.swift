import ArgumentParser
import ChartCore
import Glibc
import HealthData
import Localization
import Platform
import Sandbox
import Viewer

/// The files and how they are read; shared by the commands that read.
struct InputOptions: ParsableArguments {
    @Argument(
        help: "Apple Health exports (.xml, .zip) and tables (CSV, TSV). - is standard input.",
        completion: .file())
    var files: [String] = []

    @OptionGroup var place: ZoneOption

    @Option(
        help: ArgumentHelp(
            "Settle what a file leaves open: date=dmy or date=mdy, decimal=comma or point, unit.weight=lb, value.weight=right or out (whether values that look impossible count), future=right or out (whether what is dated after tomorrow counts); may be repeated.",
            valueName: "what=how"))
    var assume: [String] = []

    /// The user's decisions about what files leave open.
    func assumptions() throws -> Assumptions {
        var given = Assumptions()
        for text in assume {
            do throws(Assumptions.Misfit) {
                try given.add(text)
            } catch {
                throw ValidationError(error.description)
            }
        }
        return given
    }

    /// The zone; an unknown name is a usage error.
    func zoneRules() throws -> ZoneRules { try place.zoneRules() }

    /// A command that reads needs an input.
    func requireFiles(or kept: KeptOptions? = nil) throws {
        if files.isEmpty, kept?.library == nil {
            throw ValidationError("no file is named; name one or more, or - for standard input")
        }
        if !files.isEmpty, kept?.library != nil {
            throw ValidationError("--library is read where no file is named; leave one of them out")
        }
    }

    /// Reads the files.
    ///
    /// Throws if not a single record could be used, unless the report is wanted in any case. Reports
    /// the files that failed, and names in the order of sources that have no effect.
    ///
    /// - Parameters:
    ///   - outputs: the files that are written afterwards.
    ///   - draws: whether a document with text is made of the records.
    ///   - maps: receives the files with maps, which are no records.
    func read(
        zone: ZoneRules, merge: MergeMode, order: OrderOptions, or kept: KeptOptions,
        writing outputs: [String?] = [], draws: Bool = false, wantsReport: Bool = false,
        maps: ([String]) -> Void = { _ in }
    ) throws -> ImportResult {
        try requireFiles(or: kept)
        let order = try order.sourceOrder()
        CommandSandbox.enter(
            reading: files, writing: outputs, library: kept.library, draws: draws)
        let result: ImportResult
        if let library = kept.library {
            result = try KeptOptions.read(library, order: order)
        } else {
            let divided = MapFiles.divided(files)
            maps(divided.maps)
            var records = self
            records.files = divided.records
            result = try records.read(
                zone: zone, merge: merge, order: order,
                wantsReport: wantsReport || divided.records.isEmpty)
        }
        for remark in result.records.orderRemarks { StandardError.report(remark) }
        return result
    }

    /// Ends the command with 1 if a named file could not be read, or not to its end.
    ///
    /// That was already reported, and the data that were read have been written.
    func requireAllRead(_ report: ImportReport) throws {
        if !files.isEmpty,
            report.nothingUsed
                || report.files.contains(where: { $0.failure != nil || $0.cutShort != nil })
        {
            throw CommandFailure.refused([])
        }
    }

    private func read(
        zone: ZoneRules, merge: MergeMode, order: SourceOrder, wantsReport: Bool
    ) throws -> ImportResult {
        var options = ImportOptions(
            zone: zone, assumptions: try assumptions(), merge: merge)
        options.order = order
        options.now = WallClock.now
        let bar = ProgressBar()
        let result = Importer(files: files, options: options).run(progress: bar.show)
        bar.clear()
        let failures = result.report.files.compactMap(\.failure)
        if result.report.nothingUsed {
            let sentences = failures.map(\.description) + result.report.emptyFiles
            guard wantsReport else { throw CommandFailure.refused(sentences) }
            for sentence in sentences { StandardError.report(sentence) }
            return result
        }
        for failure in failures { StandardError.report(failure.description) }
        for failure in result.report.cutShort { StandardError.report(failure.description) }
        return result
    }
}

/// The library, as input instead of files.
struct KeptOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read the library in this directory, where no file is named.", valueName: "dir"),
        completion: .directory)
    var library: String?

    /// The contents of the library in a directory.
    static func read(_ directory: String, order: SourceOrder) throws -> ImportResult {
        try LibraryOptions.read(directory) { library throws(LibraryError) in
            let contents = try library.contents(order: order)
            let report = contents.report
            for damage in report.damages { StandardError.report(damage) }
            return ImportResult(records: contents.records, report: report)
        }
    }
}

/// The order of sources that overlap.
struct OrderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Which sources go first where they overlap: steps=manual,iPhone. manual is what was typed in; may be repeated. (default: manual, watches, phones, others)",
            valueName: "metric=names"))
    var order: [String] = []

    /// The parsed order; an unknown metric is a usage error.
    func sourceOrder() throws -> SourceOrder {
        var given = SourceOrder()
        for text in order {
            do throws(SourceOrder.Misfit) {
                try given.add(text)
            } catch {
                throw ValidationError(error.description)
            }
        }
        return given
    }
}

/// A progress bar on the terminal for an import; nothing in a pipe.
final class ProgressBar {
    private let isShown = StandardError.isTerminal
    private let clock = SystemClock()
    private let locale = LocaleFormat.current
    private var pace = ReadingPace()
    private var last = ""

    func show(_ progress: ImportProgress) {
        guard isShown else { return }
        pace.note(progress, at: clock.now)
        let line = ProgressBar.line(progress, pace, locale)
        guard line != last else { return }
        last = line
        StandardError.replaceLine(TerminalText(value: line))
    }

    /// A bar if the length is known, the amount read, the speed, and the remaining time.
    static func line(
        _ progress: ImportProgress, _ pace: ReadingPace, _ locale: LocaleFormat
    ) -> String {
        var parts: [String] = []
        if let fraction = progress.fraction {
            let width = 30
            let full = min(max(Int(fraction * Double(width)), 0), width)
            parts.append(
                String(repeating: "█", count: full) + String(repeating: "·", count: width - full))
            parts.append("\(Int(fraction * 100)) %")
        }
        parts.append(PaceText.count(progress, pace, locale))
        if let left = PaceText.timeLeft(pace, locale) { parts.append(left) }
        return parts.joined(separator: "  ")
    }

    func clear() {
        guard isShown, !last.isEmpty else { return }
        StandardError.replaceLine("")
    }
}
