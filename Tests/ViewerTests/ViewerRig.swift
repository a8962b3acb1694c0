import ChartCore
import ChartInteraction
import Charts
import Geometry
import Testing

@testable import Viewer

/// The viewer without a window on the test's own clock: input in, frames out.
@MainActor
class ViewerRig {
    let viewer: OffscreenViewer
    private(set) var time = 100.0

    /// - Parameter snapshot: the initial contents; nil for the files of the options.
    init(
        _ options: ViewerOptions, reducesMotion: Bool = false, snapshot: ImportSnapshot? = nil
    ) throws {
        viewer = try OffscreenViewer(
            options, scale: 1, reducesMotion: reducesMotion, snapshot: snapshot)
        viewer.controller.now = { [unowned self] in time }
        settle()
    }

    /// The sample records in Berlin, with a metric and a page.
    convenience init(
        _ metric: String, _ period: Period, at date: CivilDate,
        size: Size = Size(width: 1100, height: 720), reducesMotion: Bool = false
    ) throws {
        let zone = try ZoneRules.named("Europe/Berlin")
        try self.init(
            ViewerOptions(
                files: SampleFiles.all, zone: zone, metric: metric, period: period,
                date: CivilCalendar(zone: zone).start(of: date), theme: .light, size: size,
                library: ":memory:"), reducesMotion: reducesMotion)
    }

    // MARK: Looking

    var model: ViewerModel { viewer.model }
    var plot: Rect { model.chart?.plot ?? .zero }
    var card: Rect { viewer.scene.card }
    var reading: Reading? { model.active.reading }

    /// A place in the plot, from 0 to 1.
    func at(_ x: Double, _ y: Double = 0.5) -> Point {
        Point(x: plot.x + plot.width * x, y: plot.y + plot.height * y)
    }

    /// The node of a control in the window.
    func node(_ id: ControlID) -> SemanticNode? { viewer.scene.tree.first { $0.id == id } }

    // MARK: Time

    /// Lets time pass without a frame.
    func wait(_ seconds: Double) { time += seconds }

    /// Lets time pass, advances a frame, and returns whether it requests another.
    @discardableResult
    func frame(after seconds: Double = 0) -> Bool {
        wait(seconds)
        viewer.controller.advance(to: time)
        return viewer.scene.advance(to: time)
    }

    /// Advances frames until none is requested.
    func settle() {
        for _ in 0..<600 where frame(after: 1.0 / 60) {}
        #expect(!frame(after: 1.0 / 60), "it comes to rest")
    }

    // MARK: Input

    func send(
        _ kind: InputEvent.Kind, _ place: Point, _ modifiers: Modifiers = [],
        after seconds: Double = 0.02
    ) {
        wait(seconds)
        viewer.controller.handle(
            InputFrame(
                InputEvent(time: time, position: place, kind: kind, modifiers: modifiers)))
    }

    func click(_ place: Point) {
        send(.pointerMoved, place, after: 1)
        send(.pointerPressed(.left), place)
        send(.pointerReleased(.left), place)
        frame()
    }

    func tap(_ place: Point) {
        send(.touchBegan(1), place, after: 1)
        send(.touchEnded(1), place)
        frame()
    }

    func press(_ key: Key, shift: Bool = false, alt: Bool = false) {
        wait(0.2)
        viewer.controller.press([KeyCombination(key, shift: shift, alt: alt)])
        frame()
    }

    /// Presses Tab until a control has the focus.
    func focus(_ id: ControlID) throws {
        for _ in 0..<80 where viewer.scene.shownFocus != id { press(.tab) }
        try #require(viewer.scene.shownFocus == id)
    }
}
