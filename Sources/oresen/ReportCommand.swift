import ArgumentParser
import ChartCore
import Glibc
import HealthData
import Localization
import Platform
import Reports
import Sandbox
import Text

/// A sheet of paper for a doctor.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract:
            "Write a report for a doctor: a sheet of paper, as a PDF, or its readings as FHIR.",
        discussion: """
            Without a file it is about your library, and --notes prints the notes that you wrote there. Nothing is \
            sent anywhere, and no name is printed unless you give one.

            Blood pressure is averaged by a rule for measurements at home, which the sheet names: esc (ESH 2021, ESC \
            2024: the last 7 days without the first), aha (AHA 2020, 2025: the last 7 days), jsh (JSH 2019), or free \
            (all readings of the period). Morning is from 4:00 to 12:00, evening from 17:00 to 2:00, by the clock \
            of the zone.

            The printed date is today, or that of SOURCE_DATE_EPOCH, so that the same records give the same bytes.
            """)

    /// The last days that a report is about.
    enum Period: String, ExpressibleByArgument, CaseIterable {
        case sevenDays = "7d"
        case fourteenDays = "14d"
        case twentyEightDays = "28d"
        case ninetyDays = "90d"
        case year = "1y"

        var days: Int {
            switch self {
            case .sevenDays: 7
            case .fourteenDays: 14
            case .twentyEightDays: 28
            case .ninetyDays: 90
            case .year: 365
            }
        }
    }

    @OptionGroup var input: InputOptions
    @OptionGroup var kept: KeptOptions
    @OptionGroup var sources: OrderOptions

    @Option(help: "What it is about.")
    var preset: ReportPreset = .bloodPressure

    @Option(help: "The last days, up to the last reading. (default: what suits the preset)")
    var period: Period?

    @Option(help: ArgumentHelp("The first day, in place of --period.", valueName: "date"))
    var from: String?

    @Option(help: ArgumentHelp("The last day, in place of --period.", valueName: "date"))
    var to: String?

    @Option(help: "The paper.")
    var paper: Paper = .a4

    @Option(help: ArgumentHelp("The name of the person, to print.", valueName: "text"))
    var name: String?

    @Option(help: ArgumentHelp("The person's birth date, to print.", valueName: "date"))
    var born: String?

    @Option(help: "The rule for the mean of blood pressures.")
    var rule: PressureRule = .esc

    @Option(
        help: ArgumentHelp(
            "The limit of blood pressure for --rule free, such as 135/85.", valueName: "sys/dia"))
    var limit: PressureLimit?

    @Flag(help: "Leave out the first of three or more readings of a sitting.")
    var leaveOutFirst = false

    @Option(help: "For whom the targets of glucose are.")
    var targets: GlucoseTargets = .adults

    @Option(
        help: ArgumentHelp(
            "The unit of glucose or weight, such as glucose=mmol/L; may be repeated.",
            valueName: "quantity=unit"))
    var unit: [String] = []

    @Flag(help: "Print the notes of the library that are about it.")
    var notes = false

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "The document: a .pdf, or a .fhir.json; - is a PDF to standard output.",
            valueName: "file"))
    var output: String

    /// What is written.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case pdf, fhir
    }

    @Option(
        help: "The form: pdf, or fhir for the readings in HL7 FHIR R4. (default: from the ending)")
    var format: Format?

    private var isFHIR: Bool {
        format.map { $0 == .fhir } ?? output.lowercased().hasSuffix(".fhir.json")
    }

    func validate() throws {
        let ending = output.lowercased()
        let isNamed = ending.hasSuffix(isFHIR ? ".json" : ".pdf")
        guard output == "-" || isNamed else {
            throw ValidationError(
                "'\(output)' is no document; name a \(isFHIR ? ".fhir.json" : ".pdf") file, or -")
        }
        if period != nil, from != nil || to != nil {
            throw ValidationError("--period and --from or --to are two choices; leave one out")
        }
        if limit != nil, rule != .free {
            throw ValidationError(
                "--limit is for --rule free; \(rule.rawValue) has a limit of its own")
        }
        if notes, !input.files.isEmpty {
            throw ValidationError("--notes is for a library, and files have none; leave it out")
        }
    }

    func run() throws {
        if !input.files.isEmpty { try input.requireFiles(or: kept) }
        let calendar = CivilCalendar(zone: try input.zoneRules())
        let created = Self.created
        var options = ReportOptions(
            preset,
            heading: SheetHeading(
                name: name ?? "", born: try day(born, "--born", calendar),
                printed: calendar.date(of: created), version: ProgramVersion.text),
            calendar: calendar, paper: paper, span: try span(calendar), rule: rule)
        options.limit = limit?.pressure
        options.leavesOutFirstOfThree = leaveOutFirst
        var units = UnitPreferences()
        for text in unit {
            do throws(UnitPreferences.Misfit) {
                try units.add(text)
            } catch {
                throw ValidationError(error.description)
            }
        }
        if units[.mass] == .stone {
            throw ValidationError("--unit mass=st is not for a report; give kg or lb")
        }
        let place = LocaleFormat.current.measurement
        options.glucoseUnit =
            units.unit(of: .glucose, in: place) == .millimolePerLiter ? .millimoles : .milligrams
        options.glucoseTargets = targets
        options.weightUnit =
            units.unit(of: .mass, in: place) == .pound ? .pounds : .kilograms
        let (result, notes) = try read(calendar)
        options.notes = notes
        let bytes = try Self.document(result.records, options, created, isFHIR: isFHIR)
        if output == "-" {
            if isFHIR {
                StandardOutput.write(text: bytes)
            } else {
                StandardOutput.write(data: bytes)
            }
        } else {
            try FileDraft.write(bytes, to: output, readers: .owner, isLasting: true)
        }
        try input.requireAllRead(result.report)
    }

    private static func document(
        _ records: HealthRecords, _ options: ReportOptions, _ created: Double, isFHIR: Bool
    ) throws -> [UInt8] {
        do {
            return try MainActor.assumeIsolated {
                if isFHIR {
                    return try FHIRReport.json(of: records, options, created: created)
                }
                let fonts = try FontLibrary()
                let report = try Report(records, options, fonts: fonts)
                return try report.pdf(
                    fonts: fonts, version: ProgramVersion.text, created: created)
            }
        } catch let failure as any ReportableError {
            throw CommandFailure.refused([failure.description])
        }
    }

    /// The records, and the notes to print.
    private func read(_ calendar: CivilCalendar) throws -> (ImportResult, [ReportNote]) {
        guard input.files.isEmpty else {
            let result = try input.read(
                zone: calendar.zone, merge: .overlap, order: sources, or: kept,
                writing: [output], draws: true)
            return (result, [])
        }
        var library = LibraryOptions()
        library.directory = kept.library
        let directory = try library.path()
        let order = try sources.sourceOrder()
        CommandSandbox.enter(writing: [output], library: directory, draws: true)
        return try LibraryOptions.read(directory) { library throws(LibraryError) in
            let contents = try library.contents(order: order)
            for damage in contents.report.damages { StandardError.report(damage) }
            let result = ImportResult(records: contents.records, report: contents.report)
            guard notes else { return (result, []) }
            let printed = contents.notes.filter { note in
                preset.metrics.contains { note.concerns($0) }
            }
            return (
                result,
                printed.map { note in
                    ReportNote(
                        day: calendar.date(of: note.start),
                        lastDay: calendar.date(of: max(note.end.nextDown, note.start)),
                        text: note.text)
                }
            )
        }
    }

    private func day(
        _ text: String?, _ option: String, _ calendar: CivilCalendar
    ) throws -> CivilDate? {
        try text.map {
            calendar.date(
                of: try CommandLineDate.instant($0, in: calendar, option: option))
        }
    }

    private func span(_ calendar: CivilCalendar) throws -> ReportSpan {
        guard from != nil || to != nil else { return .last(days: period?.days) }
        let (first, last) = (
            try day(from, "--from", calendar), try day(to, "--to", calendar)
        )
        if let first, let last, last < first {
            throw ValidationError("--to is before --from; give a later day")
        }
        return .dates(from: first, to: last)
    }

    /// The time of creation: that of `SOURCE_DATE_EPOCH`, or now.
    private static var created: Double {
        guard let text = getenv("SOURCE_DATE_EPOCH").map({ String(cString: $0) }),
            let seconds = UInt32(text)
        else { return WallClock.now.rounded(.down) }
        return Double(seconds)
    }
}

/// Two pressures as `135/85`.
struct PressureLimit: ExpressibleByArgument {
    let pressure: Pressure

    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let systolic = Double(parts[0]), let diastolic = Double(parts[1]),
            PressureRefusal(Pressure(systolic, diastolic)) == nil
        else { return nil }
        pressure = Pressure(systolic, diastolic)
    }
}

extension ReportPreset: ExpressibleByArgument {}
extension Paper: ExpressibleByArgument {}
extension GlucoseTargets: ExpressibleByArgument {}
extension PressureRule: ExpressibleByArgument {}
