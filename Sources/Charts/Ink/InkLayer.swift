// Ink over and under the marks of a chart.
//
// Kept ink is part of the picture that moves with the plot: a pan draws only the strip that comes
// into view, with the strokes in it. Markers are under the data and pens over them. The stroke under
// the pen is drawn on top in every frame, and costs its own length: what has settled is kept on the
// GPU, and only the end up to the pen is computed again.

import ChartCore
import ChartScene
import Geometry
import Ink

/// The marks that a person has drawn on a chart.
///
/// `attach` adds it to a chart, and an `InkTool` draws on it. The marks are in `document`, which a
/// program stores as it likes.
@MainActor
public final class InkLayer {
    /// The marks, with their changes.
    public var document: InkDocument
    /// Whether the marks are not drawn.
    public var isHidden = false {
        didSet { for picture in pictures { picture.isHidden = isHidden } }
    }
    /// What the values of the chart are sums over now; nil if they are none.
    ///
    /// Marks of another basis are not drawn (see `InkMark.basis`), and new ones get this basis.
    public var basis: InkBasis?
    /// The least number of the next mark; without it, numbers begin at 1.
    ///
    /// It is for a program that stores the marks of several documents in one place, and may be the
    /// microseconds since some day.
    public var leastNumber: (() -> Int)?
    /// The selected marks; those that are not in the document any more do not count.
    public var selection: Set<InkMark.ID> = []
    /// Whether a tool is drawing, erasing or moving marks: until that ends, a program must not
    /// replace the document.
    public internal(set) var isBusy = false
    /// The stroke that is being drawn; nil for none.
    var live: LiveStroke? { didSet { liveInk.stroke = live } }
    /// The figure that is being drawn; nil for none.
    var pending: InkMark?
    /// The line around marks that are being selected, in points; empty for none.
    var lasso: [Point] = []

    /// The index of the present marks.
    private var known: (key: IndexKey, index: InkIndex)?

    private struct IndexKey: Equatable {
        var document: Revision
        var transform: ScaleTransform
    }

    private let under = InkPicture(.marker)
    private let over = InkPicture(.pen)
    private let liveInk = LiveInk()
    private let overlay = InkOverlay()
    private var pictures: [InkPicture] { [under, over] }
    private(set) weak var chart: Chart?

    /// A layer without marks, or with those of a document.
    public init(_ document: InkDocument = InkDocument()) {
        self.document = document
        for picture in pictures { picture.layer = self }
        overlay.layer = self
    }

    /// Adds the layer to a chart: markers over its grid and under its marks, pens over them.
    public func attach(to chart: Chart) {
        self.chart = chart
        chart.background.append(under)
        chart.foreground.insert(over, at: 0)
        chart.foreground += [liveInk, overlay] as [any Attachment]
    }

    /// Removes the layer from its chart.
    public func detach() {
        guard let chart else { return }
        let own: [any Attachment] = [under, over, liveInk, overlay]
        chart.background.removeAll { part in own.contains { $0 === part } }
        chart.foreground.removeAll { part in own.contains { $0 === part } }
        self.chart = nil
    }

    /// The number for the next mark.
    public func makeID() -> InkMark.ID { document.makeID(from: leastNumber?() ?? 1) }

    /// The marks that belong to what the chart shows now, the later ones on top.
    ///
    /// Cost: linear in the marks.
    public var shownMarks: [InkMark] { document.marks.filter { $0.belongs(to: basis) } }

    /// The view that the chart shows, in which marks are drawn; nil without a chart.
    public var view: InkView? {
        chart.map { InkView($0.plotProjection, scale: $0.deviceScale) }
    }

    /// The mark on top at a place, in points; nil if there is none within a distance.
    public func mark(at place: Point, within distance: Double) -> InkMark? {
        guard let view, !isHidden else { return nil }
        let scale = view.x.pixelsPerPoint
        let pixel = Point(x: place.x * scale, y: place.y * scale)
        return document.marks.last {
            $0.belongs(to: basis) && $0.isHit(at: pixel, within: distance * scale, in: view)
        }
    }

    /// Finds the marks in a part of a view.
    fileprivate func index(for view: InkView) -> InkIndex {
        let key = IndexKey(document: document.revision, transform: view.x.transform)
        if let known, known.key == key { return known.index }
        let index = InkIndex(document.marks, view.x.transform)
        known = (key, index)
        return index
    }

    /// The ground that marks are drawn on.
    var ground: Color {
        guard let style = chart?.style else { return Color(hex: 0xFFFFFF) }
        // A label contrasts with the ground, whatever that is.
        return style.ground ?? style.strongLabel.ink
    }
}

/// The kept ink of one kind of brush.
@MainActor
private final class InkPicture: Attachment {
    /// What its look depends on.
    private struct Look: Equatable {
        var document: Revision
        var basis: InkBasis?
        var ground: Color
    }

    weak var layer: InkLayer?
    var isHidden = false
    /// Markers are between the grid and the data.
    var coversGrid: Bool { kind == .marker }
    private let kind: InkBrush.Kind
    private let ink = InkBuffer()
    private var known: (look: Look, revision: Revision)?

    init(_ kind: InkBrush.Kind) { self.kind = kind }

    var revision: Revision? {
        guard let layer else { return Revision.none }
        let look = Look(
            document: layer.document.revision, basis: layer.basis, ground: layer.ground)
        if let known, known.look == look { return known.revision }
        let revision = Revision.next()
        known = (look, revision)
        return revision
    }

    func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        encode(into: scene, projection, parts: [scene.clipRect])
    }

    func encode(into scene: SceneBuilder, _ projection: PlotProjection, parts: [PixelRect]) {
        guard let layer, !layer.document.marks.isEmpty, let first = parts.first else { return }
        let view = InkView(projection, scale: scene.scale)
        // Pieces that several parts show are added once: most often there is one part.
        let seen = parts.dropFirst().reduce(Rect(pixels: first)) { $0.union(Rect(pixels: $1)) }
        let (basis, ground) = (layer.basis, layer.ground)
        ink.removeAll()
        let marks = layer.document.marks
        for number in layer.index(for: view).marks(from: seen.minX, to: seen.maxX, in: view.x) {
            let mark = marks[number]
            guard mark.belongs(to: basis) else { continue }
            if kind == .marker, let fill = mark.fill(in: view) {
                let color = mark.color.color(on: ground).opacity(InkOverlay.fill)
                scene.fill(pixels: PixelRect(around: fill), color)
            }
            guard mark.brush.kind == kind else { continue }
            for run in mark.pieces(in: view, within: seen) {
                ink.add(run, color: mark.paint(on: ground))
            }
        }
        scene.ink(ink)
    }
}

extension InkView {
    /// The view that a projection shows.
    init(_ projection: PlotProjection, scale: Double) {
        let plot = projection.plot
        self.init(
            x: InkAxisView(
                start: plot.minX, length: plot.width, first: projection.x.lowerBound,
                last: projection.x.upperBound, transform: projection.xTransform,
                pixelsPerPoint: scale),
            y: InkAxisView(
                start: plot.minY, length: plot.height, first: projection.y.upperBound,
                last: projection.y.lowerBound, transform: projection.yTransform,
                pixelsPerPoint: scale))
    }
}

extension Rect {
    /// Pixels as a rectangle.
    init(pixels rect: PixelRect) {
        self.init(
            x: Double(rect.x), y: Double(rect.y), width: Double(rect.width),
            height: Double(rect.height))
    }
}

extension PixelRect {
    /// The whole pixels nearest to a rectangle in device pixels.
    init(around rect: Rect) {
        let (left, top) = (Int(rect.minX.rounded()), Int(rect.minY.rounded()))
        self.init(
            x: left, y: top, width: Int(rect.maxX.rounded()) - left,
            height: Int(rect.maxY.rounded()) - top)
    }
}

extension InkMark {
    /// The rectangle that a range box tints, in device pixels, as far as a float holds it; nil for
    /// other marks.
    func fill(in view: InkView) -> Rect? {
        guard case .figure(let figure) = content, figure.kind == .rangeBox else { return nil }
        let (a, b) = (pixel(of: figure.start, in: view), pixel(of: figure.end, in: view))
        guard a.x.isFinite, a.y.isFinite, b.x.isFinite, b.y.isFinite else { return nil }
        let far = 1e6
        let (left, right) = (max(min(a.x, b.x), -far), min(max(a.x, b.x), far))
        let (top, bottom) = (max(min(a.y, b.y), -far), min(max(a.y, b.y), far))
        guard left < right, top < bottom else { return nil }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
