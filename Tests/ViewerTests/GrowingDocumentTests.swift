import ChartCore
import ChartInteraction
import Charts
import Geometry
import HealthData
import Testing

@testable import Viewer

/// The parts that stay still and the parts that move while a file is read.
@MainActor @Suite struct GrowingDocumentTests {
    private static let day = 86_400.0
    private let calendar = CivilCalendar(zone: .utc)

    /// A viewer that has begun to read, and has shown that for some seconds.
    private func reading(for seconds: Double) throws -> ViewerRig {
        let rig = try ViewerRig(
            ViewerOptions(period: .month, theme: .light, library: ":memory:"),
            snapshot: ImportSnapshot())
        rig.model.beginReading()
        rig.frame()
        rig.wait(seconds)
        return rig
    }

    /// The steps of the first days, more on each, also as other metrics; with a report once
    /// complete.
    private func snapshot(
        days: Int, isComplete: Bool = false, _ metrics: [MetricID] = [.steps]
    ) throws -> ImportSnapshot {
        var columns = SampleColumns()
        for day in 0..<days {
            let start = Double(day) * Self.day
            columns.append(
                start: start + 36_000, end: start + 37_000, value: 3000 + Double(day) * 1000,
                source: 0)
        }
        var snapshot = ImportSnapshot()
        snapshot.metrics = try metrics.map {
            MetricData(
                MetricSamples(metric: try #require(Metric($0)), columns: columns),
                calendar: calendar)
        }
        if isComplete { snapshot.report = ImportReport() }
        return snapshot
    }

    /// The opacities of all labels of the axes.
    private func opacities(_ rig: ViewerRig) throws -> [Double] {
        let labels = try #require(rig.model.chart)
            .placedLabels(rig.viewer.scene.resources.typesetter)
        return (labels.x + labels.y).map(\.opacity)
    }

    @Test func aGrowingChartStandsInEveryFrame() throws {
        let rig = try reading(for: 0.01)
        for (days, isComplete) in [(20, false), (70, false), (400, true)] {
            let before = rig.model.x.range
            rig.model.show(try snapshot(days: days, isComplete: isComplete), at: rig.time + 0.001)
            #expect(!rig.frame(after: 0.02), "\(days) days: nothing is moving")
            #expect(rig.model.x.range != before, "\(days) days: the newest are shown")
            let metricChart = try #require(rig.model.metricChart)
            #expect(metricChart.bars?.mark.growth == 1)
            #expect(metricChart.chart.y.range.contains(2000 + Double(days) * 1000))
            let opacities = try opacities(rig)
            #expect(opacities.count > 8 && opacities.allSatisfy { $0 == 1 })
        }
    }

    @Test func barsThatGrewDoNotRiseLaterAndOthersDo() throws {
        let rig = try reading(for: 0.01)
        let both: [MetricID] = [.steps, .flights]
        rig.model.show(try snapshot(days: 70, both), at: rig.time)
        rig.model.show(try snapshot(days: 400, isComplete: true, both), at: rig.time)
        rig.settle()
        let steps = try #require(rig.model.metricCharts[.steps]?.bars).mark
        let flights = try #require(rig.model.metricCharts[.flights]?.bars).mark
        #expect(rig.model.selected == .steps)
        rig.model.choose(.flights, at: rig.time)
        #expect(flights.growth == 0, "it was never seen")
        rig.settle()
        rig.model.choose(.steps, at: rig.time)
        #expect(steps.growth == 1)
    }

    @Test func whatComesAtOnceRises() throws {
        let rig = try reading(for: 0.01)
        rig.model.show(try snapshot(days: 70, isComplete: true), at: rig.time + 0.001)
        #expect(rig.frame(after: 0.02))
        let bars = try #require(rig.model.metricChart?.bars).mark
        #expect(bars.growth > 0 && bars.growth < 1)
    }

    @Test func whereAHandWasLabelsFadeAsEver() throws {
        let rig = try reading(for: 0.01)
        rig.model.show(try snapshot(days: 70), at: rig.time + 0.001)
        rig.frame(after: 0.02)
        rig.model.zoom(by: 3, at: rig.time)
        #expect(rig.frame(after: 0.1))
        rig.model.show(try snapshot(days: 400), at: rig.time + 0.001)
        #expect(rig.frame(after: 0.02), "the zoom continues")
        #expect(try opacities(rig).contains { $0 < 1 })
    }

    /// The reading page fades into the chart if it was seen; if it was hardly visible, it does not.
    @Test(arguments: [(0.01, false), (0.14, false), (0.16, true), (2, true)])
    func thePageOfReadingFadesWhereItWasSeen(seconds: Double, fades: Bool) throws {
        let rig = try reading(for: seconds)
        rig.model.show(try snapshot(days: 70), at: rig.time)
        #expect(rig.frame(after: 0.001) == fades)
        rig.settle()
    }
}
