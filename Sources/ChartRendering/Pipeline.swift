import GPU
import Shaders

/// A compiled pair of shaders, with the uniforms that our shaders share by name.
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

    init(_ device: Device, _ shaders: ShaderPair, _ options: Options) throws(GPUError) {
        let program = try Program(
            device, name: shaders.name, vertex: .init(shaders.vertex.map(\.part)),
            fragment: .init(shaders.fragment.map(\.part)),
            defines: options.defines + shaders.defines)
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
        /// Columns of a line that is wider than a column.
        static let wide = Options(rawValue: 32)
        /// Columns as lines through the middles of pixels.
        static let lines = Options(rawValue: 64)
        /// Samples whose attributes select a style; one style is drawn.
        static let attributed = Options(rawValue: 128)
        /// More colours than uniforms hold, from a texture.
        static let palette = Options(rawValue: 256)
        /// Points at the middles of bars of whole pixels.
        static let onBars = Options(rawValue: 512)
        /// Bars with stripes.
        static let hatched = Options(rawValue: 1024)
        /// Points as one vertex each.
        static let sprites = Options(rawValue: 2048)

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
            if contains(.hatched) { list.append("HATCHED") }
            if contains(.sprites) { list.append("SPRITES") }
            return list
        }
    }

    struct Key: Hashable {
        let shaders: ObjectIdentifier
        let options: Options
    }
}

/// A pair of shaders that draws one kind of thing.
final class ShaderPair: Sendable {
    /// Its name in messages and in the cache of compiled programs.
    let name: String
    let vertex: [ShaderFile]
    let fragment: [ShaderFile]
    let defines: [String]

    init(
        _ name: String, vertex: [ShaderFile], fragment: [ShaderFile], defines: [String] = []
    ) {
        (self.name, self.vertex, self.fragment, self.defines) = (name, vertex, fragment, defines)
    }
}

extension ShaderFile {
    fileprivate var part: ShaderSource.Part { .init(file: path, text: text) }
}
