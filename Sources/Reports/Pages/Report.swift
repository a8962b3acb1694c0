import ChartCore
import ChartExport
import Geometry
import HealthData
import Localization
import PDF
import Painting
import Platform
import Text

/// What a report is about.
package enum ReportPreset: String, Sendable, CaseIterable, Hashable {
    /// Blood pressure at home.
    case bloodPressure = "bp"
    /// Glucose of a sensor, as an ambulatory glucose profile, or of a meter.
    case glucose
    /// Weight and its trend.
    case weight
    /// Resting heart rate and sleep.
    case heartSleep = "heart-sleep"
    /// All of these that have readings, two on a sheet.
    case all

    /// The metric whose last reading ends the period.
    package var metrics: [MetricID] {
        switch self {
        case .bloodPressure: [.bloodPressure]
        case .glucose: [.glucose]
        case .weight: [.weight]
        case .heartSleep: [.sleep, .restingHeartRate]
        case .all: [.bloodPressure, .glucose, .weight, .sleep, .restingHeartRate]
        }
    }

    /// The days of the period if none is chosen.
    package var usualDays: Int {
        switch self {
        case .bloodPressure, .weight: 90
        case .glucose: 14
        case .heartSleep, .all: 28
        }
    }
}

/// The days of a report: a number of days up to the last reading, or dates.
package enum ReportSpan: Sendable, Hashable {
    /// The days that end with that of the last reading; the usual ones if nil.
    case last(days: Int?)
    /// From a day to a day, both included; nil for the first or the last reading.
    case dates(from: CivilDate?, to: CivilDate?)
}

/// Why there is no report.
package struct ReportError: ReportableError, Hashable {
    package let place: String
    package let problem: String
    package let remedy: String
}

/// The choices of a report.
package struct ReportOptions: Sendable {
    package var preset: ReportPreset
    package var paper: Paper
    package var span: ReportSpan
    package var heading: SheetHeading
    /// For blood pressure.
    package var rule: PressureRule
    /// For blood pressure by no rule, in mmHg.
    package var limit: Pressure?
    /// For blood pressure: whether the first of three or more readings of a sitting is left out.
    package var leavesOutFirstOfThree = false
    /// For glucose.
    package var glucoseUnit = GlucoseUnit.milligrams
    /// For glucose.
    package var glucoseTargets = GlucoseTargets.adults
    /// For weight.
    package var weightUnit = WeightUnit.kilograms
    /// The notes to print, in the order of their days.
    package var notes: [ReportNote] = []
    package var calendar: CivilCalendar

    /// The choices for a preset; the others have their usual values.
    package init(
        _ preset: ReportPreset, heading: SheetHeading, calendar: CivilCalendar,
        paper: Paper = .a4, span: ReportSpan = .last(days: nil), rule: PressureRule = .esc
    ) {
        (self.preset, self.heading, self.calendar) = (preset, heading, calendar)
        (self.paper, self.span, self.rule) = (paper, span, rule)
    }
}

/// A report for a doctor, on paper.
@MainActor
package struct Report {
    /// The title of the document.
    package let title: String
    /// Its sheets.
    package let pages: [PDFExport.Page]

    /// The report of records.
    ///
    /// Cost: O(readings of its metrics), and some milliseconds for the type.
    ///
    /// - Throws: `ReportError` if the period has no reading of what it is about.
    package init(
        _ records: HealthRecords, _ options: ReportOptions, fonts: FontLibrary,
        format: LocaleFormat = .current
    ) throws(ReportError) {
        let period = try Self.period(records, options)
        let pen = SheetPen(options.paper, fonts: fonts, format: format)
        switch options.preset {
        case .bloodPressure:
            Self.drawPressure(records, period, options, pen)
            title = PressureSheet.title
        case .glucose:
            Self.drawGlucose(records, period, options, pen)
            title = GlucoseSheet.title
        case .weight:
            if let trend = WeightTrend(records, period: period) {
                WeightSheet(
                    trend, unit: options.weightUnit, notes: options.notes, pen: pen,
                    heading: options.heading
                ).draw()
            }
            title = WeightSheet.title
        case .heartSleep:
            let nights = Night.nights(of: records, in: options.calendar)
            HeartSleepSheet(
                period, nights: NightSummary(nights, period: period),
                heart: RestingHeart(records, nights: nights, period: period), pen: pen,
                heading: options.heading
            ).draw()
            title = HeartSleepSheet.title
        case .all:
            let notes = options.notes.filter { period.contains($0.day) }
            let sheets = CombinedSheets(
                sections: Self.sections(records, period, options, notes, pen), notes: notes,
                period: period, heading: options.heading)
            title = CombinedSheets.title
            pages = sheets.pages { SheetPen(options.paper, fonts: fonts, format: format) }
            return
        }
        pages = [pen.page()]
    }

    /// The subjects that have readings in a period.
    private static func sections(
        _ records: HealthRecords, _ period: ReportPeriod, _ options: ReportOptions,
        _ notes: [ReportNote], _ pen: SheetPen
    ) -> [SheetSection] {
        var sections: [SheetSection] = []
        let heading = options.heading
        let summary = PressureSummary(
            PressureDiary(records, calendar: options.calendar), rule: options.rule,
            limit: options.limit, period: period,
            leavesOutFirstOfThree: options.leavesOutFirstOfThree)
        if summary.all != nil {
            sections.append(
                PressureSheet.section(summary, notes: notes, heading: heading, pen: pen))
        }
        let glucose = GlucoseReadings(records, period: period)
        if let profile = GlucoseProfile(
            glucose.readings, period: period, unit: options.glucoseUnit,
            targets: options.glucoseTargets)
        {
            sections.append(
                GlucoseSheet.section(glucose, profile, heading: heading, pen: pen))
        } else if let spots = GlucoseSpots(
            glucose.readings, period: period, unit: options.glucoseUnit,
            targets: options.glucoseTargets)
        {
            sections.append(GlucoseSheet.section(glucose, spots, heading: heading, pen: pen))
        }
        if let trend = WeightTrend(records, period: period) {
            sections.append(
                WeightSheet.section(
                    trend, unit: options.weightUnit, notes: notes, heading: heading, pen: pen))
        }
        let all = Night.nights(of: records, in: options.calendar)
        let nights = NightSummary(all, period: period)
        let heart = RestingHeart(records, nights: all, period: period)
        if nights != nil || heart != nil {
            sections.append(
                HeartSleepSheet.section(
                    period, nights: nights, heart: heart, heading: heading, pen: pen))
        }
        return sections
    }

    private static func drawPressure(
        _ records: HealthRecords, _ period: ReportPeriod, _ options: ReportOptions, _ pen: SheetPen
    ) {
        let diary = PressureDiary(records, calendar: options.calendar)
        let summary = PressureSummary(
            diary, rule: options.rule, limit: options.limit, period: period,
            leavesOutFirstOfThree: options.leavesOutFirstOfThree)
        let notes = options.notes.filter { period.contains($0.day) }
        PressureSheet(
            summary, notes: notes, effect: NoteEffect.latest(of: notes, in: summary.diary),
            pen: pen, heading: options.heading
        ).draw()
    }

    private static func drawGlucose(
        _ records: HealthRecords, _ period: ReportPeriod, _ options: ReportOptions, _ pen: SheetPen
    ) {
        let readings = GlucoseReadings(records, period: period)
        let sheet = GlucoseSheet(readings, pen: pen, heading: options.heading)
        if let profile = GlucoseProfile(
            readings.readings, period: period, unit: options.glucoseUnit,
            targets: options.glucoseTargets)
        {
            sheet.draw(profile)
        } else if let spots = GlucoseSpots(
            readings.readings, period: period, unit: options.glucoseUnit,
            targets: options.glucoseTargets)
        {
            sheet.draw(spots)
        }
    }

    /// The report as a tagged PDF whose texts can be selected.
    ///
    /// The title and the program are its only metadata: no name of a person.
    ///
    /// - Parameter created: the time of its creation, in seconds since 1970.
    /// - Throws: `PDFError`.
    package func pdf(
        fonts: FontLibrary, version: String, created: Double
    ) throws(PDFError) -> [UInt8] {
        try PDFExport.pdf(
            of: pages,
            information: PDFInformation(
                title: title, creator: "Oresen \(version)", language: fonts.language,
                created: created), fonts: fonts)
    }

    /// The days of a report.
    package static func period(
        _ records: HealthRecords, _ options: ReportOptions
    ) throws(ReportError) -> ReportPeriod {
        let calendar = options.calendar
        let known = options.preset.metrics.map { records.merged($0) }.filter { !$0.isEmpty }
        guard let first = known.map({ $0.starts[0] }).min(),
            let last = known.map({ columns in columns.end(at: columns.count - 1) }).max()
        else {
            let names = options.preset.metrics.map(\.rawValue).joined(separator: ", ")
            throw ReportError(
                place: "", problem: tr("there are no records of {1}", names),
                remedy: tr("give a file that has some, or choose another preset"))
        }
        // A reading after midnight belongs to the evening before.
        func day(_ instant: Double) -> CivilDate {
            options.preset == .bloodPressure
                ? DayWindows.standard.place(of: instant, in: calendar).day
                : calendar.date(of: instant)
        }
        let period: ReportPeriod
        switch options.span {
        case .last(let days):
            period = ReportPeriod(
                days: days ?? options.preset.usualDays, endingOn: day(last), calendar: calendar)
        case .dates(let from, let to):
            let (from, to) = (from ?? min(day(first), to ?? day(first)), to ?? day(last))
            period = ReportPeriod(from: from, to: max(from, to), calendar: calendar)
        }
        let isEmpty = known.allSatisfy { columns in
            !(0..<columns.count).contains { period.contains(day(columns.starts[$0])) }
        }
        guard !isEmpty else {
            throw ReportError(
                place: "",
                problem: tr(
                    "there is no reading from {1} to {2}", period.first.description,
                    period.last.description), remedy: tr("give other dates"))
        }
        return period
    }
}

extension SheetPen {
    /// The sheet, which is empty afterwards.
    func page() -> PDFExport.Page { PDFExport.Page(canvas.finish(), size: paper.size) }
}
