// Retained two-dimensional content: a few arrays of instances, and in which order they are drawn.
//
// Layout: one array per kind of item (44 bytes a shape, 40 a shadow, 28 a marker, 20 a glyph, 44 a
// stroke's segment, 12 a mesh vertex); a batch is a run of one array, drawn with one call.
// Method: an item joins the latest batch of its kind and clip that it may join without changing
// the picture: nothing recorded after that batch may touch the item. So a column of buttons with
// captions is two calls and not two for each. (The usual way of interface painters; order within
// overlapping items is kept exactly.)
// Limits: recording is quadratic in the number of batches that overlap, which is small; drawing a
// list again sends nothing.
// Rejected: one kind of instance for everything (a software rasteriser runs all branches of its
// shader for each pixel); sorting by depth (needs a depth buffer and opaque items).

import GPU
import Geometry
import Text

/// What a `ListRecorder` recorded: drawn as often as wanted, anywhere, at no cost but draw calls.
///
/// The content is kept in memory; its copy on the GPU is sent when first drawn, and again after the
/// device was replaced. A list belongs to the scale it was recorded at.
@MainActor
final class DisplayList {
    /// Device pixels per point that the list is for.
    let scale: Double
    /// Where something is drawn, in points; zero for an empty list.
    let bounds: Rect

    let shapes: VertexStore<ShapeInstance>
    let shadows: VertexStore<ShadowInstance>
    let markers: VertexStore<MarkerInstance>
    let glyphs: VertexStore<GlyphVertex>
    let strokes: VertexStore<StrokeInstance>
    let mesh: VertexStore<MeshVertex>
    let fills: [SolidFill]
    let batches: [Batch]
    /// Keeps the glyphs in the atlas.
    let runs: [GlyphRun]

    /// The kinds of items.
    enum Kind {
        case fill
        case shape
        case shadow
        case marker
        case glyph
        case stroke
        case mesh
    }

    /// A run of one array.
    struct Batch {
        var kind: Kind
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
        shapes = VertexStore(recording.ordered(.shape, recording.shapes))
        shadows = VertexStore(recording.ordered(.shadow, recording.shadows))
        markers = VertexStore(recording.ordered(.marker, recording.markers))
        glyphs = VertexStore(recording.ordered(.glyph, recording.glyphs))
        strokes = VertexStore(recording.ordered(.stroke, recording.strokes))
        mesh = VertexStore(recording.ordered(.mesh, recording.mesh))
        fills = recording.ordered(.fill, recording.fills)
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

    /// How many draw calls or clears it takes.
    var batchCount: Int { batches.count }
}

// MARK: Instances, as the shaders read them

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

    static let attributes: [VertexAttribute] = [
        .init(0, .float(4), offset: 0), .init(1, .unsigned16(4), offset: 16),
        .init(2, .unsigned16(4), offset: 24), .init(3, .unsigned16(2), offset: 32),
        .init(4, .unsigned16(4), offset: 36),
    ]
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

    static let attributes: [VertexAttribute] = [
        .init(0, .float(4), offset: 0), .init(1, .float(4), offset: 16),
        .init(2, .color, offset: 32), .init(3, .unsigned16(2), offset: 36),
    ]
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

    static let attributes: [VertexAttribute] = [
        .init(0, .float(2), offset: 0), .init(1, .float(2), offset: 8),
        .init(2, .color, offset: 16), .init(3, .color, offset: 20),
        .init(4, .unsigned16(2), offset: 24),
    ]
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

    static let attributes: [VertexAttribute] = [
        .init(0, .float(4), offset: 0), .init(1, .float(4), offset: 16),
        .init(2, .float(1), offset: 32), .init(3, .unsigned16(2), offset: 36),
        .init(4, .unsigned16(2), offset: 40),
    ]
}

/// A corner of a triangle; the colour is premultiplied and carries the coverage.
struct MeshVertex: BitwiseCopyable {
    var x: Float
    var y: Float
    var color: PackedColor

    static let attributes: [VertexAttribute] = [
        .init(0, .float(2), offset: 0), .init(1, .color, offset: 8),
    ]
}

/// A rectangle of whole device pixels in one opaque colour, drawn without blending.
struct SolidFill {
    var rect: PixelRect
    var color: Color
}
