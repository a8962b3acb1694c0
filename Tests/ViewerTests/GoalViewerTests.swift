import ChartCore
import ChartInteraction
import Charts
import Foundation
import Geometry
import Localization
import Testing

@testable import HealthData
@testable import Viewer

/// Goals in the window: the dialog, the line, the figures and the legend.
@MainActor @Suite struct GoalViewerTests {
    private func rig(
        _ metric: String = "steps", _ period: Period = .month,
        size: Size = Size(width: 1100, height: 720)
    ) throws -> ViewerRig {
        try ViewerRig(
            metric, period, at: CivilDate(year: 2025, month: 4, day: 10), size: size,
            reducesMotion: true)
    }

    private func open(_ rig: ViewerRig) {
        rig.press(.character("g"), shift: true)
        rig.settle()
    }

    /// Replaces the text of the field with the keys.
    private func type(_ text: String, _ rig: ViewerRig) {
        rig.viewer.controller.press([KeyCombination(.character("a"), control: true)])
        rig.press(.backspace)
        for character in text {
            rig.viewer.controller.press(
                [KeyCombination(character == " " ? .space : .character(character))],
                text: String(character))
        }
        rig.frame()
    }

    /// Sets a goal by keys alone; returns what the window says about it.
    @discardableResult
    private func set(_ text: String, _ rig: ViewerRig) -> String {
        open(rig)
        type(text, rig)
        rig.press(.enter)
        let message = rig.viewer.context.toast?.text ?? ""
        rig.settle()
        return message
    }

    private func message(_ rig: ViewerRig) -> String {
        plain(rig.node(ControlID("goal.message"))?.name ?? "")
    }

    private func plain(_ text: String) -> String {
        text.replacing("\u{202f}", with: " ").replacing("\u{a0}", with: " ")
    }

    private func goal(_ rig: ViewerRig) -> Goal? {
        rig.model.metricChart.flatMap { rig.model.appearance.pins.goal(of: $0.metric.id) }
    }

    private func item(_ rig: ViewerRig, _ id: String = "goal") -> LegendItem? {
        rig.model.metricChart?.legend.first { $0.id == id }
    }

    private func lines(_ rig: ViewerRig) -> [ReferenceLine] {
        rig.model.chart?.foreground.compactMap { $0 as? ReferenceLine } ?? []
    }

    @Test func aGoalIsSetByKeysAloneAndMovesNoView() throws {
        let rig = try rig()
        let view = rig.model.x.range
        #expect(set("10,000", rig) == "Goal 10,000: set")
        #expect(rig.viewer.context.dialog == nil)
        #expect(goal(rig) == Goal(.steps, .atLeast, 10_000))
        #expect(rig.model.x.range == view && rig.model.dates.period == .month)
        #expect(item(rig)?.name == "Goal 10,000" && item(rig)?.isShown == true)
        #expect(lines(rig).contains { $0.value == 10_000 && $0.dash != nil })
        // It is in the semantic tree as an item of the legend.
        let control = try #require(item(rig)?.control)
        let node = try #require(rig.node(control))
        #expect(node.name.contains("Goal 10,000"))
        // The dialog shows what is set.
        open(rig)
        #expect(rig.node(GoalPrompt.Field.value.id)?.value == "10000")
    }

    @Test func figuresCountTheDaysInView() throws {
        let rig = try rig()
        set("9000", rig)
        let chart = try #require(rig.model.metricChart)
        guard case .totals(let ladder) = chart.data.content else { return }
        let shown = ladder.days.buckets.filter {
            rig.model.x.range.contains($0.span.mid) && $0.count > 0
        }
        let reached = shown.count { $0.sum >= 9_000 }
        let figure = try #require(
            chart.figures(over: rig.model.x.range).first { $0.caption == "Goal reached" })
        #expect(figure.figure.text == "\(reached) of \(shown.count) days")
        #expect(reached > 0 && reached < shown.count)
        // A day's reading says how far it was from the goal.
        for bucket in shown.prefix(12) {
            let rows = try #require(chart.reading(at: bucket.span.mid)).rows
            let row = try #require(rows.last)
            #expect(row.name == (bucket.sum >= 9_000 ? "goal reached" : "to the goal"))
        }
        // Hidden in the legend, it is neither a line nor a figure nor a row.
        rig.model.active.toggleSeries("goal", at: rig.time)
        rig.settle()
        #expect(item(rig)?.isShown == false)
        #expect(lines(rig).allSatisfy { $0.value != 9_000 })
        #expect(!chart.figures(over: rig.model.x.range).contains { $0.caption == "Goal reached" })
    }

    @Test func theLineIsOnlyWhereItMeansSomething() throws {
        let rig = try rig("steps", .year)
        set("6000", rig)
        let chart = try #require(rig.model.metricChart)
        #expect(chart.bars.map { $0.unit > .day } == true)
        #expect(lines(rig).contains { $0.value == 6_000 })
        // A total of a month is no day.
        rig.model.active.show(.total, at: rig.time)
        rig.settle()
        #expect(!lines(rig).contains { $0.value == 6_000 })
        #expect(try #require(item(rig)).explanation.contains("no line"))
        rig.model.active.show(.perDay, at: rig.time)
        rig.settle()
        #expect(lines(rig).contains { $0.value == 6_000 })
        rig.model.choose(.day, at: rig.time)
        rig.settle()
        #expect(chart.bars?.unit == .hour)
        #expect(!lines(rig).contains { $0.value == 6_000 })
    }

    @Test func theAxisReachesToANearGoalAndNotToAFarOne() throws {
        let rig = try rig()
        let before = try #require(rig.model.chart).y.range
        set("\(Int(before.max * 1.4))", rig)
        #expect(try #require(rig.model.chart).y.range.max >= before.max * 1.4)
        set("\(Int(before.max * 5))", rig)
        #expect(try #require(rig.model.chart).y.range == before)
        #expect(item(rig) != nil)
    }

    @Test func impossibleGoalsAreRefusedWithASentence() throws {
        let rig = try rig()
        open(rig)
        for (text, words) in [
            ("", "Write a number"), ("many", "is not a number"), ("0", "above 0"),
            ("-5", "above 0"), ("999999999", "Possible are"),
        ] {
            type(text, rig)
            rig.press(.enter)
            rig.settle()
            #expect(message(rig).contains(words), "\(text): \(message(rig))")
            #expect(rig.viewer.context.dialog is GoalScreen && goal(rig) == nil)
        }
        let weight = try self.rig("weight")
        open(weight)
        type("70", weight)
        weight.viewer.controller.press(control: GoalPrompt.Field.day.id)
        weight.frame()
        for (text, words) in [("2020-05-02", "This day is over"), ("soon", "Write the day")] {
            type(text, weight)
            weight.press(.enter)
            weight.settle()
            #expect(message(weight).contains(words), "\(text): \(message(weight))")
            #expect(goal(weight) == nil)
        }
        type("2031-05-02", weight)
        weight.press(.enter)
        weight.settle()
        let set = try #require(goal(weight))
        #expect(set.day == CivilDate(year: 2031, month: 5, day: 2).days)
        #expect(set.direction == .reach && set.start != nil)
        #expect(item(weight).map { plain($0.name) }?.contains("by 2 May 2031") == true)
    }

    @Test func removingItCanBeUndone() throws {
        let rig = try rig()
        set("8000", rig)
        open(rig)
        rig.viewer.controller.press(control: ControlID(.removeGoal, in: .dialog))
        rig.frame()
        #expect(goal(rig) == nil && item(rig) == nil)
        #expect(!lines(rig).contains { $0.value == 8_000 })
        rig.viewer.context.performToastAction()
        rig.settle()
        #expect(goal(rig)?.value == 8_000 && item(rig) != nil)
    }

    @Test func weekdaysAndDirectionAreChosenByPressing() throws {
        let rig = try rig()
        open(rig)
        type("7000", rig)
        for name in ["Monday to Friday", "At most"] {
            let node = try #require(rig.viewer.scene.tree.first { $0.name == name })
            rig.viewer.controller.press(control: node.id)
            rig.frame()
        }
        let save = try #require(rig.viewer.scene.tree.first { $0.name == "Set the goal" })
        rig.viewer.controller.press(control: save.id)
        rig.settle()
        #expect(goal(rig) == Goal(.steps, .atMost, 7_000, weekdays: Goal.workingDays))
        #expect(item(rig)?.name == "Goal at most 7,000 · Monday to Friday")
    }

    @Test func poundsAreTypedAndShown() throws {
        let rig = try rig("weight")
        rig.viewer.model.appearance.pin(at: rig.time) {
            $0.units[.mass] = .pound
        }
        rig.settle()
        set("155", rig)
        // 155 pounds of 0.45359237 kg.
        #expect(abs(try #require(goal(rig)).value - 155 * 0.45359237) < 1e-9)
        #expect(item(rig).map { plain($0.name) }?.hasPrefix("Goal 155 lb") == true)
        open(rig)
        #expect(rig.node(GoalPrompt.Field.value.id)?.value == "155")
        rig.press(.escape)
        rig.viewer.model.appearance.pin(at: rig.time) { $0.units[.mass] = .kilogram }
        rig.settle()
        #expect(item(rig).map { plain($0.name) }?.hasPrefix("Goal 70.3 kg") == true)
    }

    @Test func durationsNeedTheirUnit() throws {
        let format = MetricFormat(
            try #require(Metric(.sleep)), locale: LocaleFormat(identifier: "C"))
        let hour = 3_600.0
        for (text, value) in [
            ("7:30", 7.5 * hour), ("7 h 30 min", 7.5 * hour), ("7.5 h", 7.5 * hour),
            ("45 min", 0.75 * hour), ("8h", 8 * hour), ("0:45", 0.75 * hour),
        ] {
            #expect(try TypedGoal.value(text, format) == value, "\(text)")
            let again = TypedGoal.text(value, format)
            #expect(try TypedGoal.value(again, format) == value)
        }
        for text in ["7", "7:5", "7:75", "h", "min 5", "25:00", "0:00", "7 h 30", "-1:30", "1:-3"] {
            #expect(throws: TypedReading.Unreadable.self, "\(text)") {
                try TypedGoal.value(text, format)
            }
        }
    }

    @Test func aMetricOfTwoValuesHasNoGoalAndAReason() throws {
        let rig = try rig("blood-pressure")
        open(rig)
        #expect(rig.viewer.context.dialog == nil)
        #expect(rig.viewer.context.commands[.setGoal]?.isEnabled() == false)
        #expect(rig.viewer.context.commands[.setGoal]?.reason() != nil)
    }

    @Test func everythingOfTheDialogIsInTheSmallestWindow() throws {
        for metric in ["steps", "weight"] {
            let rig = try rig(metric, .month, size: Size(width: 360, height: 480))
            open(rig)
            let window = Rect(x: 0, y: 0, width: 360, height: 480)
            for name in ["Set the goal", "Direction"] {
                let node = try #require(rig.viewer.scene.tree.first { $0.name == name }, "\(name)")
                #expect(window.contains(node.frame), "\(metric), \(name): \(node.frame)")
            }
        }
    }

    @Test func rangesArePutOnTheChartAndJudgeItsFigures() throws {
        let rig = try rig("weight")
        rig.press(.character("q"))
        rig.settle()
        let name = "Put on the chart: Half of your last 90 days are within"
        let button = try #require(rig.viewer.scene.tree.first { $0.name == name })
        rig.viewer.controller.press(control: button.id)
        rig.settle()
        rig.press(.escape)
        rig.settle()
        let data = try #require(rig.model.metricChart?.data)
        let usual = try #require(UsualRange(data, .recent, in: rig.model.calendar))
        let shown = try #require(item(rig, "usual"))
        #expect(shown.name == "Your usual range, last 90 days" && !shown.isSeries)
        let chart = try #require(rig.model.metricChart)
        let trend = try #require(
            chart.figures(over: rig.model.x.range).first { $0.caption == "Trend" })
        let value = try #require(trend.dayValue)
        let words =
            usual.range.contains(value)
            ? "Within" : value > usual.range.upperBound ? "Above" : "Below"
        #expect(trend.chip?.text == words + " your usual range")
        // Bands are chosen by a person: nothing else has one.
        #expect(rig.model.appearance.pins.bands == [BandChoice(.weight, .usual)])
        rig.model.active.toggleSeries("usual", at: rig.time)
        #expect(chart.figures(over: rig.model.x.range).allSatisfy { $0.chip == nil })
    }

    @Test func aForecastIsInTheSentenceAndIsNotMadeAgain() throws {
        let rig = try ViewerRig(
            "weight", .year, at: CivilDate(year: 2026, month: 10, day: 1), reducesMotion: true)
        set("70", rig)
        let forecasts = rig.viewer.context.forecasts
        #expect(forecasts.started == 1)
        let guides = try #require(rig.model.metricChart?.guides)
        guard case .between = guides.forecast else {
            Issue.record("\(String(describing: guides.forecast))")
            return
        }
        #expect(try #require(item(rig)).name.contains("about "))
        #expect(try #require(item(rig)).explanation.contains("80"))
        rig.model.choose(.month, at: rig.time)
        rig.settle()
        rig.viewer.model.appearance.pin(at: rig.time) { $0.appearance = .dark }
        rig.settle()
        #expect(forecasts.started == 1)
        // Removed while it is shown: no forecast is left.
        rig.viewer.model.appearance.pin(at: rig.time) { $0.setGoal(nil, of: .weight) }
        rig.settle()
        #expect(item(rig) == nil && guides.forecast == nil)
    }

    @Test func preferencesKeepGoalsAndPassOverBrokenOnes() throws {
        let files = try TestFiles()
        let library = files.folder.path + "/kept"
        var pins = Preferences()
        pins.setGoal(Goal(.steps, .atLeast, 9_000), of: .steps)
        pins.setGoal(Goal(.steps, .atLeast, 10_000), of: .steps)
        pins.bands = [BandChoice(.weight, .usual, year: 2025)]
        #expect(pins.goals.count == 1 && pins.save(library: library))
        #expect(Preferences.load(library: library) == pins)
        // A goal that is none, between others.
        let text =
            #"{"goals":[7,{"metric":"steps","direction":"at-least","value":8000},{"metric":1}],"#
            + #""bands":[{"metric":"weight","kind":"magic"},{"metric":"weight","kind":"usual"}]}"#
        _ = try files.write(text, "kept/settings.json")
        let read = Preferences.load(library: library)
        #expect(read.goals == [Goal(.steps, .atLeast, 8_000)])
        #expect(read.bands == [BandChoice(.weight, .usual)])
    }
}
