// Ink over and under the marks of a chart.
//
// Kept ink is part of the picture that moves with the plot: a pan draws only the strip that comes
// into view, with the strokes in it, and a new stroke only its rectangle. Markers are under the data
// and pens over them. The stroke under the pen is drawn on top in every frame, and costs its own
// length: what has settled is kept on the GPU, and only the end up to the pen is computed again.

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
        didSet {
            for picture in pictures { picture.isHidden = isHidden }
            fixed.isHidden = isHidden
        }
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

    /// Finds the marks in a part of a view.
    private var index: InkIndex?

    private let under = InkPicture(.marker)
    private let over = InkPicture(.pen)
    private let fixed = FixedInk()
    private let liveInk = LiveInk()
    private let overlay = InkOverlay()
    private let signs = InkGlyphs()
    private var pictures: [InkPicture] { [under, over] }
    private(set) weak var chart: Chart?

    /// A layer without marks, or with those of a document.
    public init(_ document: InkDocument = InkDocument()) {
        self.document = document
        for picture in pictures { picture.layer = self }
        fixed.layer = self
        overlay.layer = self
        signs.layer = self
    }

    /// Adds the layer to a chart: markers over its grid and under its marks, pens over them.
    public func attach(to chart: Chart) {
        self.chart = chart
        chart.background.append(under)
        chart.foreground.insert(over, at: 0)
        chart.foreground += [fixed, liveInk, overlay] as [any Attachment]
        chart.annotations.append(signs)
    }

    /// Removes the layer from its chart.
    public func detach() {
        guard let chart else { return }
        let own: [any Attachment] = [under, over, fixed, liveInk, overlay]
        chart.background.removeAll { part in own.contains { $0 === part } }
        chart.foreground.removeAll { part in own.contains { $0 === part } }
        chart.annotations.removeAll { $0 === signs }
        self.chart = nil
    }

    /// The number for the next mark.
    public func makeID() -> InkMark.ID { document.makeID(from: leastNumber?() ?? 1) }

    /// The marks that belong to what the chart shows now, the later ones on top.
    ///
    /// Cost: linear in the marks.
    public var shownMarks: [InkMark] { document.marks.filter { $0.belongs(to: basis) } }

    /// Those of them that are large enough to be seen, or selected.
    func seenMarks(in view: InkView) -> [InkMark] {
        shownMarks.filter { isSeen($0, in: view) }
    }

    private func isSeen(_ mark: InkMark, in view: InkView) -> Bool {
        selection.contains(mark.id) || mark.presence(in: view) > 0
    }

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
                && isSeen($0, in: view)
        }
    }

    // MARK: Marks that are too small

    /// The signs of marks that are too small to be seen where the chart is now, from left to right,
    /// as of its last layout: marks fade below 24 points, and are gone at 12.
    ///
    /// A press on one should lead to `range(toShow:)`.
    public var glyphs: [InkGlyph] { signs.shown }

    /// The sign at a place, in points; nil if there is none.
    public func glyph(at place: Point) -> InkGlyph? {
        guard chart?.plot.contains(place) == true else { return nil }
        return glyphs.last { $0.opacity > 0.5 && $0.frame.contains(place) }
    }

    /// The x range in which marks are as large as they were drawn, or as large as possible with all
    /// of them in it; nil if none of them is at values of the x axis.
    ///
    /// A figure, which has no size of its own, is given a third of the plot.
    public func range(toShow marks: [InkMark.ID]) -> Extent? {
        guard let view else { return nil }
        let (transform, points) = (view.x.transform, view.x.length / view.x.pixelsPerPoint)
        var (low, high, drawn) = (Double.infinity, -Double.infinity, Double.infinity)
        for mark in marks.compactMap({ document[$0] }) {
            guard let span = mark.spanX else { continue }
            let ends = [span.lowerBound, span.upperBound].map(transform.place(of:))
            guard ends.allSatisfy(\.isFinite) else { continue }
            (low, high) = (min(low, ends[0]), max(high, ends[1]))
            if case .values(_, let perPoint, let own) = mark.x, own == transform, mark.stroke != nil
            {
                drawn = min(drawn, abs(perPoint) * points)
            }
        }
        guard low <= high else { return nil }
        let present = abs(view.x.last - view.x.first)
        // All are in it, with some room around them.
        let least = high - low > 0 ? (high - low) * 1.2 : present / 8
        let wanted = drawn.isFinite ? drawn : 3 * least / 1.2
        let length = max(least, min(wanted, present))
        let middle = low + (high - low) / 2
        let ends = [middle - length / 2, middle + length / 2].map(transform.value(at:))
        return ends.allSatisfy(\.isFinite) ? Extent(min: ends[0], max: ends[1]) : nil
    }

    /// Finds the marks in a part of a view.
    func index(for view: InkView) -> InkIndex {
        var index = index ?? InkIndex(document, view.x.transform)
        // Not two copies at a time.
        self.index = nil
        index.update(document, view.x.transform)
        self.index = index
        return index
    }

    /// The ground that marks are drawn on.
    var ground: Color {
        guard let style = chart?.style else { return Color(hex: 0xFFFFFF) }
        // A label contrasts with the ground, whatever that is.
        return style.ground ?? style.strongLabel.ink
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
