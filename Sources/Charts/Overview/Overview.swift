// The strip with a whole record, and the window over it that shows and moves the range of a dimension.
//
// The strip and the window are two pictures: the strip is recorded when the record, its size or its
// colours change, the window when it moves. So a pan costs a few rectangles, however long the record
// is. A press follows the rules of `OverviewDrag`.

import ChartCore
import ChartInteraction
import ChartScene
import Geometry
import Painting

/// A small picture of a whole record with a window that shows and moves the range of a dimension.
///
/// Dragging the middle of the window moves it, dragging a handle changes its length; a press next to
/// it moves it there. `move` does the same by keys. In a figure it is below the charts
/// (`ChartFigure.overview`), and the values of the charts follow it. A program that draws an overview
/// elsewhere calls `handle`, `prepare` and `encode`.
///
/// Cost: the shape is made again when the record, the domain or the number of columns changes, in
/// O(columns · log samples); a pan records a few rectangles.
@MainActor
public final class Overview: InputTool {
    /// The dimension whose range the window is.
    public let dimension: Dimension
    /// Colours and distances; nil for those of the figure's theme.
    public var style: Style?
    /// The colour of the record in the style of a theme; nil for the theme's first series.
    public var color: Color?
    /// The height of the strip in a figure, in points.
    public var height = 56.0
    /// The width of a column, in points; a line has two points in it.
    public var columnWidth = 7.0
    /// Whether the window has handles that change its length.
    public var resizes = true
    /// The part that the program's keys move, drawn with a ring; nil for none.
    public var focused: OverviewDrag.Part?
    /// What the strip shows, in places of the dimension; nil for everything to which a person can
    /// move.
    public var domain: Extent?
    /// Called when the overview has to be drawn again; a figure sets it.
    public var onChange: () -> Void = {}
    /// The strip, in points; empty before the first layout.
    public private(set) var frame = Rect.zero
    private var makeShape: (Extent, Int) -> OverviewShape
    private var shape: (key: ShapeKey, shape: OverviewShape)?
    private var shapeRevision = Revision.next()
    private var strip: (key: StripKey, picture: Picture)?
    private var window: (key: WindowKey, picture: Picture)?
    private lazy var drag = makeDrag()
    private var theme = ChartTheme.light
    var host = Host()

    /// What the figure does when the window moves.
    struct Host {
        /// How long the window takes to a place that was pressed, in seconds.
        var duration: () -> Double = { 0.3 }
        /// A part was taken at a time.
        var didTake: (Double) -> Void = { _ in }
        /// The window was dragged at a time.
        var didDrag: (Double) -> Void = { _ in }
        /// The part was released at a time.
        var didRelease: (Double) -> Void = { _ in }
        /// The window moves to another place from a time on.
        var didGlide: (Double) -> Void = { _ in }
    }

    private struct ShapeKey: Equatable {
        var domain: Extent
        var columns: Int
        var revision: Revision
    }

    private struct StripKey: Equatable {
        var frame: Rect
        var shape: ShapeKey
        var style: Style
        var scale: Double
    }

    private struct WindowKey: Equatable {
        var window: Window
        var style: Style
        var scale: Double
    }

    /// Makes an overview whose shape a closure makes.
    ///
    /// - Parameter shape: makes the shape of a domain, in places of the dimension, with a number of
    ///   columns; `OverviewShape.columns` helps. It is called again after `setNeedsShape`.
    public init(
        of dimension: Dimension,
        shape: @escaping (_ domain: Extent, _ columns: Int) -> OverviewShape
    ) {
        self.dimension = dimension
        makeShape = shape
    }

    /// Makes an overview of samples.
    ///
    /// - Parameter longestGap: the longest distance that a line bridges, in places of the dimension.
    public convenience init(
        of dimension: Dimension, showing source: any SampleSource,
        as kind: OverviewShape.Kind = .line, longestGap: Double = .infinity
    ) {
        self.init(of: dimension) { _, _ in OverviewShape(kind: kind, high: []) }
        show(source, as: kind, longestGap: longestGap)
    }

    /// Shows other samples.
    public func show(
        _ source: any SampleSource, as kind: OverviewShape.Kind = .line,
        longestGap: Double = .infinity
    ) {
        let transform = dimension.scale.kind.transform
        makeShape = { domain, columns in
            OverviewShape.samples(
                source, as: kind, over: domain, count: kind == .line ? 2 * columns : columns,
                transform: transform, longestGap: longestGap)
        }
        setNeedsShape()
    }

    /// Makes the shape again in the next frame: the record has changed.
    public func setNeedsShape() {
        shapeRevision = .next()
        onChange()
    }

    // MARK: Frame

    /// What the strip shows, in places.
    private var shownDomain: Extent {
        domain ?? dimension.panZoom.limits.bounds ?? dimension.panZoom.home ?? dimension.range
    }

    /// Lays the overview out in a frame, in points; it costs little if nothing has changed.
    public func prepare(in frame: Rect, deviceScale: Double) {
        self.frame = frame
        let style = style ?? Style(theme, color: color)
        let domain = shownDomain
        let key = ShapeKey(
            domain: domain, columns: max(1, Int(frame.width / columnWidth)), revision: shapeRevision
        )
        if shape?.key != key { shape = (key, makeShape(domain, key.columns)) }
        let stripKey = StripKey(frame: frame, shape: key, style: style, scale: deviceScale)
        if strip?.key != stripKey, let shape = shape?.shape {
            let canvas = Canvas(scale: deviceScale)
            shape.draw(in: frame, on: canvas, style)
            strip = (stripKey, canvas.finish())
        }
        let range = dimension.range
        guard domain.isProper, range.isProper else {
            window = nil
            return
        }
        func place(_ value: Double) -> Double {
            frame.x + (value - domain.min) / domain.length * frame.width
        }
        let windowKey = WindowKey(
            window: Window(
                frame: frame, left: place(range.min), right: place(range.max), resizes: resizes,
                focused: focused), style: style, scale: deviceScale)
        guard window?.key != windowKey else { return }
        let canvas = Canvas(scale: deviceScale)
        windowKey.window.draw(on: canvas, style)
        window = (windowKey, canvas.finish())
    }

    /// Removes the overview: there is no room for it.
    public func clear() {
        frame = .zero
        strip = nil
        window = nil
    }

    /// Adds the overview to a scene, as it was prepared.
    public func encode(into scene: SceneBuilder) {
        if let strip { scene.picture(strip.picture) }
        if let window { scene.picture(window.picture) }
    }

    /// Takes over the theme of a figure.
    func apply(_ theme: ChartTheme) { self.theme = theme }

    // MARK: Input

    /// Takes what begins on the window or in the strip, until it ends.
    public func handle(_ event: InputEvent) -> Bool { drag.handle(event) }

    /// Releases the window where it is.
    public func reset(at time: Double) { drag.reset(at: time) }

    /// How far outside of the strip a press still takes the window, in points.
    private static let reach = 12.0

    private func makeDrag() -> OverviewDragTool {
        OverviewDragTool(
            .init(
                surroundings: { [unowned self] in
                    guard !frame.isEmpty else { return nil }
                    return .init(
                        strip: frame, domain: shownDomain, window: dimension.range,
                        resizes: resizes, minimumLength: dimension.panZoom.limits.minimumLength)
                },
                accepts: { [unowned self] in frame.inset(by: -Self.reach).contains($0) },
                didTake: { [unowned self] _, time in
                    host.didTake(time)
                    // Whatever moves it has ended.
                    dimension.panZoom.set(dimension.range, cause: .overview, at: time)
                },
                show: { [unowned self] in show($0, at: $1) },
                didRelease: { [unowned self] in release($0, at: $1) },
                showAround: { [unowned self] place, time in
                    let target = dimension.target
                    glide(
                        to: dimension.panZoom.limits.moved(target, by: place - target.mid),
                        at: time)
                }))
    }

    private func release(_ part: OverviewDrag.Part, at time: Double) {
        host.didRelease(time)
        if part == .middle, let rest = dimension.panZoom.restingWindow?(dimension.range),
            rest != dimension.range
        {
            glide(to: rest, at: time)
        }
        onChange()
    }

    private func show(_ window: Extent, at time: Double) {
        dimension.panZoom.set(window, cause: .overview, at: time)
        host.didDrag(time)
        onChange()
    }

    private func glide(to window: Extent, at time: Double) {
        dimension.panZoom.glide(
            to: dimension.panZoom.restingWindow?(window) ?? window, at: time,
            duration: host.duration(), cause: .overview)
        host.didGlide(time)
        onChange()
    }

    /// Moves a part of the window, as a key does.
    ///
    /// A frame has to be requested.
    ///
    /// - Parameter time: when the key was pressed, in seconds.
    public func move(_ part: OverviewDrag.Part, by step: OverviewDrag.Step, at time: Double) {
        let domain = shownDomain
        guard domain.isProper, dimension.target.isProper, !frame.isEmpty,
            part == .middle || resizes
        else { return }
        glide(
            to: OverviewDrag.window(
                moving: part, by: step, strip: frame, domain: domain, window: dimension.target,
                minimumLength: dimension.panZoom.limits.minimumLength), at: time)
    }
}
