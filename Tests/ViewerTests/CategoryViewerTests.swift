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

/// The viewer over a file of names and values, on a clock of the test's own.
@MainActor
private final class CategoryStage {
    static let names = "りんご みかん バナナ ぶどう いちご 桃 梨 柿 すいか メロン さくらんぼ パイナップル キウイフルーツ"
        .split(separator: " ").map(String.init)
    static let values: [Double] = [7, 1, 2, 6, 3, 9, 2, 9, 1, 5, 1, 1, 6]
    static let text =
        "名前,個数\n"
        + zip(names, values).map { "\($0),\(Int($1))\n" }.joined()

    let files: TestFiles
    let viewer: OffscreenViewer
    private(set) var time = 100.0
    private(set) var ranges: [(String, Extent, String)] = []

    init(
        _ text: String = CategoryStage.text, also more: [String] = [], metric: String? = nil,
        page: Int? = nil, size: Size = Size(width: 1100, height: 720), reducesMotion: Bool = false
    ) throws {
        files = try TestFiles()
        var options = ViewerOptions(
            files: [try files.write(text, "names.csv")] + more, zone: .utc, metric: metric,
            theme: .light, size: size, library: ":memory:")
        options.page = page
        viewer = try OffscreenViewer(options, scale: 1, reducesMotion: reducesMotion)
        viewer.controller.now = { [unowned self] in time }
        viewer.model.onRange = { [unowned self] in ranges.append(($0, $1, $2)) }
        settle()
    }

    var model: ViewerModel { viewer.model }
    var presenter: CategoryPresenter? { model.presenter as? CategoryPresenter }
    var range: Extent { model.axis.range }

    @discardableResult
    func step(_ seconds: Double) -> Bool {
        time += seconds
        viewer.controller.advance(to: time)
        viewer.controller.refreshCommands()
        return viewer.scene.advance(to: time)
    }

    func settle() {
        for _ in 0..<600 where step(1.0 / 60) {}
        #expect(!step(1.0 / 60), "it comes to rest")
    }

    func press(_ key: Key) {
        time += 0.2
        viewer.controller.press([KeyCombination(key)])
        step(0)
    }

    func send(_ kind: InputEvent.Kind, _ place: Point, after seconds: Double = 0.01) {
        time += seconds
        viewer.controller.handle(InputFrame(InputEvent(time: time, position: place, kind: kind)))
    }

    func node(_ id: String) -> SemanticNode? { viewer.scene.tree.first { $0.id == id } }
    var figures: [String] {
        (0..<4).compactMap { node("figure.\($0)") }.map { $0.name + " " + $0.value }
    }
    var title: String { node("headline")?.value ?? "" }
}

/// Values by name in the viewer.
@MainActor @Suite struct CategoryViewerTests {
    @Test func thirteenNamesAreThreePages() throws {
        let stage = try CategoryStage()
        #expect(stage.model.selected?.rawValue == "category:個数")
        #expect(!stage.model.isTimed)
        #expect(stage.node("headline")?.name == "個数")
        #expect(stage.title == "1 – 5 of 13")
        #expect(stage.figures == ["Average 4.077", "Total of 13 53"])
        #expect(stage.range == Extent(min: -0.5, max: 4.5))
        stage.press(.right)
        stage.settle()
        #expect(stage.range == Extent(min: 4.5, max: 9.5))
        #expect(stage.title == "6 – 10 of 13")
        stage.press(.pageDown)
        stage.press(.pageDown)
        stage.settle()
        #expect(stage.title == "11 – 13 of 13")
        #expect(stage.range == Extent(min: 9.5, max: 14.5), "the last page keeps its slots")
        stage.press(.home)
        stage.settle()
        #expect(stage.title == "1 – 5 of 13")
        // The trace tells of ranges in numbers of names.
        #expect(stage.ranges.contains { $0.0 == "x" && $0.1 == Extent(min: 4.5, max: 9.5) })
    }

    @Test func periodsAndZoomAreOutOfReach() throws {
        let stage = try CategoryStage()
        let segments = ["d", "w", "m", "6m", "y", "all"].compactMap { stage.node("period.\($0)") }
        #expect(segments.count == 6)
        #expect(segments.allSatisfy { !$0.isEnabled && !$0.isSelected })
        for key: Key in [.character("w"), .character("a"), .character("+"), .character("-")] {
            stage.press(key)
            stage.settle()
            #expect(stage.range == Extent(min: -0.5, max: 4.5), "\(key)")
        }
        #expect(stage.model.period == .month, "what has times keeps its period")
    }

    @Test func buttonsTurnPages() throws {
        let stage = try CategoryStage()
        #expect(stage.node("pages")?.value == "1 of 3")
        #expect(stage.node("page.previous")?.isEnabled == false)
        stage.viewer.controller.press(control: "page.next")
        stage.settle()
        stage.viewer.controller.press(control: "page.next")
        stage.settle()
        #expect(stage.node("pages")?.value == "3 of 3")
        #expect(stage.node("page.next")?.isEnabled == false)
        #expect(!stage.viewer.controller.press(control: "page.next"))
        // And they are where they can be pressed.
        let back = try #require(stage.node("page.previous")).frame.center
        stage.send(.pointerMoved, back)
        stage.send(.pointerPressed(.left), back)
        stage.send(.pointerReleased(.left), back)
        stage.settle()
        #expect(stage.node("pages")?.value == "2 of 3")
    }

    @Test func theButtonsAreReachedByKeys() throws {
        let stage = try CategoryStage()
        for _ in 0..<60 where stage.viewer.scene.shownFocus != "page.next" { stage.press(.tab) }
        try #require(stage.viewer.scene.shownFocus == "page.next")
        stage.press(.enter)
        stage.settle()
        #expect(stage.title == "6 – 10 of 13")
        #expect(stage.viewer.scene.shownFocus == "page.next")
    }

    @Test func aSwipeTurnsAndTheOverviewSnaps() throws {
        let stage = try CategoryStage()
        let plot = try #require(stage.model.chart?.plot)
        stage.send(.touchBegan(1), Point(x: plot.maxX - 60, y: plot.midY))
        for step in 1...8 {
            stage.send(
                .touchMoved(1), Point(x: plot.maxX - 60 - Double(step) * 30, y: plot.midY))
            stage.step(0)
        }
        stage.send(.touchEnded(1), Point(x: plot.maxX - 300, y: plot.midY))
        stage.settle()
        let page = try #require(stage.presenter?.categories.page)
        #expect(page >= 1)
        #expect(stage.range == stage.presenter?.categories.pages.window(page))
        let strip = try #require(stage.viewer.scene.layout.overview)
        func place(_ index: Double) -> Point {
            Point(x: strip.x + (index + 0.5) / 15 * strip.width, y: strip.midY)
        }
        let from = place(stage.range.mid)
        stage.send(.pointerMoved, from)
        stage.send(.pointerPressed(.left), from)
        stage.send(.pointerMoved, place(3.1))
        stage.step(0.02)
        #expect(abs(stage.range.mid - 3.1) < 0.05, "live under the hand")
        stage.send(.pointerReleased(.left), place(3.1))
        stage.settle()
        #expect(stage.range == Extent(min: -0.5, max: 4.5), "and to rest on a page")
    }

    @Test func theBoardTellsNameAndValue() throws {
        let stage = try CategoryStage()
        let projection = try #require(stage.model.chart?.projection)
        let plot = try #require(stage.model.chart?.plot)
        stage.model.point(at: Point(x: projection.px(2.3), y: plot.midY))
        #expect(stage.model.reading?.date == "バナナ")
        #expect(stage.model.reading?.value == 2)
        #expect(stage.presenter?.categories.bars.selected == 2)
        // Steps go over the page's border and take the page with them.
        for _ in 0..<3 {
            stage.model.stepCrosshair(by: 1, at: stage.time)
            stage.settle()
        }
        #expect(stage.model.reading?.date == "桃")
        #expect(stage.range == Extent(min: 4.5, max: 9.5))
    }

    @Test func everyBarIsReportedWithItsColour() throws {
        let theme = Theme.theme(.light)
        var counts: [Int] = []
        var accents: [String] = []
        for page in 1...3 {
            let stage = try CategoryStage(page: page, reducesMotion: true)
            let json = try JSONSerialization.jsonObject(
                with: Data(LayoutReport.json(stage.viewer.scene, scale: 1).utf8))
            let root = try #require(json as? [String: Any])
            let bars = try #require(root["bars"] as? [[String: Any]])
            counts.append(bars.count)
            for bar in bars {
                let name = try #require(bar["name"] as? String)
                let index = try #require(CategoryStage.names.firstIndex(of: name))
                #expect(bar["value"] as? Double == CategoryStage.values[index])
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
        let stage = try CategoryStage()
        let categories = try #require(stage.presenter).categories
        var other = CategorySeries(
            zip(CategoryStage.names, CategoryStage.values).map { ($0, $1) })
        other.append(name: "ゆず", value: 12)
        let data = MetricData(
            metric: try #require(stage.presenter?.metric), content: .categories(other), count: 14)
        stage.model.show(ImportSnapshot(metrics: [data]), at: stage.time)
        #expect(categories.bars.isGrowing)
        #expect(categories.bars.shownValue(13) == 0)
        #expect(categories.bars.shownValue(0) == 7, "what is as it was stays")
        stage.step(0.15)
        #expect(abs(categories.bars.shownValue(13) - 9) < 1e-9)
        stage.settle()
        #expect(categories.bars.shownValue(13) == 12)
        #expect(stage.title == "1 – 5 of 14")
    }

    @Test func whatHasTimesKeepsItsOwnView() throws {
        let stage = try CategoryStage(also: SampleFiles.all, metric: "steps")
        #expect(stage.model.isTimed)
        let month = stage.model.x.range
        let order = stage.model.order.map(\.rawValue)
        #expect(order.last == "category:個数")
        stage.model.choose(MetricID("category:個数"), at: stage.time)
        stage.settle()
        stage.press(.right)
        stage.settle()
        #expect(stage.title == "6 – 10 of 13")
        #expect(stage.model.x.range == month)
        stage.model.choose(.steps, at: stage.time)
        stage.settle()
        #expect(stage.model.axis.range == month && stage.model.period == .month)
        #expect(stage.node("period.m")?.isSelected == true)
        stage.model.choose(MetricID("category:個数"), at: stage.time)
        stage.settle()
        #expect(stage.title == "6 – 10 of 13", "each keeps its page")
    }

    @Test(arguments: [
        Size(width: 360, height: 480), Size(width: 1100, height: 720),
        Size(width: 2560, height: 1440),
    ])
    func nothingCoversAnything(size: Size) throws {
        let stage = try CategoryStage(size: size, reducesMotion: true)
        let presenter = try #require(stage.presenter)
        #expect(presenter.categories.pages.barsPerPage == 5)
        let labels = presenter.chart.annotations.flatMap { $0.placedLabels(in: presenter.chart) }
        for (index, a) in labels.enumerated() {
            for b in labels[(index + 1)...] {
                #expect(!a.rect.intersects(b.rect), "\(a.text) and \(b.text)")
            }
            #expect(stage.viewer.scene.layout.card.contains(a.rect))
        }
        for id in ["page.previous", "page.next"] {
            let frame = try #require(stage.node(id)).frame
            #expect(stage.viewer.scene.layout.card.contains(frame))
            #expect(!labels.contains { $0.rect.intersects(frame) }, "\(id)")
        }
    }

    @Test func theOverviewShowsAllBarsOverTheirPlaces() throws {
        let stage = try CategoryStage(reducesMotion: true)
        let presenter = try #require(stage.presenter)
        let shape = presenter.overview(over: stage.model.overviewDomain, columns: 100)
        #expect(shape.high.count == 15)
        for (index, high) in shape.high.enumerated() {
            if index < 13 {
                #expect(abs(high - CategoryStage.values[index] / 9) < 1e-9)
            } else {
                #expect(high.isNaN)
            }
        }
        // More bars than columns: each column has the highest of its bars.
        let many = try CategoryStage(
            "name,value\n" + (0..<1000).map { "n\($0),\($0 % 10)\n" }.joined(),
            reducesMotion: true)
        let summed = try #require(many.presenter).overview(
            over: many.model.overviewDomain, columns: 100)
        #expect(summed.high.count == 100)
        #expect(summed.high.allSatisfy { $0 == 1 })
        let signed = try CategoryStage("name,value\na,-4\nb,4\nc,0\n", reducesMotion: true)
        let both = try #require(signed.presenter).overview(
            over: signed.model.overviewDomain, columns: 100)
        #expect(both.low == [0, 0.5, 0.5] && both.high == [0.5, 1, 0.5])
    }

    @Test func decimalsAreWrittenAsThePersonWritesThem() {
        let german = LocaleFormat(identifier: "de_DE")
        let english = LocaleFormat(identifier: "en_GB")
        #expect(CategoryPresenter.text(1234.5, english) == "1,234.5")
        #expect(CategoryPresenter.text(1234.5, german) == "1.234,5")
        #expect(CategoryPresenter.text(0.000125, english) == "0.000125")
        #expect(CategoryPresenter.text(7, german) == "7")
        #expect(CategoryPresenter.text(-2.5, english) == "\u{2212}2.5")
    }
}
