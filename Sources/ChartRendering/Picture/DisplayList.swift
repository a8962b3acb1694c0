// Retained two-dimensional content: a few arrays of instances, and their drawing order.
//
// Layout: one array per kind of item (44 bytes a shape, 40 a shadow, 28 a marker, 20 a glyph, 44 a
// stroke's segment, 12 a mesh vertex); a batch is a run of one array, drawn with one call.
// Method: an item joins the latest batch of its kind and clip that it may join without changing the
// picture: nothing recorded after that batch may touch the item. So a column of buttons with
// captions is two calls and not two for each. (The usual method of interface painters; the order of
// overlapping items is kept exactly.)
// Rejected: one kind of instance for everything (a software rasteriser runs all branches of its
// shader for each pixel); sorting by depth (needs a depth buffer and opaque items).

import ChartScene
import GPU
import Geometry
import Shaders
import Text

/// The recording of a `ListRecorder`: can be drawn any number of times, anywhere, for only the cost
/// of draw calls.
///
/// The content is kept in memory; its copy on the GPU is sent when first drawn, and again after the
/// device was replaced. A list belongs to the scale at which it was recorded.
@MainActor
final class DisplayList {
    /// Device pixels per point of the list.
    let scale: Double
    /// The area in which something is drawn, in points; zero for an empty list.
    let bounds: Rect
    /// The runs of items, in drawing order.
    let batches: [Batch]
    /// Keeps the glyphs in the atlas.
    let runs: [GlyphRun]

    /// A run of items of one kind.
    struct Batch {
        var items: any ListItems
        var clip: ListClip?
        var range: Range<Int>
        var bounds: Rect
    }

    /// A clip within a list: device pixels from the list's origin.
    struct ListClip: Hashable {
        var rect: PixelRect
        var rounded: PixelRect?
        var radius: Double
    }

    init(scale: Double, recording: ListRecording) {
        self.scale = scale
        batches = recording.finalBatches()
        runs = recording.runs
        let all = batches.dropFirst().reduce(batches.first?.bounds ?? .zero) {
            $0.union($1.bounds)
        }
        bounds = Rect(
            x: all.x / scale, y: all.y / scale, width: all.width / scale, height: all.height / scale
        )
    }

    /// Whether there is nothing to draw.
    var isEmpty: Bool { batches.isEmpty }

    /// The number of draw calls or clears.
    var batchCount: Int { batches.count }

    /// Draws the list with its origin at a device pixel and its alpha multiplied by `alpha`.
    ///
    /// Costs at most `batchCount` calls; sends only data of the list that were not sent yet.
    func draw(x: Int, y: Int, alpha: Double = 1, with renderer: Renderer) throws(GPUError) {
        guard !isEmpty, alpha > 0 else { return }
        let place = ListPlace(x: x, y: y, alpha: Float(alpha), blend: .over)
        for batch in batches {
            if let inner = batch.clip {
                renderer.clips.push(inner.rect.moved(x, y))
                if let rounded = inner.rounded {
                    renderer.clips.push(rounded.moved(x, y), radius: inner.radius)
                }
            }
            defer {
                if let inner = batch.clip {
                    renderer.clips.pop()
                    if inner.rounded != nil { renderer.clips.pop() }
                }
            }
            let shown = PixelRect(enclosing: batch.bounds).moved(x, y)
            if shown.intersection(renderer.clip.rect).isEmpty { continue }
            try batch.items.draw(batch.range, at: place, within: shown, with: renderer)
        }
    }
}

/// The position of a drawn list, and its alpha.
struct ListPlace {
    /// The list's origin in device pixels.
    var x: Int
    var y: Int
    /// The factor for alphas.
    var alpha: Float
    var blend: Blend
}

/// All items of one kind of a list.
@MainActor
protocol ListItems: AnyObject {
    /// Draws a run of them; only a part of the target is visible.
    func draw(
        _ range: Range<Int>, at place: ListPlace, within shown: PixelRect, with renderer: Renderer
    ) throws(GPUError)
}

/// A kind of items of lists: the format and the drawing of its elements.
final class ListKind<Element: BitwiseCopyable>: Sendable {
    let shaders: ShaderPair
    let layout: VertexLayout
    /// The number of vertices of an item; 0 if each element is one vertex of a triangle.
    let vertices: Int

    init(_ shaders: ShaderPair, _ attributes: [VertexAttribute], vertices: Int) {
        self.shaders = shaders
        layout = VertexLayout(attributes)
        self.vertices = vertices
    }

    init(_ shaders: ShaderPair, _ layout: VertexLayout, vertices: Int) {
        (self.shaders, self.layout, self.vertices) = (shaders, layout, vertices)
    }
}

/// Items for the GPU, with their copy there.
@MainActor
final class ListElements<Element: BitwiseCopyable>: ListItems {
    private let kind: ListKind<Element>
    private let store: ElementStore<Element>
    private var copy: ElementCopy<Element>?

    init(_ kind: ListKind<Element>, _ elements: [Element]) {
        self.kind = kind
        store = ElementStore(elements)
    }

    func draw(
        _ range: Range<Int>, at place: ListPlace, within shown: PixelRect, with renderer: Renderer
    ) throws(GPUError) {
        let isGlyphs = kind.shaders === LabelRenderer.shaders
        if isGlyphs, try !renderer.bindGlyphs() { return }
        copy = try ElementCopy.updated(copy, from: store, on: renderer.device)
        guard let copy,
            let pipeline = try renderer.prepare(kind.shaders, blend: place.blend, within: shown)
        else { return }
        pipeline.program.set(
            pipeline.offset, Float(place.x), Float(place.y), place.alpha)
        if isGlyphs {
            // Their places are device pixels, without limits.
            pipeline.setGlyphs(
                x: [0, 0, 1, 0], y: [0, 0, 1, 0], .both, limits: nil, ends: nil)
        }
        let isInstanced = kind.vertices > 0
        let box = try copy.vertexArray(
            kind.layout, first: range.lowerBound, perInstance: isInstanced)
        if isInstanced {
            try renderer.device.draw(
                .triangleStrip, vertices: kind.vertices, instances: range.count,
                program: pipeline.program, vertexArray: box.array)
        } else {
            try renderer.device.draw(
                .triangles, vertices: range.count, program: pipeline.program,
                vertexArray: box.array)
        }
    }
}

/// Rectangles of whole device pixels, drawn from uniforms.
@MainActor
final class ListFills: ListItems {
    private let fills: [SolidFill]

    init(_ fills: [SolidFill]) { self.fills = fills }

    func draw(
        _ range: Range<Int>, at place: ListPlace, within shown: PixelRect, with renderer: Renderer
    ) throws(GPUError) {
        for fill in fills[range] {
            let rect = fill.rect.moved(place.x, place.y)
            if fill.color == .clear {
                try renderer.erase(rect)
            } else {
                try renderer.fill(pixels: rect, fill.color.opacity(place.alpha))
            }
        }
    }
}

// MARK: Instances, in the format of the shaders

/// A rounded rectangle: see `Shape/shape.vert`.
struct ShapeInstance: BitwiseCopyable {
    var x: Float
    var y: Float
    var width: Float
    var height: Float
    /// In sixteenths of a device pixel: left top, right top, right bottom, left bottom.
    var radii: SIMD4<UInt16>
    var from: PackedColor
    var to: PackedColor
    var border: PackedColor
    /// In 64ths of a device pixel.
    var borderWidth: UInt16
    /// In 65536ths of a turn.
    var angle: UInt16
    /// 1: hollow.
    var flags: UInt16
    var unused: UInt16 = 0

    static let kind = ListKind<ShapeInstance>(
        ShaderPair(
            "shape", vertex: [ShaderFiles.target, ShaderFiles.shapeVertex],
            fragment: [
                ShaderFiles.clip, ShaderFiles.box, ShaderFiles.color, ShaderFiles.shapeFragment,
            ]),
        [
            .init(0, .float(4), offset: 0), .init(1, .unsigned16(4), offset: 16),
            .init(2, .unsigned16(4), offset: 24), .init(3, .unsigned16(2), offset: 32),
            .init(4, .unsigned16(4), offset: 36),
        ], vertices: 26)
}

/// A shadow: see `Shadow/shadow.vert`.
struct ShadowInstance: BitwiseCopyable {
    var x: Float
    var y: Float
    var width: Float
    var height: Float
    var offsetX: Float
    var offsetY: Float
    var radius: Float
    var sigma: Float
    var color: PackedColor
    var flags: UInt16
    var unused: UInt16 = 0

    static let kind = ListKind<ShadowInstance>(
        ShaderPair(
            "shadow", vertex: [ShaderFiles.target, ShaderFiles.error, ShaderFiles.shadowVertex],
            fragment: [ShaderFiles.clip, ShaderFiles.error, ShaderFiles.shadowFragment]),
        [
            .init(0, .float(4), offset: 0), .init(1, .float(4), offset: 16),
            .init(2, .color, offset: 32), .init(3, .unsigned16(2), offset: 36),
        ], vertices: 10)
}

/// A marker: see `Marker/marker.vert`.
struct MarkerInstance: BitwiseCopyable {
    var x: Float
    var y: Float
    var radius: Float
    var strokeWidth: Float
    var fill: PackedColor
    var stroke: PackedColor
    var shape: UInt16
    var unused: UInt16 = 0

    static let kind = ListKind<MarkerInstance>(
        ShaderPair(
            "marker", vertex: [ShaderFiles.target, ShaderFiles.color, ShaderFiles.markerVertex],
            fragment: [ShaderFiles.clip, ShaderFiles.color, ShaderFiles.markerFragment]),
        [
            .init(0, .float(2), offset: 0), .init(1, .float(2), offset: 8),
            .init(2, .color, offset: 16), .init(3, .color, offset: 20),
            .init(4, .unsigned16(2), offset: 24),
        ], vertices: 4)
}

/// A segment of a stroke: see `Line/stroke.vert`.
struct StrokeInstance: BitwiseCopyable {
    var beforeX: Float
    var beforeY: Float
    var afterX: Float
    var afterY: Float
    var startX: Float
    var startY: Float
    var endX: Float
    var endY: Float
    var width: Float
    var color: PackedColor
    /// 1: joined at the start, 2: joined at the end.
    var joints: UInt16
    /// The cap, and sixteen times the join.
    var style: UInt16

    static let kind = ListKind<StrokeInstance>(
        ShaderPair(
            "stroke",
            vertex: [
                ShaderFiles.target, ShaderFiles.color, ShaderFiles.ends, ShaderFiles.segment,
                ShaderFiles.strokeVertex,
            ],
            fragment: [
                ShaderFiles.clip, ShaderFiles.color, ShaderFiles.ends, ShaderFiles.lineFragment,
            ], defines: ["OWN_COLOR", "SHAPED_ENDS"]),
        [
            .init(0, .float(4), offset: 0), .init(1, .float(4), offset: 16),
            .init(2, .float(1), offset: 32), .init(3, .unsigned16(2), offset: 36),
            .init(4, .unsigned16(2), offset: 40),
        ], vertices: 4)
}

/// A corner of a triangle; the colour is premultiplied and includes the coverage.
struct MeshVertex: BitwiseCopyable {
    var x: Float
    var y: Float
    var color: PackedColor

    static let kind = ListKind<MeshVertex>(
        ShaderPair(
            "mesh", vertex: [ShaderFiles.target, ShaderFiles.meshVertex],
            fragment: [ShaderFiles.clip, ShaderFiles.meshFragment]),
        [
            .init(0, .float(2), offset: 0), .init(1, .color, offset: 8),
        ], vertices: 0)
}

/// A rectangle of whole device pixels in one opaque colour, drawn without blending.
struct SolidFill {
    var rect: PixelRect
    var color: Color
}
