// One sheet about glucose: the ambulatory glucose profile of a sensor, or the single readings of a meter.
//
// The order of the profile is that of the International Diabetes Center's report: figures with their targets, the
// modal day, and the days. If the paper is full, the earliest weeks are dropped.

import ChartCore
import Geometry
import Localization
import Painting
import Text

/// Draws the sheet about glucose.
@MainActor
struct GlucoseSheet {
    let pen: SheetPen
    let frame: SheetFrame
    /// What the readings are from, and how many of other sources are left out.
    let readings: GlucoseReadings

    init(_ readings: GlucoseReadings, pen: SheetPen, heading: SheetHeading) {
        (self.readings, self.pen) = (readings, pen)
        frame = SheetFrame(pen: pen, heading: heading)
    }

    private var format: LocaleFormat { pen.format }

    /// The title of the sheet.
    static var title: String { tr("Blood glucose") }

    private func text(_ milligrams: Double, _ unit: GlucoseUnit) -> String {
        format.number(unit.shown(milligrams), fractionDigits: unit.digits)
    }

    private func limit(_ value: Double, _ unit: GlucoseUnit) -> String {
        format.number(value, fractionDigits: unit.digits)
    }

    private var sourceWords: [String] {
        var parts: [String] = []
        if !readings.source.isEmpty { parts.append(tr("Source: {1}.", readings.source)) }
        if readings.others > 0 {
            parts.append(
                trn(
                    "Left out: {n} reading of another source.",
                    "Left out: {n} readings of other sources.", count: readings.others))
        }
        parts.append(SheetFrame.origin)
        return parts
    }

    // MARK: A sensor

    /// Draws the profile of continuous readings.
    func draw(_ profile: GlucoseProfile, page: Int = 1, of pages: Int = 1) {
        let area = pen.area
        let foot = foot(profile)
        var y = frame.drawHead(title: Self.title, period: profile.period)
        y = answer(profile).draw(pen, top: y) + 11
        y = drawRanges(profile, top: y) + 11
        let bottom = area.maxY - frame.footHeight(foot) - 6
        let weeks = GlucoseChart.Days.weeks(profile, format)
        let rowHeight = GlucoseChart.Days.rowHeight
        let chart = 15 + SheetLegend.height + 8 + 15 + 4
        let wanted = Double(min(weeks, 3)) * rowHeight
        let height = min(max(bottom - y - chart - wanted, 135), 185)
        y = drawModalDay(profile, top: y, height: height)
        let rows = min(weeks, max(0, Int((bottom - y - 15) / rowHeight)))
        if rows > 0 { drawDays(profile, top: y, rows: rows) }
        frame.drawFoot(foot, page: page, of: pages)
    }

    /// The box and the modal day alone, as a part of a sheet with several subjects.
    static func section(
        _ readings: GlucoseReadings, _ profile: GlucoseProfile, heading: SheetHeading,
        pen: SheetPen
    ) -> SheetSection {
        let own = GlucoseSheet(readings, pen: pen, heading: heading)
        return SheetSection(
            title: title, foot: own.foot(profile),
            fixedHeight: own.answer(profile).height(pen) + 11 + 15 + 5 + 15
                + SheetLegend.height + 8
        ) { pen, top, height in
            let sheet = GlucoseSheet(readings, pen: pen, heading: heading)
            let y = sheet.answer(profile).draw(pen, top: top) + 11
            return sheet.drawModalDay(profile, top: y, height: height + 15)
        }
    }

    /// The box and the chart alone, as a part of a sheet with several subjects.
    static func section(
        _ readings: GlucoseReadings, _ spots: GlucoseSpots, heading: SheetHeading, pen: SheetPen
    ) -> SheetSection {
        let own = GlucoseSheet(readings, pen: pen, heading: heading)
        return SheetSection(
            title: title, foot: own.foot(spots),
            fixedHeight: own.answer(spots).height(pen) + 12 + 14 + 4 + DayPlot.below + 14
        ) { pen, top, height in
            let sheet = GlucoseSheet(readings, pen: pen, heading: heading)
            let y = sheet.answer(spots).draw(pen, top: top) + 12
            return sheet.drawSpots(spots, top: y, height: height)
        }
    }

    private func share(_ profile: GlucoseProfile, _ classes: [GlucoseClass]) -> String {
        let parts = profile.permille
        let sum = classes.reduce(0) { $0 + parts[$1.rawValue] }
        return format.percent(Double(sum) / 1000, fractionDigits: 1)
    }

    private func answer(_ profile: GlucoseProfile) -> AnswerBox {
        let unit = profile.unit
        let days = tr(
            "{1} of {2} days, {3} of the expected readings", format.number(profile.dayCount),
            format.number(profile.period.days), format.percent(profile.coverage))
        return AnswerBox(
            caption: tr(
                "IN RANGE, {1} TO {2} {3}", limit(profile.limits.low, unit),
                limit(profile.limits.high, unit), unit.rawValue),
            figure: share(profile, [.inRange]), unit: "",
            details: [
                trn("{n} reading", "{n} readings", count: profile.readings.count), days,
            ],
            headline: profile.isSufficient
                ? tr(
                    "Mean {1}, GMI {2}, CV {3}",
                    format.quantity(text(profile.mean, unit), unit: unit.rawValue),
                    format.percent(profile.managementIndicator / 100, fractionDigits: 1),
                    format.percent(profile.variation))
                : tr(
                    "Too few readings: {1} of those expected, {2} are enough",
                    format.percent(profile.coverage),
                    format.percent(GlucoseProfile.sufficient)),
            text: (profile.isSufficient
                ? ""
                : tr(
                    "Mean {1}, GMI {2}, CV {3}.",
                    format.quantity(text(profile.mean, unit), unit: unit.rawValue),
                    format.percent(profile.managementIndicator / 100, fractionDigits: 1),
                    format.percent(profile.variation)) + " ")
                + tr(
                    "SD {1}, GMI {2} mmol/mol. CV: at most {3} is stable. {4}",
                    format.quantity(
                        format.number(
                            unit.value(profile.deviation), fractionDigits: unit.digits),
                        unit: unit.rawValue),
                    format.number(profile.managementIndicatorIFCC), format.percent(0.36),
                    words(profile.targets)))
    }

    private func words(_ targets: GlucoseTargets) -> String {
        switch targets {
        case .adults:
            tr(
                "Targets are those for adults of the consensus of 2019; others hold in pregnancy and at high risk."
            )
        case .older:
            tr("Targets are those for older people and high risk of the consensus of 2019.")
        case .pregnancy:
            tr("Range and targets are those for pregnancy (type 1) of the consensus of 2019.")
        }
    }

    private static let hatchings: [GlucoseClass: Hatching] = [
        .veryLow: .solid, .low: .dense, .inRange: .none, .high: .light, .veryHigh: .crossed,
    ]

    private func drawRanges(_ profile: GlucoseProfile, top: Double) -> Double {
        let (area, unit) = (pen.area, profile.unit)
        var y = pen.heading(tr("Time in ranges"), top: top) + 3
        pen.canvas.tagged(
            PictureTag(
                .figure,
                label: tr(
                    "Bar of the time in ranges: very low {1}, low {2}, in range {3}, high {4}, very high {5}.",
                    share(profile, [.veryLow]), share(profile, [.low]),
                    share(profile, [.inRange]), share(profile, [.high]),
                    share(profile, [.veryHigh])))
        ) {
            var x = area.minX
            for (kind, part) in zip(GlucoseClass.allCases, profile.permille) {
                let width = area.width * Double(part) / 1000
                pen.hatch(
                    Rect(x: x, y: y, width: width, height: 15), Self.hatchings[kind] ?? .none)
                x += width
            }
        }
        y += 19
        let (limits, targets) = (profile.limits, profile.targets.shares)
        let target: (String, Double?) -> String = { sign, share in
            share.map { sign + " " + format.percent($0) } ?? "–"
        }
        let rows: [(GlucoseClass, String, String, String)] = [
            (
                .veryHigh, tr("Very high"), tr("above {1}", limit(limits.veryHigh, unit)),
                target("<", targets.veryHigh)
            ),
            (
                .high, tr("High"),
                tr(
                    "above {1} to {2}", limit(limits.high, unit), limit(limits.veryHigh, unit)),
                targets.aboveRange == nil
                    ? "–"
                    : tr(
                        "above {1}: {2}, here {3}", limit(limits.high, unit),
                        target("<", targets.aboveRange), share(profile, [.high, .veryHigh]))
            ),
            (
                .inRange, tr("In range"),
                tr("{1} to {2}", limit(limits.low, unit), limit(limits.high, unit)),
                target(">", targets.inRange)
            ),
            (
                .low, tr("Low"),
                tr("{1} to below {2}", limit(limits.veryLow, unit), limit(limits.low, unit)),
                tr(
                    "below {1}: {2}, here {3}", limit(limits.low, unit),
                    target("<", targets.belowRange),
                    share(profile, [.veryLow, .low]))
            ),
            (
                .veryLow, tr("Very low"), tr("below {1}", limit(limits.veryLow, unit)),
                target("<", targets.veryLow)
            ),
        ]
        let parts = profile.permille
        let table = SheetTable(
            columns: [
                .init(title: tr("Class"), share: 1.2, alignment: .leading),
                .init(title: unit.rawValue, share: 1.2),
                .init(title: tr("Share"), share: 0.8), .init(title: tr("A day"), share: 1),
                .init(title: tr("Target"), share: 2.2),
            ],
            rows: rows.map { kind, name, range, target in
                let share = Double(parts[kind.rawValue]) / 1000
                let minutes = (share * 1440).rounded()
                let time =
                    minutes > 0
                    ? format.duration(seconds: minutes * 60)
                    : format.quantity(format.number(0), unit: tr("min"))
                return [
                    name, range, format.percent(share, fractionDigits: 1), time, target,
                ].map { SheetTable.Cell(text: $0) }
            }, total: nil, rowHeight: 14)
        return table.draw(pen, top: y, rows: rows.count)
    }

    private func drawModalDay(
        _ profile: GlucoseProfile, top: Double, height: Double
    ) -> Double {
        let unit = profile.unit
        var y =
            pen.heading(
                tr(
                    "Ambulatory glucose profile: all days as one, in {1}", unit.rawValue),
                top: top) + 5
        let known = profile.modalDay.compactMap(\.self)
        let medians = known.map { $0.percentiles[2] }
        let label = tr(
            "The modal day: the median is from {1} to {2} {3}, 5 of 100 readings are below {4} and 95 below {5} at the most.",
            text(medians.min() ?? 0, unit), text(medians.max() ?? 0, unit), unit.rawValue,
            text(known.map { $0.percentiles[0] }.min() ?? 0, unit),
            text(known.map { $0.percentiles[4] }.max() ?? 0, unit))
        pen.canvas.tagged(PictureTag(.figure, label: label)) {
            GlucoseChart(
                profile,
                in: Rect(x: pen.area.minX, y: y, width: pen.area.width, height: height),
                pen: pen
            ).draw()
        }
        y += height
        pen.canvas.tagged(PictureTag(.text)) {
            GlucoseChart.legend(
                pen, hasThinBins: known.contains { $0.days < ModalDay.fewestDays }
            ).draw(pen, top: y)
        }
        return y + SheetLegend.height + 8
    }

    private func drawDays(_ profile: GlucoseProfile, top: Double, rows: Int) {
        let all = GlucoseChart.Days.weeks(profile, format)
        let title =
            rows < all
            ? trn("The days of the last week", "The days of the last {n} weeks", count: rows)
            : tr("The days")
        let y = pen.heading(title, top: top) + 2
        pen.canvas.tagged(
            PictureTag(
                .figure,
                label: tr(
                    "A small line for each day, with the limits of the range from {1} to {2}.",
                    limit(profile.limits.low, profile.unit),
                    limit(profile.limits.high, profile.unit)))
        ) {
            GlucoseChart.Days(profile: profile, pen: pen, rows: rows).draw(top: y)
        }
    }

    private func foot(_ profile: GlucoseProfile) -> String {
        let minutes = format.number(profile.interval / 60, upToFractionDigits: 1)
        return
            ([
                tr(
                    "Method: readings every {1} minutes; those expected are the time of the period by that. Shares add up to 100.0 by largest remainder. GMI: Bergenstal 2018. SD: of a sample.",
                    minutes),
                tr(
                    "Profile: percentiles (type 7) of quarters of an hour with their neighbours by the clock of {1}, smoothed by a cubic spline.",
                    profile.period.calendar.zone.name),
            ] + sourceWords).joined(separator: " ")
    }

    // MARK: A meter

    /// Draws single readings: no profile, and no time in range.
    func draw(_ spots: GlucoseSpots, page: Int = 1, of pages: Int = 1) {
        let unit = spots.unit
        var y = frame.drawHead(title: Self.title, period: spots.period)
        y = answer(spots).draw(pen, top: y) + 12
        y = drawSpots(spots, top: y, height: 225)
        y = pen.heading(tr("By the time of day"), top: y) + 2
        let table = SheetTable(
            columns: [
                .init(title: tr("Hours"), share: 2, alignment: .leading),
                .init(title: tr("Readings"), share: 1), .init(title: tr("Mean"), share: 1),
                .init(title: tr("Lowest"), share: 1), .init(title: tr("Highest"), share: 1),
            ],
            rows: spots.parts.map { part in
                let ends = [part.hours.lowerBound, part.hours.upperBound].map {
                    format.date(
                        CivilMoment(year: 2000, month: 1, day: 1, hour: $0 % 24), .time)
                }
                return [
                    tr("{1} to {2}", ends[0], ends[1]), format.number(part.values.count),
                    part.mean.map { text($0, unit) } ?? "–",
                    part.values.min().map { text($0, unit) } ?? "–",
                    part.values.max().map { text($0, unit) } ?? "–",
                ].map { SheetTable.Cell(text: $0) }
            }, total: nil)
        _ = table.draw(pen, top: y, rows: spots.parts.count)
        frame.drawFoot(foot(spots), page: page, of: pages)
    }

    private func foot(_ spots: GlucoseSpots) -> String {
        ([
            tr(
                "Method: means of single readings. They are too far apart for a share of the time in range and for a profile. Hours by the clock of {1}.",
                spots.period.calendar.zone.name)
        ] + sourceWords).joined(separator: " ")
    }

    private func answer(_ spots: GlucoseSpots) -> AnswerBox {
        let unit = spots.unit
        let values = spots.readings.map(\.value)
        let (low, high) = (values.min() ?? 0, values.max() ?? 0)
        func kind(_ value: Double) -> Int {
            GlucoseClass(value, in: unit, for: spots.targets).rawValue
        }
        return AnswerBox(
            caption: tr("MEAN OF SINGLE READINGS"), figure: text(spots.mean, unit),
            unit: unit.rawValue,
            details: [
                trn("{n} reading", "{n} readings", count: values.count),
                tr(
                    "on {1} of {2} days", format.number(spots.dayCount),
                    format.number(spots.period.days)),
            ],
            headline: tr("From {1} to {2} {3}", text(low, unit), text(high, unit), unit.rawValue),
            text: tr(
                "{1} readings are below {2}, {3} above {4} {5}. Single readings say nothing about the time between them.",
                format.number(values.count { kind($0) < 2 }), limit(spots.limits.low, unit),
                format.number(values.count { kind($0) > 2 }), limit(spots.limits.high, unit),
                unit.rawValue))
    }

    private func drawSpots(_ spots: GlucoseSpots, top: Double, height: Double) -> Double {
        let unit = spots.unit
        let values = spots.readings.map(\.value)
        let (low, high) = (values.min() ?? 0, values.max() ?? 0)
        let y = pen.heading(tr("Readings, in {1}", unit.rawValue), top: top) + 4
        let rect = Rect(
            x: pen.area.minX, y: y, width: pen.area.width, height: height + DayPlot.below)
        let label = tr(
            "Chart of {1} readings from {2} to {3} {4}.", format.number(values.count),
            text(low, unit), text(high, unit), unit.rawValue)
        pen.canvas.tagged(PictureTag(.figure, label: label)) {
            let limits = [spots.limits.low, spots.limits.high]
            let plot = DayPlot(
                pen, in: rect, period: spots.period,
                values: min(unit.value(low), limits[0])...max(unit.value(high), limits[1]))
            plot.drawGrid(
                limits: limits.map { DayPlot.Limit(value: $0, text: limit($0, unit)) })
            for reading in spots.readings {
                pen.disc(
                    Point(x: plot.x(instant: reading.time), y: plot.y(unit.value(reading.value))),
                    1.6)
            }
            plot.drawDays()
        }
        return rect.maxY + 14
    }
}
