/// A file of GLSL ES 3.00, embedded in the program, without a `#version` line.
public struct ShaderFile: Sendable {
    /// The path under `Shaders/`, for error messages.
    public let path: String
    private let bytes: [UInt8]

    init(_ path: String, _ bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// The source.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// The files of this folder, by renderer.
public enum ShaderFiles {
    /// Converts places in device pixels to clip space.
    public static var target: ShaderFile {
        .init("Common/target.glsl", PackageResources.target_glsl)
    }
    /// Converts data to device pixels.
    public static var projection: ShaderFile {
        .init("Common/projection.glsl", PackageResources.projection_glsl)
    }
    /// The rounded clip.
    public static var clip: ShaderFile { .init("Common/clip.glsl", PackageResources.clip_glsl) }
    /// Distance to and coverage of rounded boxes.
    public static var box: ShaderFile { .init("Common/box.glsl", PackageResources.box_glsl) }
    /// Colours packed into one word.
    public static var color: ShaderFile { .init("Common/color.glsl", PackageResources.color_glsl) }
    /// The shape's vertex shader.
    public static var shapeVertex: ShaderFile {
        .init("Shape/shape.vert", PackageResources.shape_vert)
    }
    /// The shape's fragment shader.
    public static var shapeFragment: ShaderFile {
        .init("Shape/shape.frag", PackageResources.shape_frag)
    }
    /// The error function.
    public static var error: ShaderFile { .init("Shadow/error.glsl", PackageResources.error_glsl) }
    /// The shadow's vertex shader.
    public static var shadowVertex: ShaderFile {
        .init("Shadow/shadow.vert", PackageResources.shadow_vert)
    }
    /// The shadow's fragment shader.
    public static var shadowFragment: ShaderFile {
        .init("Shadow/shadow.frag", PackageResources.shadow_frag)
    }
    /// The marker's vertex shader.
    public static var markerVertex: ShaderFile {
        .init("Marker/marker.vert", PackageResources.marker_vert)
    }
    /// The marker's fragment shader.
    public static var markerFragment: ShaderFile {
        .init("Marker/marker.frag", PackageResources.marker_frag)
    }
    /// The glyph's vertex shader.
    public static var glyphVertex: ShaderFile {
        .init("Text/glyph.vert", PackageResources.glyph_vert)
    }
    /// The glyph's fragment shader.
    public static var glyphFragment: ShaderFile {
        .init("Text/glyph.frag", PackageResources.glyph_frag)
    }
    /// The vertex shader of shapes drawn through a mask.
    public static var maskedVertex: ShaderFile {
        .init("Mask/masked.vert", PackageResources.masked_vert)
    }
    /// The fragment shader of shapes drawn through a mask.
    public static var maskedFragment: ShaderFile {
        .init("Mask/masked.frag", PackageResources.masked_frag)
    }
    /// The fragment shader of colours that share a mask.
    public static var sharesFragment: ShaderFile {
        .init("Mask/shares.frag", PackageResources.shares_frag)
    }
    /// The fragment shader of a group that is translucent as a whole.
    public static var groupFragment: ShaderFile {
        .init("Mask/group.frag", PackageResources.group_frag)
    }
    /// The image's vertex shader.
    public static var imageVertex: ShaderFile {
        .init("Image/image.vert", PackageResources.image_vert)
    }
    /// The image's fragment shader.
    public static var imageFragment: ShaderFile {
        .init("Image/image.frag", PackageResources.image_frag)
    }
    /// The fragment shader that records what a mask has covered.
    public static var claimsFragment: ShaderFile {
        .init("Mask/claims.frag", PackageResources.claims_frag)
    }
    /// The mesh's vertex shader.
    public static var meshVertex: ShaderFile { .init("Mesh/mesh.vert", PackageResources.mesh_vert) }
    /// The mesh's fragment shader.
    public static var meshFragment: ShaderFile {
        .init("Mesh/mesh.frag", PackageResources.mesh_frag)
    }
    /// The rule's vertex shader.
    public static var ruleVertex: ShaderFile { .init("Rule/rule.vert", PackageResources.rule_vert) }
    /// The rule's fragment shader.
    public static var ruleFragment: ShaderFile {
        .init("Rule/rule.frag", PackageResources.rule_frag)
    }
    /// The bar's vertex shader.
    public static var barVertex: ShaderFile { .init("Bar/bar.vert", PackageResources.bar_vert) }
    /// The bar's fragment shader.
    public static var barFragment: ShaderFile { .init("Bar/bar.frag", PackageResources.bar_frag) }
    /// The vertex shader of strokes.
    public static var inkVertex: ShaderFile { .init("Ink/ink.vert", PackageResources.ink_vert) }
    /// Tiles of ink, texel for pixel.
    public static var tileFragment: ShaderFile {
        .init("Ink/tile.frag", PackageResources.tile_frag)
    }
    /// Tiles of ink of another scale.
    public static var stretchedFragment: ShaderFile {
        .init("Ink/stretched.frag", PackageResources.stretched_frag)
    }
    /// The vertex shader of tiles of ink.
    public static var tileVertex: ShaderFile { .init("Ink/tile.vert", PackageResources.tile_vert) }
    /// The fragment shader of strokes.
    public static var inkFragment: ShaderFile { .init("Ink/ink.frag", PackageResources.ink_frag) }
    /// The vertex shader of lines through vertices of a plane.
    public static var polylineVertex: ShaderFile {
        .init("Polyline/polyline.vert", PackageResources.polyline_vert)
    }
    /// The error bar's vertex shader.
    public static var errorBarVertex: ShaderFile {
        .init("ErrorBar/errorbar.vert", PackageResources.errorbar_vert)
    }
    /// The area's vertex shader.
    public static var areaVertex: ShaderFile { .init("Area/area.vert", PackageResources.area_vert) }
    /// The area's fragment shader.
    public static var areaFragment: ShaderFile {
        .init("Area/area.frag", PackageResources.area_frag)
    }
    /// The heat cell's vertex shader.
    public static var heatVertex: ShaderFile { .init("Heat/heat.vert", PackageResources.heat_vert) }
    /// The vertex shader of heat cells smaller than pixels.
    public static var sheetVertex: ShaderFile {
        .init("Heat/sheet.vert", PackageResources.sheet_vert)
    }
    /// The fragment shader of heat cells smaller than pixels.
    public static var sheetFragment: ShaderFile {
        .init("Heat/sheet.frag", PackageResources.sheet_frag)
    }
    /// The code that all lines share.
    public static var segment: ShaderFile {
        .init("Line/segment.glsl", PackageResources.segment_glsl)
    }
    /// The ends of segments.
    public static var ends: ShaderFile { .init("Line/ends.glsl", PackageResources.ends_glsl) }
    /// The line's vertex shader.
    public static var lineVertex: ShaderFile { .init("Line/line.vert", PackageResources.line_vert) }
    /// The stroke's vertex shader.
    public static var strokeVertex: ShaderFile {
        .init("Line/stroke.vert", PackageResources.stroke_vert)
    }
    /// The ruler's vertex shader.
    public static var rulerVertex: ShaderFile {
        .init("Line/ruler.vert", PackageResources.ruler_vert)
    }
    /// The column's vertex shader.
    public static var columnVertex: ShaderFile {
        .init("Column/column.vert", PackageResources.column_vert)
    }
    /// The column's fragment shader.
    public static var columnFragment: ShaderFile {
        .init("Column/column.frag", PackageResources.column_frag)
    }
    /// The line's fragment shader.
    public static var lineFragment: ShaderFile {
        .init("Line/line.frag", PackageResources.line_frag)
    }
}
