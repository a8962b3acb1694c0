import ChartScene
import Charts
import Foundation
import Geometry
import Painting
import Testing

/// What marks and charts add to scenes: no display or driver is needed.
@MainActor
@Suite struct MarkSceneTests {
    private static let plot = Rect(x: 0, y: 0, width: 200, height: 100)

    private func scene(_ mark: any Mark, _ purpose: ScenePurpose = .screen) -> Scene {
        let builder = SceneBuilder(
            size: Size(width: 200, height: 100), scale: 1, purpose: purpose)
        let projection = PlotProjection(plot: Self.plot, x: 0...200, y: 0...100)
        mark.encode(into: builder, MarkFrame(projection, in: builder))
        return builder.finish()
    }

    private func kinds(_ scene: Scene) -> [String] {
        scene.items.map { type(of: $0).kind.rawValue }
    }

    @Test(arguments: ReferencePicture.all)
    func everyMarkIsInAScene(_ reference: ReferencePicture) throws {
        let image = try ChartImage(fonts: try Fonts.library())
        for purpose in [ScenePurpose.screen, .document] {
            let scene = image.scene(
                reference.chart(.light), size: ReferencePicture.size, for: purpose)
            // Something is there in addition to grid lines.
            #expect(scene.items.contains { type(of: $0) != RuleItem.self })
            let json = scene.report.json
            #expect(throws: Never.self) {
                try JSONSerialization.jsonObject(with: Data(json.utf8))
            }
            let again = image.scene(
                reference.chart(.light), size: ReferencePicture.size, for: purpose)
            #expect(again.report.json == json, "the same chart is the same scene")
            #expect(!scene.picture().isEmpty)
        }
    }

    @Test func marksAddItemsOfTheirKinds() {
        let series = SampleSeries(times: [0, 50, 100], values: [10, 60, 30])
        let red = Color(hex: 0xFF0000)
        let line = LineMark(id: "line", style: LineStyle(width: 2, color: red))
        line.show(series)
        #expect(kinds(scene(line)) == ["line"])
        let points = PointMark(id: "points", style: PointStyle(radius: 2, fill: red))
        points.show(series)
        #expect(kinds(scene(points)) == ["points"])
        let area = AreaMark(id: "area", positive: .init(red), base: 20)
        area.show(series)
        // One side of the base each.
        #expect(kinds(scene(area)) == ["area", "area"])
        let bars = BarMark(id: "bars", style: BarStyle(width: .fraction(0.5), colors: [red]))
        bars.show([Bar(start: 0, end: 10, value: 50)])
        #expect(kinds(scene(bars)) == ["bars"])
        let band = BandMark(id: "band", style: AreaStyle(upper: red, lower: red))
        band.show(times: [0, 10], lows: [1, 2], highs: [3, 4])
        #expect(kinds(scene(band)) == ["area"])
        let errors = ErrorBarMark(id: "errors", style: ErrorBarStyle(color: red))
        errors.show(times: [5], values: [50], lows: [40], highs: [60])
        #expect(kinds(scene(errors)) == ["errorBars"])
    }

    @Test func aMarkWithoutDataAddsNothing() {
        let red = Color(hex: 0xFF0000)
        let marks: [any Mark] = [
            LineMark(id: "a", style: LineStyle(width: 2, color: red)),
            PointMark(id: "b", style: PointStyle(radius: 2, fill: red)),
            AreaMark(id: "c", positive: .init(red)),
            BarMark(id: "d", style: BarStyle(width: .fraction(0.5), colors: [red])),
            BandMark(id: "e", style: AreaStyle(upper: red, lower: red)),
            ErrorBarMark(id: "f", style: ErrorBarStyle(color: red)),
            RangeBarMark(id: "g", style: .range(width: 3, color: red)),
            GroupedBarMark(id: "h", style: BarStyle(width: .fraction(0.5), colors: [red])),
        ]
        for mark in marks {
            for purpose in [ScenePurpose.screen, .document] {
                #expect(scene(mark, purpose).items.isEmpty, "\(mark.id)")
            }
        }
    }

    @Test func denseSamplesAreColumnsOnAScreenAndExactExtremesInADocument() throws {
        var values = (0..<20_000).map { 50 + 20 * sin(Double($0) / 3000) }
        values[12_345] = 97.25
        let times = (0..<20_000).map { Double($0) / 100 }
        let line = LineMark(
            id: "line", style: LineStyle(width: 1, color: Color(hex: 0xFF0000)))
        line.show(SampleSeries(times: times, values: values))
        #expect(kinds(scene(line)) == ["columns"])
        let document = scene(line, .document)
        #expect(kinds(document) == ["line"])
        guard case .stroke(let path, _, _)? = document.picture().elements.first else {
            Issue.record("no line")
            return
        }
        let points = path.steps.compactMap { step -> Point? in
            switch step {
            case .move(let point), .line(let point): point
            default: nil
            }
        }
        // At most four corners for each quarter of a pixel, and the spike at its position.
        #expect(points.count <= 4 * 4 * 200 + 4)
        let spike = try #require(points.min { $0.y < $1.y })
        #expect(abs(spike.y - 2.75) < 1e-4 && abs(spike.x - 123.45) < 0.25)
        #expect(abs((points.last?.x ?? 0) - 199.99) < 1e-3)
    }

    @Test func aMarkAddsOnlyWhatLiesInThePartsThatAreDrawn() {
        let times = (0..<20_000).map { Double($0) / 100 }
        let line = LineMark(
            id: "line", style: LineStyle(width: 1, color: Color(hex: 0xFF0000)))
        line.show(SampleSeries(times: times, values: times.map { 50 + 20 * sin($0 * 3) }))
        let builder = SceneBuilder(size: Size(width: 200, height: 100), scale: 1)
        let projection = PlotProjection(plot: Self.plot, x: 0...200, y: 0...100)
        var frame = MarkFrame(projection, in: builder)
        frame.parts = [
            PixelRect(x: 10, y: 0, width: 5, height: 100),
            PixelRect(x: 150, y: 0, width: 10, height: 100),
        ]
        #expect(frame.columns(margin: 1) == [9..<16, 149..<161])
        #expect(frame.columns(margin: 80) == [-70..<240])
        line.encode(into: builder, frame)
        guard let item = builder.finish().items.first as? ColumnItem else {
            Issue.record("no columns")
            return
        }
        // Both parts with their margins, and nothing between.
        let places = item.picturedColumns
        #expect(places.allSatisfy { (8...16).contains($0) || (148...161).contains($0) })
        #expect(places.contains(12) && places.contains(155))
    }

    @Test func aChartTellsItsSceneWithItsTexts() throws {
        let image = try ChartImage(fonts: try Fonts.library())
        let chart = Chart {
            LineMark(SampleSeries(times: [0, 1, 2], values: [1, 3, 2]), id: "Weight")
            NumberAxis()
            ValueAxis()
        }
        let scene = image.scene(chart, size: Size(width: 400, height: 300))
        let labels = scene.items.compactMap { $0 as? LabelItem }
        let texts = labels.flatMap { $0.labels.content.labels.map(\.line.text) }
        #expect(texts.contains("1.0") || texts.contains("1"))
        #expect(scene.ground == chart.style.ground)
        #expect(scene.report.json.contains("\"kind\":\"labels\""))
    }

    @Test func nothingIsKeptInAScene() throws {
        let image = try ChartImage(fonts: try Fonts.library())
        let chart = Chart { LineMark(SampleSeries(times: [0, 1], values: [1, 3])) }
        let first = image.scene(chart, size: Size(width: 200, height: 100))
        let second = image.scene(chart, size: Size(width: 200, height: 100))
        #expect(first == second)
        func keeps(_ nodes: [Scene.Node]) -> Bool {
            nodes.contains { node in
                guard case .layer(let layer) = node else { return false }
                return layer.keeping != .nothing || keeps(layer.nodes)
            }
        }
        #expect(!keeps(first.nodes))
    }
}

extension ColumnItem {
    /// The whole units of x that its outline is in; a unit is a pixel.
    @MainActor
    fileprivate var picturedColumns: [Int] {
        let canvas = Canvas(scale: 1)
        record(on: canvas, in: PixelRect(x: 0, y: 0, width: 10_000, height: 10_000))
        guard case .stroke(let path, _, _)? = canvas.finish().elements.first else { return [] }
        return path.steps.compactMap { step in
            switch step {
            case .move(let point), .line(let point): Int(point.x.rounded(.down))
            default: nil
            }
        }
    }
}
