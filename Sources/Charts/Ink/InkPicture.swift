// The kept ink of one kind of brush: a few marks are drawn as they are, and many as tiles that were
// painted before.
//
// While a view changes its scale, its tiles are those of another one, stretched. As soon as it rests,
// another thread paints those of the new scale, and after these the ones on both sides of the plot.

import ChartCore
import ChartScene
import Geometry
import Ink

/// The kept ink of one kind of brush.
@MainActor
final class InkPicture: Attachment {
    /// What its look depends on, besides the marks.
    private struct Look: Equatable {
        var basis: InkBasis?
        var ground: Color
        /// The number of the sheet.
        var sheet: Int
    }

    weak var layer: InkLayer?
    var isHidden = false
    /// Markers are between the grid and the data.
    var coversGrid: Bool { kind == .marker }
    private let kind: InkBrush.Kind
    private var known: (look: Look, revision: Revision)?
    /// The strokes in each part that is drawn.
    private var buffers: [InkBuffer] = []
    /// The tiles that are shown, and those of the scale of the present view until they are all
    /// painted.
    private var sheet: (shown: InkSheet, look: Look)?
    private var next: InkSheet?
    private var sheets = 0
    /// The view of the last frame.
    private var lastView: InkView?

    /// Marks with fewer nodes are drawn as they are, and all of them in a plot that is higher than
    /// textures may be.
    private static let many = 5_000
    private static let highest = 4_096.0

    init(_ kind: InkBrush.Kind) { self.kind = kind }

    private var look: Look? {
        layer.map { Look(basis: $0.basis, ground: $0.ground, sheet: sheets) }
    }

    var revision: Revision? {
        guard let look else { return Revision.none }
        if let known, known.look == look { return known.revision }
        let revision = Revision.next()
        known = (look, revision)
        return revision
    }

    func changes(
        since known: Revision?, in projection: PlotProjection, scale: Double
    ) -> (state: Revision, parts: [PixelRect]?) {
        guard let layer else { return (.none, []) }
        let state = layer.document.revision
        guard let known, known != state else { return (state, []) }
        guard let changes = layer.document.changes(since: known) else { return (state, nil) }
        let view = InkView(projection, scale: scale)
        let marks = changes.flatMap { $0.before + $0.after }.filter {
            $0.isDrawn(with: kind, on: layer.basis)
        }
        return (state, marks.map { $0.pixels(in: view) })
    }

    // MARK: Frames

    func advance(to time: Double) -> Bool {
        guard let layer, let (sheet, look) = sheet, let view = layer.view, !isHidden else {
            return false
        }
        let (document, index) = (layer.document, layer.index(for: view))
        guard look == self.look, sheet.follow(document) else { return false }
        defer { lastView = view }
        if let shift = sheet.shift(to: view) {
            next = nil
            return sheet.paintAhead(sheet.reach(shift), document, index)
        }
        // A view that moves is drawn again anyway.
        guard view == lastView else { return true }
        let coming: InkSheet
        if let next, next.shift(to: view) == 0, next.follow(document) {
            coming = next
        } else {
            coming = makeSheet(view, document)
            next = coming
        }
        let shown = InkSheet.columns(from: view.x.start, to: view.x.start + view.x.length)
        if !coming.paintAhead(shown, document, index) { show(coming) }
        return true
    }

    private func makeSheet(_ view: InkView, _ document: InkDocument) -> InkSheet {
        InkSheet(view, kind, basis: layer?.basis, ground: layer?.ground ?? .clear, document)
    }

    private func show(_ sheet: InkSheet) {
        next = nil
        sheets += 1
        if let look { self.sheet = (sheet, look) }
    }

    func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        encode(into: scene, projection, parts: [scene.clipRect])
    }

    func encode(into scene: SceneBuilder, _ projection: PlotProjection, parts: [PixelRect]) {
        guard let layer, !layer.document.marks.isEmpty else { return }
        let parts = parts.map { $0.intersection(scene.clipRect) }.filter { !$0.isEmpty }
        let view = InkView(projection, scale: scene.scale)
        let index = layer.index(for: view)
        guard scene.isKept, index.nodeCount >= Self.many, view.y.length <= Self.highest else {
            (sheet, next) = (nil, nil)
            return draw(into: scene, view, parts) { part in
                index.marks(from: Double(part.x), to: Double(part.maxX), in: view.x)
            }
        }
        let sheet = sheet(for: view, layer.document, index)
        sheet.forgetLost(in: scene)
        if let shift = sheet.shift(to: view) {
            for part in parts {
                let left = Double(part.x - shift)
                sheet.paint(
                    InkSheet.columns(from: left, to: left + Double(part.width)), layer.document,
                    index)
            }
            sheet.keepOnly(sheet.reach(shift, twice: true))
            sheet.encode(
                into: scene, x: (1, Double(shift)), y: (1, view.y.start), parts: parts)
        } else if let map = sheet.map(to: view) {
            sheet.encode(into: scene, x: map.x, y: map.y, parts: parts)
        }
    }

    /// The tiles for a view: those that are there if they can be stretched to it.
    private func sheet(
        for view: InkView, _ document: InkDocument, _ index: InkIndex
    ) -> InkSheet {
        // A standalone picture is sharp.
        let isStill = layer?.chart?.isLaidOutAlone ?? true
        if let (sheet, look) = sheet, look == self.look, sheet.follow(document),
            sheet.shift(to: view) != nil || !isStill && sheet.map(to: view) != nil
        {
            return sheet
        }
        let made = makeSheet(view, document)
        show(made)
        return made
    }

    /// Draws marks as they are.
    ///
    /// - Parameter marks: those that may be in a part.
    private func draw(
        into scene: SceneBuilder, _ view: InkView, _ parts: [PixelRect],
        _ marks: (PixelRect) -> [InkMark.ID]
    ) {
        guard let layer else { return }
        while buffers.count < parts.count { buffers.append(InkBuffer()) }
        for (part, ink) in zip(parts, buffers) {
            // Each part has its own pieces, and shows nothing of the others'.
            scene.clipped(toPixels: part) {
                ink.removeAll()
                for id in marks(part) {
                    guard let mark = layer.document[id], mark.isDrawn(with: kind, on: layer.basis)
                    else { continue }
                    let presence = mark.presence(in: view)
                    guard presence > 0 else { continue }
                    let ground = layer.ground
                    if coversGrid { mark.addTint(to: scene, view, on: ground, presence: presence) }
                    if mark.brush.kind == kind {
                        mark.addLines(
                            to: ink, view, within: Rect(pixels: part), on: ground,
                            presence: presence)
                    }
                }
                scene.ink(ink)
            }
        }
    }
}

/// The marks that stay where they are when the chart pans, over the others.
@MainActor
final class FixedInk: Attachment {
    weak var layer: InkLayer?
    var isHidden = false
    private let ink = InkBuffer()

    func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard let layer, !layer.document.marks.isEmpty else { return }
        let view = InkView(projection, scale: scene.scale)
        let marks = layer.index(for: view).fixedMarks.compactMap { layer.document[$0] }.filter {
            $0.belongs(to: layer.basis) && $0.followsPlotX
        }
        guard !marks.isEmpty else { return }
        ink.removeAll()
        for kind in [InkBrush.Kind.marker, .pen] {
            for mark in marks where mark.brush.kind == kind {
                mark.addTint(to: scene, view, on: layer.ground)
                mark.addLines(
                    to: ink, view, within: Rect(pixels: scene.clipRect), on: layer.ground)
            }
        }
        scene.ink(ink)
    }
}

extension InkMark {
    /// The device pixels of a view that it may cover.
    fileprivate func pixels(in view: InkView) -> PixelRect {
        func pixels(_ range: ClosedRange<Double>?, _ axis: InkAxisView) -> Range<Int> {
            let (low, high) = (axis.start, axis.start + axis.length)
            guard let range else { return Int(low)..<Int(high.rounded(.up)) }
            let first = min(max(range.lowerBound.rounded(.down), low), high)
            let last = min(max(range.upperBound.rounded(.up), low), high)
            return Int(first)..<Int(last)
        }
        let reach = reach(in: view)
        let (x, y) = (pixels(reach.x, view.x), pixels(reach.y, view.y))
        return PixelRect(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count)
    }
}
