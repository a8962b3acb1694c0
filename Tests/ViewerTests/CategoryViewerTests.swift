import ChartCore
import ChartInteraction
import Charts
import Foundation
import Geometry
import HealthData
import Localization
import Testing
import Text

@testable import Viewer

/// The viewer over a file of names and values.
@MainActor
private final class CategoryRig: ViewerRig {
    static let names = "りんご みかん バナナ ぶどう いちご 桃 梨 柿 すいか メロン さくらんぼ パイナップル キウイフルーツ"
        .split(separator: " ").map(String.init)
    static let values: [Double] = [7, 1, 2, 6, 3, 9, 2, 9, 1, 5, 1, 1, 6]
    static let text =
        "名前,個数\n"
        + zip(names, values).map { "\($0),\(Int($1))\n" }.joined()

    let files: TestFiles
    private(set) var ranges: [(String, Extent, String)] = []

    init(
        _ text: String = CategoryRig.text, also more: [String] = [], metric: String? = nil,
        page: Int? = nil, size: Size = Size(width: 1100, height: 720), reducesMotion: Bool = false
    ) throws {
        files = try TestFiles()
        var options = ViewerOptions(
            files: [try files.write(text, "names.csv")] + more, zone: .utc, metric: metric,
            theme: .light, size: size, library: ":memory:")
        options.page = page
        try super.init(options, reducesMotion: reducesMotion)
        model.onRange = { [unowned self] in ranges.append(($0, $1, $2)) }
    }

    var metricChart: MetricChart? { model.metricChart }
    var categories: CategoryChart? { (metricChart?.parts.marks as? CategoryMarks)?.categories }
    var range: Extent { model.axis.range }

    var figures: [String] {
        (0..<4).compactMap { node("figure.\($0)") }.map { $0.name + " " + $0.value }
    }
    var title: String { node("headline")?.value ?? "" }
}

/// Values by name in the viewer.
@MainActor @Suite struct CategoryViewerTests {
    /// 1 + 2 + 2 over three is 1.67: shown with one digit, because all values are whole numbers.
    @Test func theAverageIsOneDigitFinerThanTheValues() throws {
        let whole = try CategoryRig("name,value\na,1\nb,\nc,2\nd,2\n")
        #expect(whole.figures.first == "Average 1.7")
        let tenths = try CategoryRig("name,value\na,1.5\nb,2\nc,2.5\nd,2.1\n")
        #expect(tenths.figures.first == "Average 2.03")
    }

    @Test func thirteenNamesAreThreePages() throws {
        let rig = try CategoryRig()
        #expect(rig.model.selected?.rawValue == "category:個数")
        #expect(!rig.model.isTimed)
        #expect(rig.node("headline")?.name == "個数")
        #expect(rig.title == "1 – 5 of 13")
        #expect(rig.figures == ["Average 4.1", "Total of 13 53"])
        #expect(rig.range == Extent(min: -0.5, max: 4.5))
        rig.press(.right)
        rig.settle()
        #expect(rig.range == Extent(min: 4.5, max: 9.5))
        #expect(rig.title == "6 – 10 of 13")
        rig.press(.pageDown)
        rig.press(.pageDown)
        rig.settle()
        #expect(rig.title == "11 – 13 of 13")
        #expect(rig.range == Extent(min: 9.5, max: 14.5), "the last page keeps its slots")
        rig.press(.home)
        rig.settle()
        #expect(rig.title == "1 – 5 of 13")
        // The trace has ranges in numbers of names.
        #expect(rig.ranges.contains { $0.0 == "x" && $0.1 == Extent(min: 4.5, max: 9.5) })
    }

    @Test func periodsAndZoomAreOutOfReach() throws {
        let rig = try CategoryRig()
        let segments = ["d", "w", "m", "6m", "y", "all"].compactMap { rig.node("period.\($0)") }
        #expect(segments.count == 6)
        #expect(segments.allSatisfy { !$0.isEnabled && !$0.isSelected })
        for key: Key in [.character("w"), .character("a"), .character("+"), .character("-")] {
            rig.press(key)
            rig.settle()
            #expect(rig.range == Extent(min: -0.5, max: 4.5), "\(key)")
        }
        #expect(rig.model.dates.period == .month, "data with times keeps its period")
    }

    @Test func buttonsTurnPages() throws {
        let rig = try CategoryRig()
        #expect(rig.node("pages")?.value == "1 of 3")
        #expect(rig.node("page.previous")?.isEnabled == false)
        rig.viewer.controller.press(control: "page.next")
        rig.settle()
        rig.viewer.controller.press(control: "page.next")
        rig.settle()
        #expect(rig.node("pages")?.value == "3 of 3")
        #expect(rig.node("page.next")?.isEnabled == false)
        #expect(!rig.viewer.controller.press(control: "page.next"))
        // The buttons are where they can be pressed.
        let back = try #require(rig.node("page.previous")).frame.center
        rig.send(.pointerMoved, back)
        rig.send(.pointerPressed(.left), back)
        rig.send(.pointerReleased(.left), back)
        rig.settle()
        #expect(rig.node("pages")?.value == "2 of 3")
    }

    @Test func theButtonsAreReachedByKeys() throws {
        let rig = try CategoryRig()
        try rig.focus("page.next")
        rig.press(.enter)
        rig.settle()
        #expect(rig.title == "6 – 10 of 13")
        #expect(rig.viewer.scene.shownFocus == "page.next")
    }

    @Test func aSwipeTurnsAndTheOverviewSnaps() throws {
        let rig = try CategoryRig()
        let plot = try #require(rig.model.chart?.plot)
        rig.send(.touchBegan(1), Point(x: plot.maxX - 60, y: plot.midY), after: 0.01)
        for step in 1...8 {
            rig.send(
                .touchMoved(1), Point(x: plot.maxX - 60 - Double(step) * 30, y: plot.midY),
                after: 0.01)
            rig.frame()
        }
        rig.send(.touchEnded(1), Point(x: plot.maxX - 300, y: plot.midY), after: 0.01)
        rig.settle()
        let page = try #require(rig.categories?.page)
        #expect(page >= 1)
        #expect(rig.range == rig.categories?.pages.window(page))
        let strip = try #require(rig.viewer.scene.area?.frames.overview)
        func place(_ index: Double) -> Point {
            Point(x: strip.x + (index + 0.5) / 15 * strip.width, y: strip.midY)
        }
        let from = place(rig.range.mid)
        rig.send(.pointerMoved, from)
        rig.send(.pointerPressed(.left), from)
        rig.send(.pointerMoved, place(3.1))
        rig.frame(after: 0.02)
        #expect(abs(rig.range.mid - 3.1) < 0.05, "live during the drag")
        rig.send(.pointerReleased(.left), place(3.1))
        rig.settle()
        #expect(rig.range == Extent(min: -0.5, max: 4.5), "and to rest on a page")
    }

    @Test func theBoardTellsNameAndValue() throws {
        let rig = try CategoryRig()
        let projection = try #require(rig.model.chart?.projection)
        let plot = try #require(rig.model.chart?.plot)
        rig.model.active.point(at: Point(x: projection.px(2.3), y: plot.midY))
        #expect(rig.model.active.reading?.date == "バナナ")
        #expect(rig.model.active.reading?.value == 2)
        #expect(rig.categories?.bars.selected == 2)
        // Steps continue over the page's border and take the page along.
        for _ in 0..<3 {
            rig.model.active.crosshair.step(by: 1, at: rig.time)
            rig.settle()
        }
        #expect(rig.model.active.reading?.date == "桃")
        #expect(rig.range == Extent(min: 4.5, max: 9.5))
    }

    @Test func everyBarIsReportedWithItsColour() throws {
        let theme = Theme.theme(.light)
        var counts: [Int] = []
        var accents: [String] = []
        for page in 1...3 {
            let rig = try CategoryRig(page: page, reducesMotion: true)
            let json = try JSONSerialization.jsonObject(
                with: Data(LayoutReport.json(rig.viewer.scene, scale: 1).utf8))
            let root = try #require(json as? [String: Any])
            let bars = try #require(root["bars"] as? [[String: Any]])
            counts.append(bars.count)
            for bar in bars {
                let name = try #require(bar["name"] as? String)
                let index = try #require(CategoryRig.names.firstIndex(of: name))
                #expect(bar["value"] as? Double == CategoryRig.values[index])
                if bar["color"] as? String == theme.activity.hexString { accents.append(name) }
            }
            let ticks = try #require(root["ticks"] as? [[String: Any]])
            let names = ticks.filter { $0["axis"] as? String == "x" }
                .compactMap { $0["label"] as? String }
            #expect(
                names.map { $0.filter { $0 != "\n" } } == bars.compactMap { $0["name"] as? String })
            #expect(ticks.contains { $0["axis"] as? String == "page" })
        }
        #expect(counts == [5, 5, 3])
        #expect(accents == ["桃", "柿"])
    }

    @Test func barsGrowWhenTheFileComes() throws {
        let rig = try CategoryRig()
        let categories = try #require(rig.categories)
        var other = CategorySeries(
            zip(CategoryRig.names, CategoryRig.values).map { ($0, $1) })
        other.append(name: "ゆず", value: 12)
        let data = MetricData(
            metric: try #require(rig.metricChart?.metric), content: .categories(other), count: 14)
        rig.model.show(ImportSnapshot(metrics: [data]), at: rig.time)
        #expect(categories.bars.isGrowing)
        #expect(categories.bars.shownValue(13) == 0)
        #expect(categories.bars.shownValue(0) == 7, "an unchanged page stays")
        rig.frame(after: 0.15)
        #expect(abs(categories.bars.shownValue(13) - 9) < 1e-9)
        rig.settle()
        #expect(categories.bars.shownValue(13) == 12)
        #expect(rig.title == "1 – 5 of 14")
    }

    @Test func whatHasTimesKeepsItsOwnView() throws {
        let rig = try CategoryRig(also: SampleFiles.all, metric: "steps")
        #expect(rig.model.isTimed)
        let month = rig.model.x.range
        let order = rig.model.order.map(\.rawValue)
        #expect(order.last == "category:個数")
        rig.model.choose(MetricID("category:個数"), at: rig.time)
        rig.settle()
        rig.press(.right)
        rig.settle()
        #expect(rig.title == "6 – 10 of 13")
        #expect(rig.model.x.range == month)
        rig.model.choose(.steps, at: rig.time)
        rig.settle()
        #expect(rig.model.axis.range == month && rig.model.dates.period == .month)
        #expect(rig.node("period.m")?.isSelected == true)
        rig.model.choose(MetricID("category:個数"), at: rig.time)
        rig.settle()
        #expect(rig.title == "6 – 10 of 13", "each keeps its page")
    }

    @Test(arguments: [
        Size(width: 360, height: 480), Size(width: 1100, height: 720),
        Size(width: 2560, height: 1440),
    ])
    func nothingCoversAnything(size: Size) throws {
        let rig = try CategoryRig(size: size, reducesMotion: true)
        let metricChart = try #require(rig.metricChart)
        #expect(rig.categories?.pages.barsPerPage == 5)
        let labels = metricChart.chart.annotations.flatMap {
            $0.placedLabels(in: metricChart.chart)
        }
        for (index, a) in labels.enumerated() {
            for b in labels[(index + 1)...] {
                #expect(!a.rect.intersects(b.rect), "\(a.text) and \(b.text)")
            }
            #expect(rig.viewer.scene.card.contains(a.rect))
        }
        for id in ["page.previous", "page.next"] as [ControlID] {
            let frame = try #require(rig.node(id)).frame
            #expect(rig.viewer.scene.card.contains(frame))
            #expect(!labels.contains { $0.rect.intersects(frame) }, "\(id)")
        }
    }

    @Test func theOverviewShowsAllBarsOverTheirPlaces() throws {
        let rig = try CategoryRig(reducesMotion: true)
        let metricChart = try #require(rig.metricChart)
        let shape = metricChart.overview(over: rig.model.overviewDomain, columns: 100)
        #expect(shape.high.count == 15)
        for (index, high) in shape.high.enumerated() {
            if index < 13 {
                #expect(abs(high - CategoryRig.values[index] / 9) < 1e-9)
            } else {
                #expect(high.isNaN)
            }
        }
        // More bars than columns: each column has the highest of its bars.
        let many = try CategoryRig(
            "name,value\n" + (0..<1000).map { "n\($0),\($0 % 10)\n" }.joined(),
            reducesMotion: true)
        let summed = try #require(many.metricChart).overview(
            over: many.model.overviewDomain, columns: 100)
        #expect(summed.high.count == 100)
        #expect(summed.high.allSatisfy { $0 == 1 })
        let signed = try CategoryRig("name,value\na,-4\nb,4\nc,0\n", reducesMotion: true)
        let both = try #require(signed.metricChart).overview(
            over: signed.model.overviewDomain, columns: 100)
        #expect(both.low == [0, 0.5, 0.5] && both.high == [0.5, 1, 0.5])
    }

    @Test func decimalsAreWrittenAsThePersonWritesThem() {
        let german = LocaleFormat(identifier: "de_DE")
        let english = LocaleFormat(identifier: "en_GB")
        #expect(CategoryMarks.text(1234.5, english) == "1,234.5")
        #expect(CategoryMarks.text(1234.5, german) == "1.234,5")
        #expect(CategoryMarks.text(0.000125, english) == "0.000125")
        #expect(CategoryMarks.text(7, german) == "7")
        #expect(CategoryMarks.text(-2.5, english) == "\u{2212}2.5")
    }
}
