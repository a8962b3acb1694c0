import ChartCore
import Charts
import Foundation
import Geometry
import HealthData
import Localization
import Testing

@testable import Viewer

/// The choice between averages of a day and totals, and the edges of views with bars.
@MainActor @Suite struct BarChoiceTests {
    private let day = CivilDate(year: 2025, month: 4, day: 10)

    /// Two years and a half of steps, sleep in stages, heart rates and weights in Berlin.
    private func rig(
        _ metric: MetricID, _ period: Period, size: Size = Size(width: 1100, height: 720)
    ) throws -> ViewerRig {
        let zone = try ZoneRules.named("Europe/Berlin")
        let calendar = CivilCalendar(zone: zone, firstWeekday: LocaleFormat.current.weekStart)
        var columns: [MetricID: SampleColumns] = [:]
        func add(_ id: MetricID, _ start: Double, _ length: Double, _ value: Double) {
            columns[id, default: SampleColumns()].append(
                start: start, end: start + length, value: value, source: 0)
        }
        for number in 0..<910 {
            let midnight = calendar.start(of: CivilDate(year: 2023, month: 2, day: 10 + number))
            add(.sleep, midnight + 600, 3_600, Double(SleepStage.deep.rawValue))
            add(.sleep, midnight + 4_200, 15_000, Double(SleepStage.core.rawValue))
            add(.heartRate, midnight + 36_000, 0, 60 + Double(number % 9))
            add(.weight, midnight + 30_000, 0, 70 + Double(number % 5))
            guard number % 11 != 3 else { continue }
            for hour in 8..<20 {
                add(.steps, midnight + Double(hour) * 3_600, 1_800, Double(300 + number % 400))
            }
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
                date: calendar.start(of: day), theme: .light, size: size, library: ":memory:"),
            reducesMotion: true, snapshot: snapshot)
    }

    private func segment(_ rig: ViewerRig, _ amount: BarAmount) throws -> SemanticNode {
        let control = try #require(rig.node(.bars))
        return try #require(control.children.first { $0.command == amount.command })
    }

    /// The heights of the bars in view.
    private func heights(_ rig: ViewerRig) throws -> [Double] {
        let bars = try #require(rig.model.metricChart?.bars)
        return bars.mark.bars.filter {
            rig.model.x.range.overlaps(Extent(min: $0.start, max: $0.end))
        }
        .map(\.value)
    }

    @Test(arguments: [MetricID.steps, .sleep]) func theChoiceIsInTheRowOfTheLegend(
        metric: MetricID
    ) throws {
        let rig = try self.rig(metric, .halfYear)
        rig.model.active.show(NightView.hours, at: rig.time)
        rig.settle()
        let control = try #require(rig.node(.bars))
        #expect(control.role == .group && control.children.count == 2)
        #expect(control.children.allSatisfy { $0.role == .segment && !$0.explanation.isEmpty })
        if let legend = rig.node("legend") {
            for pill in legend.children {
                for segment in control.children {
                    #expect(pill.frame.intersection(segment.frame).isEmpty)
                }
            }
        }
        #expect(try segment(rig, .perDay).isSelected)
        let (average, top) = (try heights(rig), rig.model.chart?.y.target.max ?? 0)
        rig.click(try segment(rig, .total).frame.center)
        #expect(try segment(rig, .total).isSelected && !segment(rig, .perDay).isSelected)
        let total = try heights(rig)
        #expect(average.count == total.count && total.count > 20)
        for (average, total) in zip(average, total) where average > 0 {
            let days = total / average
            #expect(abs(days - days.rounded()) < 1e-6 && (1...7).contains(days.rounded()))
        }
        #expect((rig.model.chart?.y.target.max ?? 0) > top, "the axis follows")
        // By key, and by Tab.
        rig.press(.character("b"))
        #expect(try heights(rig) == average)
        try rig.focus(ControlID(BarAmount.total.command, in: .legend))
        rig.press(.enter)
        #expect(try heights(rig) == total)
        // Another metric has it too.
        rig.model.choose(metric == .steps ? .sleep : .steps, at: rig.time)
        rig.settle()
        #expect(rig.model.metricChart?.barAmount == .total)
    }

    @Test(arguments: [Period.day, .week, .month]) func barsOfDaysHaveNoChoice(
        period: Period
    ) throws {
        let rig = try self.rig(.steps, .halfYear)
        let place = try #require(rig.node(.bars)).frame
        rig.model.choose(period, at: rig.time)
        rig.settle()
        let control = try #require(rig.node(.bars))
        #expect(control.frame == place, "nothing moves")
        #expect(control.children.allSatisfy { !$0.isEnabled })
        let before = try heights(rig)
        rig.press(.character("b"))
        #expect(rig.model.metricChart?.barAmount == .perDay)
        #expect(try heights(rig) == before)
        let command = try #require(rig.viewer.controller.commands[BarAmount.total.command])
        #expect(command.reason()?.isEmpty == false)
    }

    @Test func readingsHaveNoBars() throws {
        let rig = try self.rig(.weight, .halfYear)
        #expect(rig.node(.bars) == nil)
        #expect(!rig.viewer.controller.commands.run(BarAmount.total.command))
    }

    @Test func whatBarsShowIsKept() throws {
        let rig = try self.rig(.steps, .halfYear)
        let average = try heights(rig)
        rig.model.active.begin(.total)
        rig.model.active.fitValues(at: rig.time, animated: false)
        rig.settle()
        #expect(try heights(rig) != average)
        let view = SavedView(
            files: [], metric: "steps", period: "6m", from: 0, to: 1, page: nil, route: nil,
            bars: rig.model.active.barAmount.rawValue)
        let again = try JSONDecoder().decode(SavedView.self, from: JSONEncoder().encode(view))
        #expect(again.bars.flatMap(BarAmount.init(rawValue:)) == .total)
        // The file of a version that showed totals only.
        let old = try JSONDecoder().decode(
            SavedView.self, from: Data(#"{"files": [], "from": 0, "to": 1}"#.utf8))
        #expect(old.bars == nil)
    }

    @Test(arguments: [Size(width: 1100, height: 720), Size(width: 360, height: 640)])
    func noBarIsCutAtTheEdgeOfAPage(size: Size) throws {
        for metric in [MetricID.steps, .sleep] {
            // The page of a single night has no bars.
            for period in Period.allCases where metric != .sleep || period != .day {
                let rig = try self.rig(metric, period, size: size)
                let range = rig.model.x.range
                let bars = try #require(rig.model.metricChart?.bars)
                let shown = bars.mark.totals.indices(over: range)
                for index in shown {
                    #expect(
                        range.contains(bars.mark.totals.buckets[index].span),
                        "\(metric), \(period), \(bars.unit)")
                }
            }
        }
    }

    @Test func theLeastViewIsOneBar() throws {
        let rig = try self.rig(.steps, .week)
        for _ in 0..<20 { rig.model.zoom(by: 2, at: rig.time) }
        rig.settle()
        #expect(rig.model.x.range.length >= 3_599 && rig.model.x.range.length < 3_601)
        #expect(rig.model.shortestWindow == rig.model.metricChart?.leastView)
        // The stages of a night can be looked at as closely.
        rig.model.choose(.sleep, at: rig.time)
        rig.settle()
        #expect(rig.model.x.range.length < 3_601)
        #expect(rig.model.metricChart?.parts.nights?.picture == .lanes)
    }
}
