import Geometry
import Testing

@testable import GPU

@MainActor
@Suite struct ProgramTests {
    static let quad = """
        uniform vec4 uRect;
        void main() {
            vec2 side = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
            gl_Position = vec4(mix(uRect.xy, uRect.zw, side), 0.0, 1.0);
        }
        """
    static let plain = "uniform vec4 uColor;\nout vec4 oColor;\nvoid main() { oColor = uColor; }"

    private func source(_ parts: (String, String)...) -> ShaderSource {
        ShaderSource(parts.map { .init(file: $0.0, text: $0.1) })
    }

    /// The error of making a program; nil if it succeeds.
    private func failure(fragment: ShaderSource) throws -> GPUError? {
        let device = try Device()
        return #expect(throws: GPUError.self) {
            try Self.build(device, vertex: source(("quad.vert", Self.quad)), fragment: fragment)
        }
    }

    private static func build(
        _ device: Device, vertex: ShaderSource, fragment: ShaderSource
    ) throws(GPUError) {
        let program = try Program(device, name: "test", vertex: vertex, fragment: fragment)
        _ = program.uniform("none")
    }

    @Test func aCompileErrorNamesTheFileAndTheLineInIt() throws {
        let error = try failure(
            fragment: source(
                ("common.glsl", "float one() {\n    return 1.0;\n}"),
                ("broken.frag", "out vec4 oColor;\n\nvoid main() {\n    oColor = nonsense;\n}")))
        guard case .shader(let file, let line, let message)? = error else {
            Issue.record("not a compile error: \(String(describing: error))")
            return
        }
        #expect(file == "broken.frag")
        #expect(line == 4)
        #expect(message.contains("nonsense"))
    }

    @Test func anErrorInASharedPieceNamesThatPiece() throws {
        let error = try failure(
            fragment: source(
                ("common.glsl", "float one() {\n    return vec3(1.0);\n}"),
                ("fine.frag", "out vec4 oColor;\nvoid main() { oColor = vec4(one()); }")))
        guard case .shader(let file, let line, _)? = error else {
            Issue.record("not a compile error: \(String(describing: error))")
            return
        }
        #expect(file == "common.glsl")
        #expect(line == 2)
    }

    @Test func logsOfAllDriversAreRead() {
        let files = ["a.glsl", "b.frag"]
        for log in [
            "0:200007(11): error: `x' undeclared", "ERROR: 0:200007: 'x' : undeclared identifier",
            "0(200007) : error C1503: undefined variable \"x\"",
        ] {
            guard case .shader(let file, let line, _) = ShaderLog.error(log, files: files) else {
                Issue.record("not a compile error")
                continue
            }
            #expect(file == "b.frag" && line == 7)
        }
        #expect(
            ShaderLog.error("out of memory", files: files)
                == .shader(file: "b.frag", line: 0, message: "out of memory"))
    }

    @Test func stagesThatDoNotMeetAreALinkError() throws {
        let needy =
            "in vec3 vMissing;\nout vec4 oColor;\nvoid main() { oColor = vec4(vMissing, 1.0); }"
        let error = try failure(fragment: source(("needy.frag", needy)))
        guard case .link(let program, let message)? = error else {
            Issue.record("not a link error: \(String(describing: error))")
            return
        }
        #expect(program == "test")
        #expect(message.contains("vMissing"))
    }

    /// Draws a full-target quad per colour with a blend mode and reads the first pixel.
    private func blended(_ blend: Blend, _ colors: [[Float]]) throws -> [UInt8] {
        let device = try Device()
        let surface = try Surface(device: device, width: 3, height: 3)
        let program = try Program(
            device, name: "plain", vertex: source(("quad.vert", Self.quad)),
            fragment: source(("plain.frag", Self.plain)))
        let array = try VertexArray(device)
        try surface.begin()
        try device.clear(Color(red: 0, green: 0, blue: 1))
        device.resetStatistics()
        device.setBlend(blend)
        program.set(program.uniform("uRect"), -1, -1, 1, 1)
        for color in colors {
            program.set(program.uniform("uColor"), vector: color)
            try device.draw(.triangleStrip, vertices: 4, program: program, vertexArray: array)
        }
        #expect(device.statistics.draws == colors.count)
        #expect(device.statistics.uploadedBytes == 0)
        let pixels = try surface.readPixels()
        #expect(device.debugMessages.filter { $0.hasPrefix("error") }.isEmpty)
        return Array(pixels[0..<4])
    }

    @Test func overIsPremultiplied() throws {
        // 0.2 of red over blue: 0.2 + 0.8 · 0 and 0 + 0.8 · 1.
        #expect(try blended(.over, [[0.2, 0, 0, 0.2]]) == [51, 0, 204, 255])
    }

    @Test func maximumKeepsTheLarger() throws {
        #expect(
            try blended(.maximum, [[0.2, 0.4, 0, 0.5], [0.4, 0.2, 0, 0.5]]) == [102, 102, 255, 255])
    }

    @Test func withoutBlendingTheLastStays() throws {
        #expect(try blended(.none, [[1, 1, 1, 1], [0, 0.4, 0, 0.2]]) == [0, 102, 0, 51])
    }

    @Test func aPictureIsCopiedToTheSamePlace() throws {
        let device = try Device()
        let surface = try Surface(device: device, width: 4, height: 4)
        let texture = try Texture(device, format: .rgba8, width: 4, height: 4)
        let framebuffer = try Framebuffer(device, texture: texture)
        try device.begin(framebuffer)
        try device.clear(Color(hex: 0x00FF00))
        device.setScissor(PixelRect(x: 0, y: 0, width: 4, height: 1))
        try device.clear(Color(hex: 0xFF0000))
        try surface.begin()
        try device.clear(Color(hex: 0))
        try device.copy(PixelRect(x: 1, y: 0, width: 2, height: 2), from: framebuffer)
        let pixels = try surface.readPixels()
        func at(_ x: Int, _ y: Int) -> [UInt8] {
            Array(pixels[(y * 4 + x) * 4..<(y * 4 + x) * 4 + 3])
        }
        #expect(at(1, 0) == [255, 0, 0])
        #expect(at(2, 1) == [0, 255, 0])
        #expect(at(0, 0) == [0, 0, 0])
        #expect(at(3, 1) == [0, 0, 0])
        #expect(at(1, 2) == [0, 0, 0])
    }

    /// Fills the pixels that the elements of a buffer name, starting at one element.
    private static let column = """
        layout(location = 0) in float aColumn;
        layout(location = 1) in vec4 aColor;
        flat out vec4 vColor;
        void main() {
            vec2 side = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
            gl_Position = vec4((aColumn + side.x) / 3.0 - 1.0, side.y * 2.0 - 1.0, 0.0, 1.0);
            vColor = aColor;
        }
        """
    private static let own =
        "flat in vec4 vColor;\nout vec4 oColor;\nvoid main() { oColor = vColor; }"

    /// Without the extension the attributes are moved instead.
    @Test(arguments: [true, false]) func instancesAreReadFromTheFirstOn(extended: Bool) throws {
        let device = try Device()
        if !extended { device.functions.drawFromInstance = nil }
        let surface = try Surface(device: device, width: 6, height: 2)
        let program = try Program(
            device, name: "columns",
            vertex: source(("column.vert", Self.column)),
            fragment: source(("own.frag", Self.own)))
        let array = try VertexArray(device)
        // Two buffers with different elements.
        let columns = try Buffer(device, byteCount: 6 * 4)
        try columns.write([0, 1, 2, 3, 4, 5] as [Float], 0..<6)
        let colors = try Buffer(device, byteCount: 6 * 8)
        let pairs: [UInt32] = (0..<12).map { $0 % 2 == 0 ? 0xFF00_0000 + $0 / 2 * 40 : .max }
        try colors.write(pairs, 0..<12)
        try surface.begin()
        for (first, count) in [(4, 2), (1, 2), (0, 1)] {
            try device.clear(Color(hex: 0xFFFFFF))
            array.feed(
                [VertexAttribute(0, .float(1), offset: 0)], from: columns, stride: 4, first: first)
            array.feed(
                [VertexAttribute(1, .color, offset: 0)], from: colors, stride: 8, first: first)
            try device.draw(
                .triangleStrip, vertices: 4, instances: count, program: program, vertexArray: array)
            let pixels = try surface.readPixels()
            let shown = (0..<6).map { Int(pixels[$0 * 4]) }
            let drawn = first..<first + count
            #expect(shown == (0..<6).map { drawn.contains($0) ? $0 * 40 : 255 }, "from \(first)")
        }
        #expect(device.debugMessages.filter { $0.hasPrefix("error") }.isEmpty)
    }

    @Test func verticesAreReadFromTheFirstOn() throws {
        let device = try Device()
        let surface = try Surface(device: device, width: 4, height: 2)
        let program = try Program(
            device, name: "triangles",
            vertex: source(
                (
                    "place.vert",
                    """
                    layout(location = 0) in vec2 aPlace;
                    void main() { gl_Position = vec4(aPlace, 0.0, 1.0); }
                    """
                )),
            fragment: source(("plain.frag", Self.plain)))
        let array = try VertexArray(device)
        // A triangle over the left half and one over the right.
        let places: [Float] = [-1, -1, 0, -1, -1, 7, 0, -1, 1, -1, 1, 7]
        let buffer = try Buffer(device, byteCount: places.count * 4)
        try buffer.write(places, 0..<places.count)
        try surface.begin()
        try device.clear(Color(hex: 0))
        program.set(program.uniform("uColor"), vector: [1, 1, 1, 1])
        array.feed(
            [VertexAttribute(0, .float(2), offset: 0)], from: buffer, stride: 8, first: 3,
            perInstance: false)
        try device.draw(.triangles, vertices: 3, program: program, vertexArray: array)
        let pixels = try surface.readPixels()
        #expect((0..<4).map { pixels[$0 * 4] } == [0, 0, 255, 255])
    }
}
