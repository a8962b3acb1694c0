import GPU
import Shaders

/// A compiled pair of shaders with the uniforms that ours share by name.
@MainActor
final class Pipeline {
    let program: Program
    let target: Program.Uniform
    let offset: Program.Uniform
    let clip: Program.Uniform
    let clipRadius: Program.Uniform
    let projectionX: Program.Uniform
    let projectionY: Program.Uniform
    let plot: Program.Uniform
    let color: Program.Uniform
    let stroke: Program.Uniform
    let dash: Program.Uniform
    private var others: [String: Program.Uniform] = [:]

    init(_ device: Device, _ kind: Kind, _ options: Options) throws(GPUError) {
        let program = try Program(
            device, name: kind.rawValue, vertex: .init(kind.vertex.map(\.part)),
            fragment: .init(kind.fragment.map(\.part)), defines: options.defines + kind.defines)
        target = program.uniform("uTarget")
        offset = program.uniform("uOffset")
        clip = program.uniform("uClip")
        clipRadius = program.uniform("uClipRadius")
        projectionX = program.uniform("uProjectionX")
        projectionY = program.uniform("uProjectionY")
        plot = program.uniform("uPlot")
        color = program.uniform("uColor")
        stroke = program.uniform("uStroke")
        dash = program.uniform("uDash")
        self.program = program
    }

    /// A uniform that only some shaders have.
    func uniform(_ name: String) -> Program.Uniform {
        if let known = others[name] { return known }
        let found = program.uniform(name)
        others[name] = found
        return found
    }

    /// What is drawn: each is a pair of shaders.
    enum Kind: String {
        case shape
        case shadow
        case marker
        case dataMarker
        case glyph
        case mesh
        case rule
        case masked
        case shares
        case claims
        case bar
        case errorBar
        case area
        case line
        case column
        case stroke
        case ruler
        case heat
        case sheet

        var vertex: [ShaderFile] {
            typealias F = ShaderFiles
            return switch self {
            case .shape: [F.target, F.shapeVertex]
            case .shadow: [F.target, F.error, F.shadowVertex]
            case .marker: [F.target, F.color, F.markerVertex]
            case .dataMarker: [F.target, F.projection, F.color, F.markerVertex]
            case .glyph: [F.target, F.projection, F.glyphVertex]
            case .mesh: [F.target, F.meshVertex]
            case .rule: [F.target, F.ruleVertex]
            case .masked, .shares, .claims: [F.target, F.maskedVertex]
            case .bar: [F.target, F.projection, F.barVertex]
            case .errorBar: [F.target, F.projection, F.errorBarVertex]
            case .area: [F.target, F.projection, F.areaVertex]
            case .line: [F.target, F.projection, F.color, F.ends, F.segment, F.lineVertex]
            case .column: [F.target, F.projection, F.columnVertex]
            case .stroke: [F.target, F.color, F.ends, F.segment, F.strokeVertex]
            case .ruler: [F.target, F.color, F.ends, F.segment, F.rulerVertex]
            case .heat: [F.target, F.projection, F.heatVertex]
            case .sheet: [F.target, F.sheetVertex]
            }
        }

        var fragment: [ShaderFile] {
            typealias F = ShaderFiles
            return switch self {
            case .shape: [F.clip, F.box, F.color, F.shapeFragment]
            case .shadow: [F.clip, F.error, F.shadowFragment]
            case .marker, .dataMarker: [F.clip, F.color, F.markerFragment]
            case .glyph: [F.clip, F.glyphFragment]
            case .rule, .errorBar: [F.clip, F.ruleFragment]
            case .masked: [F.clip, F.maskedFragment]
            case .shares: [F.clip, F.sharesFragment]
            case .claims: [F.claimsFragment]
            case .mesh: [F.clip, F.meshFragment]
            case .bar, .heat: [F.clip, F.box, F.barFragment]
            case .area: [F.clip, F.areaFragment]
            case .column: [F.clip, F.columnFragment]
            case .sheet: [F.clip, F.sheetFragment]
            case .line, .stroke, .ruler: [F.clip, F.color, F.ends, F.lineFragment]
            }
        }

        var defines: [String] {
            switch self {
            case .dataMarker: ["DATA"]
            case .stroke: ["OWN_COLOR", "SHAPED_ENDS"]
            default: []
            }
        }
    }

    /// Variants of a pair, each compiled when it is first needed.
    struct Options: OptionSet, Hashable {
        let rawValue: Int
        /// Corners of the clip are rounded.
        static let roundedClip = Options(rawValue: 1)
        /// Coverage only, for a mask.
        static let mask = Options(rawValue: 2)
        /// Lines in dashes.
        static let dashed = Options(rawValue: 4)
        /// Ends and joins that are not round.
        static let shapedEnds = Options(rawValue: 8)
        /// Segments may overlap: the target keeps the maximum.
        static let overlap = Options(rawValue: 16)
        /// Columns of a line that is wider than they are.
        static let wide = Options(rawValue: 32)
        /// Columns as lines through the middles of pixels.
        static let lines = Options(rawValue: 64)
        /// Samples whose attributes choose a style, of which one is drawn.
        static let attributed = Options(rawValue: 128)
        /// More colours than uniforms hold, from a texture.
        static let palette = Options(rawValue: 256)
        /// Points about the middles of bars of whole pixels.
        static let onBars = Options(rawValue: 512)

        var defines: [String] {
            var list: [String] = []
            if contains(.roundedClip) { list.append("ROUNDED_CLIP") }
            if contains(.mask) { list.append("MASK") }
            if contains(.dashed) { list.append("DASHED") }
            if contains(.shapedEnds) { list.append("SHAPED_ENDS") }
            if contains(.overlap) { list.append("OVERLAP") }
            if contains(.wide) { list.append("WIDE") }
            if contains(.lines) { list.append("LINES") }
            if contains(.attributed) { list.append("ATTRIBUTED") }
            if contains(.palette) { list.append("PALETTE") }
            if contains(.onBars) { list.append("ON_BARS") }
            return list
        }
    }

    struct Key: Hashable {
        let kind: Kind
        let options: Options
    }
}

extension ShaderFile {
    fileprivate var part: ShaderSource.Part { .init(file: path, text: text) }
}
