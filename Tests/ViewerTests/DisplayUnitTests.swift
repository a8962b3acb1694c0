import ChartCore
import Charts
import Foundation
import Geometry
import Localization
import Testing
import Text

@testable import HealthData
@testable import Viewer

/// Values in the chosen units, against plain arithmetic: figures, axes and pictures.
@MainActor @Suite struct DisplayUnitTests {
    private static let pound = 0.453_592_37
    private let calendar = CivilCalendar(zone: .utc)

    private func format(
        _ id: MetricID, _ unit: DisplayUnit? = nil, locale: String = "C"
    ) throws -> MetricFormat {
        let metric = try #require(Metric(id))
        var units = UnitPreferences()
        if let unit { units[try #require(Quantity(metric))] = unit }
        return MetricFormat(metric, locale: LocaleFormat(identifier: locale), units: units)
    }

    private func plain(_ text: String) -> String { text.replacing("\u{A0}", with: " ") }

    // MARK: Figures

    @Test func figuresAreInTheUnitChosen() throws {
        // 160 pounds are 72.5747792 kg, and 11 stones and 6 pounds.
        let weight = 160 * Self.pound
        #expect(try plain(format(.weight).figure(weight).text) == "72.6 kg")
        #expect(try plain(format(.weight, .pound).figure(weight).text) == "160.0 lb")
        #expect(try plain(format(.weight, .stone).figure(weight).text) == "11 st 6.0 lb")
        #expect(try format(.weight, .stone).figure(weight).unit == "lb")
        #expect(try plain(format(.height, .foot).figure(1.8034).text) == "5 ft 11.0 in")
        #expect(try plain(format(.height, .centimeter).figure(1.8034).text) == "180.3 cm")
        #expect(try plain(format(.waist, .inch).figure(0.8636).text) == "34.0 in")
        #expect(try plain(format(.distance, .mile).figure(42_195).text) == "26.2 mi")
        #expect(try plain(format(.distance).figure(42_195).text) == "42.2 km")
        #expect(try plain(format(.elevation).figure(445.3).text) == "445 m")
        #expect(try plain(format(.elevation, .foot).figure(304.8).text) == "1,000 ft")
        #expect(try plain(format(.activeEnergy, .kilojoule).figure(500).text) == "2,092 kJ")
        #expect(try plain(format(.glucose, .millimolePerLiter).figure(99.088).text) == "5.5 mmol/L")
        #expect(try plain(format(.temperature, .fahrenheit).figure(37).text) == "98.6 °F")
        // 120 × 133.3224 / 1000 = 15.99…, 80 × 133.3224 / 1000 = 10.66…
        #expect(
            try plain(format(.bloodPressure, .kilopascal).pair(120, 80).text) == "16.0/10.7 kPa")
    }

    @Test func whatWasWrittenInAUnitIsReadInIt() throws {
        // Half of the last digit shown: the conversion does not decide how it is rounded.
        for (pounds, text) in [(160.25, "160.3"), (160.35, "160.4"), (99.95, "100.0")] {
            #expect(try format(.weight, .pound).figure(pounds * Self.pound).number == text)
        }
        #expect(
            try format(.glucose, .millimolePerLiter).figure(5.55 * 18.016).number == "5.6")
        #expect(try format(.temperature, .fahrenheit).figure((98.65 - 32) / 1.8).number == "98.7")
    }

    @Test func differencesHaveTheFactorAndNotTheOffset() throws {
        let fahrenheit = try format(.temperature, .fahrenheit)
        #expect(plain(fahrenheit.difference(0.5).text) == "+0.9 °F")
        #expect(fahrenheit.difference(-1).number == "\u{2212}1.8")
        #expect(fahrenheit.difference(0).number == "0.0")
        #expect(fahrenheit.difference(0.25, signed: false).number == "0.5")
        #expect(try format(.weight, .pound).difference(-Self.pound).number == "\u{2212}1.0")
        #expect(
            try plain(format(.weight, .stone).difference(-15.5 * Self.pound).text)
                == "\u{2212}1 st 1.5 lb")
        #expect(try format(.weight).difference(-2.6).number == "\u{2212}2.6")
    }

    @Test func rangesHaveOneUnit() throws {
        // 70.6 / 0.45359237 = 155.65, 75 / 0.45359237 = 165.35.
        #expect(
            try plain(format(.weight, .pound).range(70.6, 75).text) == "155.6 – 165.3 lb")
        #expect(
            try plain(format(.weight, .stone).range(154 * Self.pound, 161 * Self.pound).text)
                == "11 st 0.0 – 11 st 7.0 lb")
        // 70 / 18.016 = 3.89, 180 / 18.016 = 9.99.
        #expect(
            try plain(format(.glucose, .millimolePerLiter).range(70, 180).text)
                == "3.9 – 10.0 mmol/L")
    }

    @Test func theLocaleChoosesWhereNobodyHas() throws {
        let weight = 160 * Self.pound
        for (locale, text) in [
            ("C", "72.6 kg"), ("POSIX", "72.6 kg"), ("C.UTF-8", "72.6 kg"),
            ("en_US.UTF-8", "160.0 lb"), ("en_GB.UTF-8", "11 st 6.0 lb"),
            ("de_DE.UTF-8", "72,6 kg"), ("en_CA.UTF-8", "72.6 kg"),
        ] {
            #expect(try plain(format(.weight, locale: locale).figure(weight).text) == text)
        }
        for (locale, text) in [
            ("C", "99 mg/dL"), ("de_DE", "99 mg/dL"), ("en_GB", "5.5 mmol/L"),
            ("sv_SE", "5,5 mmol/L"),
        ] {
            #expect(try plain(format(.glucose, locale: locale).figure(99.088).text) == text)
        }
        #expect(
            try plain(format(.weight, .kilogram, locale: "en_US").figure(weight).text) == "72.6 kg")
    }

    // MARK: On the axis

    /// A laid out chart of one reading a day, with chosen units.
    private func metricChart(
        _ id: MetricID, _ values: [Double], _ units: UnitPreferences = UnitPreferences()
    ) throws -> (metricChart: MetricChart, labels: () -> [ReportedLabel]) {
        var columns = SampleColumns()
        let start = calendar.start(of: CivilDate(year: 2026, month: 3, day: 2))
        for (index, value) in values.enumerated() {
            let time = start + Double(index) * 86_400 + 28_800
            columns.append(start: time, end: time, value: value, source: 0)
        }
        let range = Extent(min: start, max: start + Double(values.count) * 86_400)
        let x = Dimension(id: "x", kind: .time(calendar), direction: .horizontal)
        x.updater.setSource(range, update: true)
        let made = MetricChart.make(
            MetricData(
                MetricSamples(metric: try #require(Metric(id)), columns: columns),
                calendar: calendar), x: x, calendar: calendar,
            locale: LocaleFormat(identifier: "C"), theme: .light)
        made.follow(Preferences(units: units))
        let fonts = try FontLibrary()
        let typesetter = Typesetter(fonts: fonts)
        return (
            made,
            {
                for _ in 0..<2 {
                    _ = made.rangeDidChange(range, at: .immediate)
                    made.chart.fitValues(over: range, at: 0, animated: false)
                    made.chart.prepare(
                        in: Rect(x: 0, y: 0, width: 700, height: 400), deviceScale: 1,
                        typesetter: typesetter)
                }
                return made.chart.placedLabels(typesetter).y.sorted { $0.value < $1.value }
            }
        )
    }

    @Test func axesAreRoundInTheUnitShown() throws {
        var units = UnitPreferences()
        units[.temperature] = .fahrenheit
        units[.glucose] = .millimolePerLiter
        units[.mass] = .stone
        let temperatures = try metricChart(.temperature, [36.4, 36.9, 37.6, 36.7], units).labels()
        #expect((3...6).contains(temperatures.count))
        for label in temperatures {
            let number = try #require(Double(label.text))
            #expect(abs(label.value - (number - 32) / 1.8) < 1e-9)
            #expect(abs(number * 2 - (number * 2).rounded()) < 1e-9, "\(label.text)")
        }
        let glucose = try metricChart(.glucose, [85, 140, 101, 210, 66], units).labels()
        #expect((3...6).contains(glucose.count))
        for label in glucose {
            let number = try #require(Double(label.text))
            #expect(number == number.rounded() && abs(label.value - number * 18.016) < 1e-9)
        }
        // 70.5 to 75.2 kg with some margin are 154.9 to 166.3 pounds: from 11 to 12 stones.
        let stones = try metricChart(.weight, [70.5, 75.2, 72], units).labels()
        #expect(stones.map { plain($0.text) } == ["11 st", "11 st 7", "12 st"])
        for (label, pounds) in zip(stones, [154.0, 161, 168]) {
            #expect(abs(label.value - pounds * Self.pound) < 1e-9)
        }
    }

    @Test func bandsStayWhereTheyAreAndTellTheirUnit() throws {
        var preferences = Preferences()
        preferences.units[.glucose] = .millimolePerLiter
        let (metricChart, labels) = try metricChart(.glucose, [85, 140, 101, 210, 66])
        let before = labels().map(\.text)
        #expect(metricChart.legend.last.map { plain($0.name) } == "Target 70 – 180 mg/dL")
        let revision = metricChart.legendRevision
        metricChart.follow(preferences)
        #expect(metricChart.legendRevision != revision)
        #expect(metricChart.legend.last.map { plain($0.name) } == "Target 3.9 – 10.0 mmol/L")
        #expect(metricChart.chart.background.compactMap { ($0 as? Zone)?.range } == [70...180])
        #expect(labels().map(\.text) != before)
        let reading = try #require(metricChart.reading(at: metricChart.data.extent.min))
        // 85 / 18.016 = 4.72.
        #expect(plain(reading.rows[0].figure.text) == "4.7 mmol/L" && reading.value == 85)
        preferences.units = UnitPreferences()
        metricChart.follow(preferences)
        #expect(labels().map(\.text) == before)
    }

    @Test func zonesOfBloodPressureTellTheirUnit() throws {
        var columns = SampleColumns()
        for day in 0..<3 {
            let time = Double(20_514 + day) * 86_400 + 28_800
            columns.append(start: time, end: time, value: 138, second: 88, source: 0)
        }
        let x = Dimension(id: "x", kind: .time(calendar), direction: .horizontal)
        let range = Extent(min: 20_514 * 86_400, max: 20_517 * 86_400)
        x.updater.setSource(range, update: true)
        let made = MetricChart.make(
            MetricData(
                MetricSamples(metric: try #require(Metric(.bloodPressure)), columns: columns),
                calendar: calendar), x: x, calendar: calendar,
            locale: LocaleFormat(identifier: "C"), theme: .light)
        func written() -> [String] {
            made.chart.annotations.compactMap { $0 as? EdgeNames }.flatMap { $0.names.map(\.text) }
        }
        _ = made.rangeDidChange(range, at: .immediate)
        #expect(
            written() == [
                "Elevated", "Hypertension range, 135 and above", "Systolic limit 135",
                "Diastolic limit 85",
            ])
        var preferences = Preferences()
        preferences.units[.pressure] = .kilopascal
        made.follow(preferences)
        // 135 × 133.3224 / 1000 = 17.998…, and 85 of them are 11.332…
        #expect(
            written() == [
                "Elevated", "Hypertension range, 18.0 and above", "Systolic limit 18.0",
                "Diastolic limit 11.3",
            ])
        let average = try #require(made.figures(over: range).last)
        // 138 and 88 mmHg; the category is computed in mmHg.
        #expect(plain(average.figure.text) == "18.4/11.7 kPa")
        #expect(average.chip == FigureChip(.high, "Hypertension range"))
        #expect(made.latest.text.hasPrefix("18.4/11.7"))
    }

    // MARK: Spans

    @Test func spansTellDifferencesWithoutTheOffset() throws {
        var units = UnitPreferences()
        units[.temperature] = .fahrenheit
        let made = try metricChart(.temperature, [36.0, 36.2, 36.5, 37.0, 37.5, 37], units)
            .metricChart
        let data = made.data
        func summary(_ from: Int, _ to: Int) -> (Extent, SpanSummary) {
            let first = data.extent.min
            let span = Extent(
                min: first + Double(from) * 86_400, max: first + Double(to) * 86_400)
            return (
                span, data.summary(over: span, isClosed: true, unit: nil, calendar: calendar)
            )
        }
        let (span, now) = summary(2, 4)
        let (spanBefore, before) = summary(0, 1)
        let report = SpanReport(
            SpanFigures(span: span, summary: now, spanBefore: spanBefore, before: before), made,
            calendar: calendar)
        func row(_ name: String) throws -> SpanReport.Row {
            try #require(report.rows.first { $0.name == name })
        }
        // 36.5, 37.0 and 37.5 °C after 36.0 and 36.2: means of 37 and 36.1, 98.6 and 96.98 °F.
        let mean = try row("Average")
        #expect(plain(mean.value) == "98.6 °F" && plain(mean.before) == "97.0 °F")
        #expect(plain(mean.difference) == "+1.6 °F")
        let change = try row("First to last")
        // A whole degree after a fifth of one.
        #expect(plain(change.value) == "+1.8 °F" && plain(change.before) == "+0.4 °F")
        #expect(plain(change.difference) == "+1.4 °F")
        #expect(plain(try row("Highest").value) == "99.5 °F")
        // A program receives the unit that values are stored in.
        #expect(report.table.contains(",37,36.5,37.5,1,°C"))
        #expect(report.text.contains("98.6\u{A0}°F"))
    }

    // MARK: Questions

    @Test func answersArePreviewedInTheUnitShown() throws {
        var question = OpenQuestion(
            id: "unit.weight", assumed: "kg", choices: ["kg", "lb"], reason: "no unit is stated")
        func rows(_ question: OpenQuestion) throws -> ArraySlice<DialogModel.Row> {
            var units = UnitPreferences()
            let weight = try #require(Metric(.weight))
            units[try #require(Quantity(weight))] = .pound
            return QuestionRows.rows(
                QuestionRows.Entry(path: "a.csv", file: 0, number: 0, question: question),
                locale: LocaleFormat(identifier: "C"), units: units
            ).dropFirst()
        }
        #expect(try rows(question).allSatisfy { $0.trailing == "" })
        question.note(latest: 171.4)
        // 171.4 kg are 377.87 pounds; if they had been pounds, the value would be 171.4.
        #expect(
            try rows(question).map { plain($0.trailing) } == [
                "latest: 377.9 lb", "latest: 171.4 lb",
            ])
    }

    // MARK: Pictures

    private func options(
        _ file: String, _ few: FewSamples, _ units: UnitPreferences
    ) throws -> ViewerOptions {
        var options = ViewerOptions(
            files: [file], zone: .utc, metric: few.metric, period: .month, theme: .light,
            size: Size(width: 700, height: 500), library: ":memory:")
        options.units = units
        return options
    }

    @Test func poundsAreRoundAndAtTheirPixels() throws {
        let files = try TestFiles()
        let file = try files.write(FewSamples.weights.text, "weights.csv")
        var units = UnitPreferences()
        units[.mass] = .pound
        let shot = try Shot(try options(file, .weights, units))
        let lines = shot.ticks.filter { $0.axis == "y" }.sorted { $0.value < $1.value }
        #expect((3...6).contains(lines.count))
        let pounds = try lines.map { try #require(Double($0.label)) }
        // From 77.9 to 82.1 kg: 171.7 to 181.0 pounds.
        #expect(pounds.allSatisfy { $0 == $0.rounded() && (160...190).contains($0) })
        let steps = Set(zip(pounds.dropFirst(), pounds).map { $0 - $1 })
        #expect(steps.count == 1 && [2, 5].contains(steps.first))
        // The axis begins and ends on ticks, or half a step beyond them.
        let (low, high) = (shot.y.min / Self.pound, shot.y.max / Self.pound)
        #expect(low <= 171.7 && high >= 181)
        let half = try #require(steps.first) / 2
        for end in [low, high] {
            let halves = (end - (try #require(pounds.first))) / half
            #expect(abs(halves - halves.rounded()) < 1e-6, "\(end)")
        }
        let ground = try #require(UInt32(Theme.light.card.hexString.dropFirst(), radix: 16))
        for (line, number) in zip(lines, pounds) {
            // The value is that of the record, in kilograms.
            #expect(abs(line.value - number * 0.453_592_37) < 1e-9)
            let row = Int(
                (shot.plot.maxY - (number - low) / (high - low) * shot.plot.height).rounded(.down))
            var clear = 0
            for column in Int(shot.plot.minX) + 1..<Int(shot.plot.maxX) {
                guard shot.pixel(column, row - 3) == ground, shot.pixel(column, row + 3) == ground
                else { continue }
                let inked = (row - 2...row + 2).filter { shot.pixel(column, $0) != ground }
                if inked.count == 1, abs(inked[0] - row) <= 1 { clear += 1 }
            }
            #expect(Double(clear) > shot.plot.width * 0.4, "\(line.label): \(clear)")
        }
        // Samples are where the formula in kilograms puts them.
        let color = try #require(shot.colors["measured"])
        for sample in FewSamples.weights.samples {
            #expect(shot.pixel(at: shot.place(sample.time, sample.values[0])) == color)
        }
        let root = try #require(
            try JSONSerialization.jsonObject(with: Data(shot.layout.utf8)) as? [String: Any])
        #expect(root["unit"] as? String == "lb")
        // In kilograms the same file gives another picture, with the same time axis.
        let kilograms = try Shot(try options(file, .weights, UnitPreferences()))
        #expect(kilograms.x == shot.x && kilograms.bitmap != shot.bitmap)
        #expect(kilograms.layout.contains(#""unit":"kg""#))
    }

    // MARK: Choosing

    private func viewer(
        _ metric: String, _ size: Size = Size(width: 1100, height: 720)
    ) throws
        -> OffscreenViewer
    {
        try OffscreenViewer(
            ViewerOptions(
                files: SampleFiles.all, zone: .utc, metric: metric, theme: .light, size: size,
                library: ":memory:"), scale: 1, reducesMotion: true)
    }

    @Test func theKeyShowsTheNextUnitOfTheSameView() throws {
        let viewer = try viewer("weight")
        let model = viewer.model
        var kept = Preferences()
        model.appearance.onPin = { $0(&kept) }
        func press() {
            viewer.controller.press([KeyCombination(.character("u"))])
            _ = viewer.scene.advance(to: 2)
        }
        func value(_ id: String) -> String? {
            viewer.scene.tree.first { $0.id == id }.map { plain($0.value) }
        }
        let chart = try #require(model.chart)
        let (x, y) = (model.x.range, chart.y.range)
        let values = try #require(model.metricChart).chart.marks.reduce(Extent.nothing) {
            $0.union($1.isHidden ? .nothing : $1.values(over: x))
        }
        #expect(value("metric.weight")?.contains(" kg · ") == true)
        for (unit, suffix, size) in [
            (DisplayUnit.pound, " lb", Self.pound), (.stone, " lb", Self.pound),
        ] {
            press()
            #expect(model.metricChart?.format.unit == unit && kept.units[.mass] == unit)
            #expect(model.x.range == x)
            #expect(chart.y.range.contains(values))
            // Both ends are whole or half pounds, and no farther from the data than one tick distance.
            for end in [chart.y.range.min, chart.y.range.max] {
                #expect(abs(2 * end / size - (2 * end / size).rounded()) < 1e-6)
            }
            #expect(chart.y.range.length < 3 * y.length)
            #expect(value("metric.weight")?.contains(suffix + " · ") == true)
            #expect(value("metric.weight")?.contains(" st ") == (unit == .stone))
            let told = viewer.scene.tree.flattened.filter { $0.id.hasPrefix("figure.") }
            #expect(!told.isEmpty && told.allSatisfy { $0.value.hasSuffix("lb") })
        }
        press()
        #expect(model.metricChart?.format.unit == .kilogram)
        #expect(model.x.range == x && chart.y.range == y)
        #expect(value("metric.weight")?.contains(" kg · ") == true)
        // Steps have no other unit.
        model.choose(MetricID("steps"), at: 3)
        let pins = model.appearance.pins
        press()
        #expect(model.appearance.pins == pins)
    }

    @Test func aBoardAndAMarkedSpanFollowAtOnce() throws {
        let viewer = try viewer("weight")
        let model = viewer.model
        func text(_ id: String) -> String {
            let node = viewer.scene.tree.first { $0.id == id }
            return (node?.flattened ?? []).map { $0.name + " " + $0.value }.joined(separator: "; ")
        }
        model.active.crosshair.move(toEnd: true, at: 2)
        _ = viewer.scene.advance(to: 2)
        let value = try #require(model.active.reading?.value)
        #expect(text("board").contains("kg") && !text("board").contains("lb"))
        model.appearance.pin(at: 3) { $0.units[.mass] = .pound }
        _ = viewer.scene.advance(to: 3)
        #expect(text("board").contains("lb") && !text("board").contains("kg"))
        #expect(model.active.reading?.value == value)
        model.active.spans.begin(at: 4)
        model.active.spans.extend(by: -4, at: 4)
        model.active.spans.finish(at: 4)
        _ = viewer.scene.advance(to: 4)
        #expect(text("selection").contains("lb"))
        model.appearance.pin(at: 5) { $0.units[.mass] = .kilogram }
        _ = viewer.scene.advance(to: 5)
        #expect(text("selection").contains("kg") && !text("selection").contains("lb"))
    }

    @Test func theMenuOffersTheUnitsOfWhatIsOnShow() throws {
        for (metric, units) in [
            ("weight", ["kg", "lb", "st"]), ("blood-pressure", ["mmHg", "kPa"]), ("steps", nil),
        ] as [(String, [String]?)] {
            let viewer = try viewer(metric)
            #expect(viewer.controller.press(control: "menu"))
            _ = viewer.scene.advance(to: 2)
            func choice() -> SemanticNode? { viewer.scene.tree.first { $0.id == "menu.unit" } }
            guard let units else {
                #expect(choice() == nil)
                continue
            }
            let node = try #require(choice())
            #expect(node.name == "Unit" && node.children.map(\.isSelected).first == true)
            #expect(
                node.children.compactMap(\.command?.name)
                    == units.map { "unit.\(metric == "weight" ? "mass" : "pressure").\($0)" })
            let last = try #require(node.children.last)
            #expect(viewer.controller.press(control: last.id))
            _ = viewer.scene.advance(to: 2)
            #expect(choice()?.children.last?.isSelected == true && viewer.dialog == .menu)
            #expect(viewer.model.metricChart?.format.unit?.symbol == units.last)
        }
    }

    @Test func aFullMenuHasRoomInTheSmallestWindow() throws {
        let viewer = try viewer("weight", Size(width: 360, height: 480))
        viewer.host.canAddToLibrary = true
        viewer.host.canShowLibrary = true
        #expect(viewer.controller.press(control: "menu"))
        _ = viewer.scene.advance(to: 2)
        let body = try #require(viewer.scene.tree.first { $0.id == "menu.body" })
        // Theme, contrast, motion, zones and unit; open, export, keep, show, notes, targets, keys and
        // report.
        #expect(body.children.count == 13)
        #expect(viewer.scene.layout.window.contains(body.frame))
        for (above, below) in zip(body.children, body.children.dropFirst()) {
            #expect(above.frame.maxY <= below.frame.minY)
        }
    }

    @Test func unitsAreKeptWithTheOtherPreferences() throws {
        let files = try TestFiles()
        let library = files.folder.appendingPathComponent("library").path
        var pins = Preferences(appearance: .dark)
        pins.units[.mass] = .pound
        #expect(pins.save(library: library) && Preferences.load(library: library) == pins)
        let path = URL(fileURLWithPath: library + "/settings.json")
        let text = try String(contentsOf: path, encoding: .utf8)
        #expect(text == #"{"theme":"dark","units":{"mass":"lb"}}"#)
        try Data(#"{"theme":"dark","units":["lb"]}"#.utf8).write(to: path)
        #expect(Preferences.load(library: library) == Preferences(appearance: .dark))
        try Data(#"{"units":{"mass":"mile","glucose":"mmol/L"}}"#.utf8).write(to: path)
        var glucose = UnitPreferences()
        glucose[.glucose] = .millimolePerLiter
        #expect(Preferences.load(library: library) == Preferences(units: glucose))
    }
}
