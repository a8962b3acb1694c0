import ChartCore
import Charts
import Foundation
import Geometry
import HealthData
import Localization
import Testing

@testable import Viewer

/// Sleep in the window: the page of a night, the choice, the crosshair and the words.
@MainActor @Suite struct NightViewerTests {
    private static let hour = 3_600.0
    /// The last night ends on it.
    private static let last = CivilDate(year: 2026, month: 11, day: 26)

    /// Sixty nights from 23:00 to 7:00 with four stages, and steps by day, in Berlin; night 40 is
    /// missing, and each is later by as many minutes as its number is from the last.
    private func rig(
        _ period: Period = .day, metric: MetricID = .sleep,
        theme: ViewerOptions.ThemeChoice = .light,
        size: Size = Size(width: 1100, height: 720)
    ) throws -> ViewerRig {
        let zone = try ZoneRules.named("Europe/Berlin")
        let calendar = CivilCalendar(zone: zone, firstWeekday: LocaleFormat.current.weekStart)
        var columns: [MetricID: SampleColumns] = [:]
        func add(_ id: MetricID, _ start: Double, _ hours: Double, _ value: Double) {
            columns[id, default: SampleColumns()].append(
                start: start, end: start + hours * Self.hour, value: value, source: 0)
        }
        for number in 0..<60 {
            let midnight = calendar.start(of: Self.last.adding(days: number - 59))
            if number != 40 {
                let bed = midnight - Self.hour + Double(59 - number) * 60
                let parts: [(Double, Double, SleepStage)] = [
                    (0, 0.25, .awake), (0.25, 2, .core), (2, 3.5, .deep), (3.5, 6, .core),
                    (6, 8, .rem),
                ]
                for (from, to, stage) in parts {
                    add(
                        .sleep, bed + from * Self.hour, to - from, Double(stage.rawValue))
                }
            }
            for hour in 9..<18 { add(.steps, midnight + Double(hour) * Self.hour, 0.5, 400) }
        }
        var snapshot = ImportSnapshot()
        snapshot.metrics = try columns.map { id, columns in
            MetricData(
                MetricSamples(metric: try #require(Metric(id)), columns: columns),
                calendar: calendar)
        }
        snapshot.report = ImportReport()
        return try ViewerRig(
            ViewerOptions(
                files: [], zone: zone, metric: metric.rawValue, period: period,
                date: calendar.start(of: Self.last), theme: theme, size: size,
                library: ":memory:"), reducesMotion: true, snapshot: snapshot)
    }

    private func nights(_ rig: ViewerRig) throws -> NightsMarks {
        try #require(rig.model.metricChart?.parts.nights)
    }

    /// The hours of the visible range after the midnight of the last day.
    private func hours(_ rig: ViewerRig, _ days: Int = 0) -> [Double] {
        let midnight = rig.model.calendar.start(of: Self.last.adding(days: days))
        return [rig.model.x.range.min, rig.model.x.range.max].map { ($0 - midnight) / Self.hour }
    }

    private func texts(_ nodes: [SemanticNode]) -> [String] {
        nodes.flatMap { [$0.name, $0.value] + texts($0.children) }
            .map { $0.replacing("\u{a0}", with: " ").replacing("\u{202f}", with: " ") }
    }

    // MARK: The page of a night

    @Test func aDayOfSleepIsANight() throws {
        let rig = try rig()
        #expect(try nights(rig).picture == .lanes)
        #expect(hours(rig) == [-2, 8])
        let words = texts([rig.viewer.scene.tree])
        #expect(words.contains("Night to Thursday 26 November 2026"))
        for text in ["Bedtime", "23:00", "Woke up", "07:00", "Asleep", "7 h 45 min"] {
            #expect(words.contains(text), "\(text)")
        }
        #expect(words.contains("the same as Wednesday"), "7 h 45 min each night")
        // The page before it is the night before, which is one minute later.
        rig.press(.left)
        rig.settle()
        #expect(hours(rig, -1) == [-2, 9], "to 7:01, and an hour more")
        #expect(texts([rig.viewer.scene.tree]).contains("Night to Wednesday 25 November 2026"))
        rig.press(.right)
        rig.settle()
        #expect(hours(rig) == [-2, 8])
        #expect(!rig.model.canTurnPage(by: 1), "there is no night after the last day")
    }

    @Test func aNightWithoutDataIsAPage() throws {
        let rig = try rig()
        for _ in 0..<19 { rig.press(.left) }
        rig.settle()
        let span = try #require(rig.model.dates.daySpan(of: rig.model.x.range))
        let day = rig.model.calendar.date(of: span.max.nextDown)
        #expect(day == Self.last.adding(days: -19), "number 40")
        #expect(rig.model.metricChart?.hasData(over: rig.model.x.range) == false)
        #expect(hours(rig, -19) == [-3, 9])
    }

    @Test func anotherMetricShowsTheSameDate() throws {
        let rig = try rig()
        rig.press(.left)
        rig.settle()
        rig.model.choose(.steps, at: rig.time)
        rig.settle()
        #expect(hours(rig, -1) == [0, 24], "the calendar's day")
        rig.press(.left)
        rig.settle()
        rig.model.choose(.sleep, at: rig.time)
        rig.settle()
        let span = try #require(rig.model.dates.daySpan(of: rig.model.x.range))
        #expect(rig.model.calendar.date(of: span.max.nextDown) == Self.last.adding(days: -2))
    }

    @Test func aFlickTurnsOneNight() throws {
        let rig = try rig()
        rig.press(.left)
        rig.settle()
        let dates = rig.model.dates
        let now = rig.model.x.range
        func rest(_ released: Double, _ thrown: Double) -> CivilDate {
            let view = now.offset(by: released * Self.hour)
            let span = dates.days.restingSpan(
                for: view.offset(by: thrown * Self.hour), from: view,
                flick: thrown == 0 ? 0 : thrown > 0 ? 1 : -1, in: rig.model.calendar)
            return rig.model.calendar.date(of: span.max.nextDown)
        }
        let own = Self.last.adding(days: -1)
        #expect(rest(2, 0) == own && rest(-2, 0) == own)
        #expect(rest(1, 3) == own.adding(days: 1))
        #expect(rest(-1, -3) == own.adding(days: -1))
        #expect(rest(-1, 3) == own, "back to where it came from")
        #expect(rest(16, 0) == own.adding(days: 1), "dragged most of the way")
    }

    @Test func theWheelLeadsIntoTheNight() throws {
        let rig = try rig(.week)
        #expect(try nights(rig).picture == .clock)
        let plot = rig.plot
        for _ in 0..<40 where rig.model.x.range.length > 30 * Self.hour {
            rig.send(
                .wheel(Vector(dx: 0, dy: -1)),
                Point(x: plot.minX + plot.width * 0.4, y: plot.midY))
            rig.settle()
        }
        #expect(try nights(rig).picture == .lanes)
        #expect(rig.model.dates.period == nil)
    }

    // MARK: Pictures

    @Test(arguments: [ViewerOptions.ThemeChoice.light, .dark]) func blocksAreWhereTheirTimesAre(
        theme: ViewerOptions.ThemeChoice
    ) throws {
        let rig = try rig(theme: theme)
        let picture = try rig.viewer.draw()
        let (plot, colors) = (rig.plot, rig.model.appearance.theme)
        func color(_ hours: Double, lane: Int) -> String {
            let x = plot.minX + (hours + 2) / 10 * plot.width
            let y = plot.minY + (Double(lane) + 0.5) / 4 * plot.height
            let pixel = picture[Int(x), Int(y)]
            return Color(
                red: Float(pixel.red) / 255, green: Float(pixel.green) / 255,
                blue: Float(pixel.blue) / 255
            ).hexString
        }
        // 23:15 to 1:00 core, to 2:30 deep, to 5:00 core, to 7:00 REM sleep.
        #expect(color(0.1, lane: 2) == colors.coreSleep.hexString)
        #expect(color(1.7, lane: 3) == colors.deepSleep.hexString)
        #expect(color(4, lane: 2) == colors.coreSleep.hexString)
        #expect(color(6, lane: 1) == colors.remSleep.hexString)
        #expect(color(-0.87, lane: 0) == colors.awake.hexString)
        #expect(color(6, lane: 3) != colors.deepSleep.hexString)
        // Just before and after the border of core and deep sleep, at 1:00.
        let half = 0.06
        #expect(color(1 + half, lane: 3) == colors.deepSleep.hexString)
        #expect(color(1 - half, lane: 3) != colors.deepSleep.hexString)
        #expect(color(1 - half, lane: 2) == colors.coreSleep.hexString)
    }

    @Test func depthGrowsDarkerInBothThemes() {
        for theme in [Theme.light, .dark] {
            func light(_ color: Color) -> Double { color.contrast(with: Color(hex: 0x000000)) }
            #expect(light(theme.remSleep) > light(theme.coreSleep))
            #expect(light(theme.coreSleep) > light(theme.deepSleep))
        }
    }

    @Test func barsAreFromBedtimeToWaking() throws {
        let rig = try rig(.week)
        let clock = try nights(rig).clock
        let last = try #require(clock.mark.bars.last)
        #expect(last.values == Extent(min: -7 * Self.hour, max: 0.75 * Self.hour))
        #expect(last.segments.map { ($0.high - $0.low) / Self.hour } == [2, 2.5, 1.5, 1.75])
        // The axis is the clock, and grows downwards.
        let chart = try #require(rig.model.chart)
        let labels = chart.placedLabels(rig.viewer.scene.resources.typesetter).y
        let texts = labels.sorted { $0.rect.y < $1.rect.y }.map(\.text)
        #expect(texts.first == "22:00" && texts.contains("00:00"), "\(texts)")
        let top = chart.projection.py(last.values.max)
        let midnight = chart.projection.py(0)
        #expect(top < midnight)
    }

    @Test func aNightWithoutDataIsADottedLine() throws {
        let rig = try rig(.month)
        rig.press(.left)
        rig.settle()
        rig.press(.right)
        rig.settle()
        let missing = rig.model.calendar.start(of: Self.last.adding(days: -19)) + 12 * Self.hour
        let gaps = rig.model.chart?.foreground.compactMap { $0 as? MissingNights }.first
        #expect(gaps?.places == [missing] && gaps?.isHidden == false)
    }

    @Test func longPagesShowMeansAndThenHours() throws {
        let rig = try rig(.halfYear)
        let nights = try nights(rig)
        #expect(nights.picture == .clock && nights.bars.unit == .week)
        // The last week: 23:04, 23:03 … as the nights before the last are later by their number.
        let week = try #require(nights.clock.members.last)
        let bar = try #require(nights.clock.mark.bars.last)
        let mean = (0..<week.count).reduce(0.0) { $0 + Double($1) } / Double(week.count) * 60
        #expect(abs(bar.values.max - (Self.hour - mean)) < 1e-3)
        for period in [Period.year] {
            rig.model.choose(period, at: rig.time)
            rig.settle()
            #expect(nights.picture == .hours)
        }
    }

    // MARK: The choice

    @Test func theChoiceIsMadeByKeysAndKept() throws {
        let rig = try rig(.month)
        let control = try #require(rig.node(.nights))
        #expect(control.children.map(\.isSelected) == [true, false])
        rig.press(.character("h"))
        rig.settle()
        #expect(try nights(rig).picture == .hours)
        #expect(rig.model.chart?.marks.first === rig.model.metricChart?.bars?.mark)
        #expect((rig.model.chart?.y.range.min ?? -1) == 0)
        rig.press(.character("h"))
        rig.settle()
        #expect(try nights(rig).picture == .clock)
        // By Tab and Enter.
        try rig.focus(ControlID(NightView.hours.command, in: .legend))
        rig.press(.enter)
        rig.settle()
        #expect(try nights(rig).picture == .hours)
        let view = SavedView(
            files: [], metric: "sleep", period: "m", from: 0, to: 1, page: nil, route: nil,
            nights: rig.model.active.nightView.rawValue)
        let again = try JSONDecoder().decode(SavedView.self, from: JSONEncoder().encode(view))
        #expect(again.nights.flatMap(NightView.init(rawValue:)) == .hours)
        // Where it makes no difference, it says why.
        rig.model.choose(.day, at: rig.time)
        rig.settle()
        let command = try #require(rig.viewer.controller.commands[NightView.hours.command])
        #expect(command.reason()?.isEmpty == false)
        #expect(rig.node(.nights)?.children.allSatisfy { !$0.isEnabled } == true)
    }

    @Test func aValueAxisMovedByHandIsReleasedByAnotherPicture() throws {
        let rig = try rig(.week)
        let chart = try #require(rig.model.chart)
        chart.y.pin(to: Extent(min: -10_000, max: 0), at: rig.time, duration: 0)
        rig.settle()
        #expect(chart.hasPinnedValues)
        rig.press(.character("h"))
        rig.settle()
        #expect(!chart.hasPinnedValues && chart.y.range.min == 0)
    }

    @Test func stagesAreHiddenAndShown() throws {
        let rig = try rig(.week)
        let nights = try nights(rig)
        rig.model.active.toggleSeries("rem", at: rig.time)
        rig.settle()
        #expect(nights.clock.mark.bars.last?.segments.count == 3)
        rig.model.choose(.day, at: rig.time)
        rig.settle()
        #expect(nights.lanes.mark.blocks.allSatisfy { nights.lanes.stages[$0.lane] != .rem })
        rig.model.active.toggleSeries("awake", at: rig.time)
        rig.model.active.showAllSeries(at: rig.time)
        rig.settle()
        #expect(nights.hidden.isEmpty)
    }

    // MARK: Words

    @Test func theCrosshairReadsNights() throws {
        let rig = try rig(.week)
        rig.send(
            .pointerMoved, Point(x: rig.plot.minX + rig.plot.width * 3.5 / 7, y: rig.plot.midY))
        rig.frame()
        let reading = try #require(rig.reading)
        #expect(reading.date == "Wed 25 to Thu 26 Nov")
        let board = try #require(rig.node("board"))
        #expect(
            texts([board])[1]
                == "7 h 45 min, 23:00 – 07:00, 15 min Awake, 2 h REM sleep, 4 h 15 min Core sleep, "
                + "1 h 30 min Deep sleep")
        // The keys step from night to night.
        let step = try #require(rig.model.metricChart?.step(from: reading.time, by: -1))
        #expect(reading.time - step == 24 * Self.hour)
    }

    @Test func theCrosshairReadsBlocks() throws {
        let rig = try rig()
        rig.send(
            .pointerMoved, Point(x: rig.plot.minX + rig.plot.width * 3.7 / 10, y: rig.plot.midY))
        rig.frame()
        let reading = try #require(rig.reading)
        #expect(reading.rows.map(\.name) == ["Deep sleep"])
        #expect(texts([try #require(rig.node("board"))])[1] == "1 h 30 min Deep sleep")
        #expect(reading.span?.length == 1.5 * Self.hour)
        let next = try #require(rig.model.metricChart?.step(from: reading.time, by: 1))
        #expect(rig.model.metricChart?.reading(at: next)?.rows.first?.name == "Core sleep")
    }

    @Test func theLanesAreInTheTree() throws {
        let rig = try rig()
        let chart = try #require(rig.node(.chart))
        #expect(chart.children.map(\.name) == ["Awake", "REM", "Core", "Deep"])
        #expect(
            texts(chart.children) == [
                "Awake", "15 min", "REM", "2 h", "Core", "4 h 15 min", "Deep", "1 h 30 min",
            ])
        let legend = try #require(rig.model.metricChart?.legend)
        let details = Dictionary(uniqueKeysWithValues: legend.map { ($0.name, $0.detail) })
        // 120, 255 and 90 of 465 minutes: 25.8, 54.8 and 19.4 %.
        #expect(details["REM"] == rig.model.locale.percent(0.26))
        #expect(details["Core"] == rig.model.locale.percent(0.55))
        #expect(details["Deep"] == rig.model.locale.percent(0.19))
        #expect(details["Awake"] == "1 time")
    }

    @Test func aWeekHasItsFigures() throws {
        let rig = try rig(.week)
        rig.press(.left)
        rig.settle()
        // 16 to 22 November: 10 to 4 minutes after 23:00, and a whole week.
        let figures = try #require(rig.model.metricChart).figures(over: rig.model.x.range)
        #expect(figures.map(\.caption) == ["Bedtime", "Woke up", "Regularity", "Asleep a night"])
        #expect(figures[0].figure.text == "23:07" && figures[1].figure.text == "07:07")
        #expect(texts([rig.viewer.scene.tree]).contains("the same as the week before"))
        // A minute earlier each night: two of 1,440 minutes differ, seen every five minutes.
        let regularity = try #require(Double(figures[2].figure.number))
        #expect(regularity >= 99 && figures[2].figure.unit == "of 100")
    }

    @Test func aPartOfANightCanBeSelected() throws {
        let rig = try rig()
        let chart = try #require(rig.model.chart)
        // From one to four: an hour and a half of deep sleep, and as long of core sleep.
        let span = Extent(
            min: chart.x.range.min + 3 * Self.hour, max: chart.x.range.min + 6 * Self.hour)
        let data = try #require(rig.model.metricChart?.data)
        let summary = data.nightSummary(over: span)
        #expect(summary.total == 3 * Self.hour && summary.daysWithData == 1)
        // All of the page is the night, compared with the night before.
        let figures = try #require(rig.model.active.figuresInView)
        #expect(figures.span == chart.x.range)
        #expect(figures.summary.total == 7.75 * Self.hour)
        #expect(figures.before.total == 7.75 * Self.hour)
        #expect(figures.spanBefore == rig.model.dates.dayPage(before: chart.x.range))
    }

    @Test func theTableOfANightHasItsStages() throws {
        let rig = try rig()
        let shown = try #require(rig.model.metricChart)
        rig.model.active.toggleSeries("awake", at: rig.time)
        let bytes = ChartTable(shown, over: rig.model.x.range).bytes
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        #expect(lines.count == 5, "a heading and four stages")
        #expect(lines[0].hasPrefix("start,end,stage,duration,unit"))
        #expect(lines[2].contains(",deep,5400,s,1.5,h"), "\(lines[2])")
    }

    @Test func timesOfTheWholeDayHaveNoMean() throws {
        let calendar = CivilCalendar(zone: .utc)
        var columns = SampleColumns()
        let start = calendar.start(of: CivilDate(year: 2026, month: 5, day: 4))
        for day in 0..<6 {
            let time = start + (Double(day) * 24 + Double(day % 3) * 7 - 3) * Self.hour
            columns.append(
                start: time, end: time + 3 * Self.hour, value: Double(SleepStage.core.rawValue),
                source: 0)
        }
        let timeline = NightTimeline(columns, calendar: calendar)
        #expect(NightSummary(timeline.nights).bedClock == nil)
    }

    @Test func changesOfTimesAreEarlierAndLater() {
        func figure(_ value: Double) -> CaptionedFigure {
            CaptionedFigure(caption: "Bedtime", value) { Figure("\($0[0])") }
                .comparedAsTime { $0 < 30 ? nil : Figure("\(Int($0 / 60)) min") }
        }
        #expect(figure(600).changed(from: figure(0), of: "May").change == "10 min later than May")
        #expect(figure(0).changed(from: figure(600), of: "May").change == "10 min earlier than May")
        #expect(figure(0).changed(from: figure(10), of: "May").change == "the same as May")
    }

    @Test func yearsOfNightsCostWhatIsInView() throws {
        let calendar = CivilCalendar(zone: .utc)
        var columns = SampleColumns()
        let start = calendar.start(of: CivilDate(year: 2010, month: 1, day: 1))
        for day in 0..<5_000 {
            for part in 0..<20 {
                let time = start + Double(day) * 24 * Self.hour + Double(part) * 1_200
                columns.append(
                    start: time, end: time + 1_200,
                    value: Double([SleepStage.core, .deep, .rem][part % 3].rawValue), source: 0)
            }
        }
        let data = MetricData(
            MetricSamples(metric: try #require(Metric(.sleep)), columns: columns),
            calendar: calendar)
        let timeline = try #require(data.nights?.timeline)
        #expect(timeline.nights.count == 5_000 && timeline.blocks.count == 100_000)
        let month = calendar.span(of: .month, containing: start + 2_000 * 24 * Self.hour)
        #expect(timeline.indices(ofDaysCentredIn: month).count == 30)
    }
}
