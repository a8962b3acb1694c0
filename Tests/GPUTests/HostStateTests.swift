import CEGL
import CGLES
import Geometry
import Testing

@testable import GPU

/// Drawing in a foreign context, whose state must be unchanged afterwards.
@MainActor
@Suite struct HostStateTests {
    private static let width = 20
    private static let height = 12

    /// Uses all features: uploads, both kinds of textures, a picture that is drawn into and copied,
    /// clears, clips, all blends.
    private func paint(_ device: Device, _ surface: Surface) throws(GPUError) {
        let program = try Program(
            device, name: "quad",
            vertex: ShaderSource([.init(file: "quad", text: ProgramTests.quad)]),
            fragment: ShaderSource([
                .init(
                    file: "texel",
                    text: """
                        uniform sampler2D uPlain;
                        uniform sampler2DArray uArray;
                        uniform vec4 uColor;
                        out vec4 oColor;
                        void main() {
                            ivec2 p = ivec2(gl_FragCoord.xy) % 3;
                            oColor = uColor * texelFetch(uPlain, p, 0).r
                                * texelFetch(uArray, ivec3(p, 1), 0).r;
                        }
                        """)
            ]))
        let array = try VertexArray(device)
        let buffer = try Buffer(device, byteCount: 16)
        try buffer.write([1, 2, 3, 4] as [Float], 0..<4)
        array.feed([VertexAttribute(3, .float(1), offset: 0)], from: buffer, stride: 4)
        let texels: [UInt8] = [255, 200, 150, 100, 250, 50, 0, 128, 64]
        let whole = PixelRect(x: 0, y: 0, width: 3, height: 3)
        let plain = try Texture(device, format: .r8, width: 3, height: 3)
        try plain.write(texels, rect: whole)
        let layers = try Texture(device, format: .r8, width: 3, height: 3, layers: 2)
        try layers.write(texels.reversed(), rect: whole, layer: 1)
        let picture = try Texture(device, format: .rgba8, width: 5, height: 4)
        let inside = try Framebuffer(device, texture: picture)
        try device.begin(inside)
        try device.clear(Color(hex: 0x336699))
        try surface.begin()
        try device.clear(Color(hex: 0x204060))
        program.set(program.uniform("uPlain"), integer: 0)
        program.set(program.uniform("uArray"), integer: 1)
        device.use(plain)
        device.use(layers)
        for (index, blend) in [Blend.none, .over, .maximum].enumerated() {
            device.setBlend(blend)
            device.setScissor(PixelRect(x: 4 * index, y: 2, width: 6, height: 8))
            program.set(program.uniform("uRect"), -1, -0.75, 0.9, 1)
            program.set(program.uniform("uColor"), 0.5, 0.25 * Float(index), 0.5, 0.5)
            try device.draw(.triangleStrip, vertices: 4, program: program, vertexArray: array)
        }
        try device.copy(PixelRect(x: 0, y: 0, width: 5, height: 4), from: inside, to: (14, 1))
    }

    /// The picture that a separate device paints, from the top.
    private func wanted() throws -> [UInt8] {
        let device = try Device()
        let surface = try Surface(device: device, width: Self.width, height: Self.height)
        try paint(device, surface)
        return try surface.readPixels()
    }

    private func turned(_ pixels: [UInt8], width: Int) -> [UInt8] {
        stride(from: pixels.count - 4 * width, through: 0, by: -4 * width)
            .flatMap { pixels[$0..<$0 + 4 * width] }
    }

    // MARK: State

    @Test func everyStateIsAsItWas() throws {
        let host = try HostContext()
        try host.setOdd()
        let before = host.state()
        // All of it differs from a fresh context: otherwise the comparison would reveal less.
        let fresh = try HostContext().state()
        host.makeCurrent()
        let equal = before.filter { fresh[$0.key] == $0.value }.map(\.key).sorted()
        #expect(
            equal.filter { !$0.hasSuffix("3") && !$0.hasPrefix("texture volume") }
                == ["feedback buffer", "feedback pauses", "feedback runs", "transform feedback"])
        do {
            let device = try Device.onCurrentContext()
            #expect(host.state() == before)
            let surface = Surface(host: device, width: Self.width, height: Self.height)
            for _ in 0..<3 {
                try device.drawWithinHost { () throws(GPUError) in try paint(device, surface) }
                let after = host.state()
                for (name, values) in before { #expect(after[name] == values, "\(name)") }
            }
        }
        // The end of the device and of its objects changes nothing either.
        #expect(host.state() == before)
    }

    @Test func whatAFreshContextHasIsKeptToo() throws {
        let host = try HostContext()
        let before = host.state()
        let target = host.makeFramebuffer(20, 12)
        let device = try Device.onCurrentContext()
        let surface = Surface(host: device, width: Self.width, height: Self.height)
        try device.drawWithinHost { () throws(GPUError) in try paint(device, surface) }
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), 0)
        glBindTexture(GLenum(GL_TEXTURE_2D), 0)
        glClearColor(0, 0, 0, 0)
        #expect(host.state() == before)
        #expect(glIsTexture(target.texture) == GL_TRUE)
    }

    @Test func stateIsPutBackWhenDrawingFails() throws {
        let host = try HostContext()
        try host.setOdd()
        let before = host.state()
        let device = try Device.onCurrentContext()
        let surface = Surface(host: device, width: Self.width, height: Self.height)
        #expect(throws: GPUError.unsupported("a test")) {
            try device.drawWithinHost { () throws(GPUError) in
                try paint(device, surface)
                throw .unsupported("a test")
            }
        }
        #expect(host.state() == before)
        try device.drawWithinHost { () throws(GPUError) in try paint(device, surface) }
    }

    @Test func buffersThatAreBlendedOneByOneStaySo() throws {
        let host = try HostContext()
        let device = try Device.onCurrentContext()
        guard let indexed = device.hostFeatures.indexed, indexed.buffers > 2 else { return }
        let target = host.makeFramebuffer(20, 12)
        glEnable(GLenum(GL_BLEND))
        indexed.disable(GLenum(GL_BLEND), 1)
        indexed.setMask(1, 1, 0, 0, 1)
        indexed.setEquations(2, GLenum(GL_MIN), GLenum(GL_MAX))
        indexed.setFactors(
            2, GLenum(GL_ZERO), GLenum(GL_ONE), GLenum(GL_DST_COLOR), GLenum(GL_SRC_COLOR))
        #expect(glGetError() == GL_NO_ERROR)
        let before = HostState(device.hostFeatures)
        let surface = Surface(host: device, width: Self.width, height: Self.height)
        try device.drawWithinHost { () throws(GPUError) in try paint(device, surface) }
        #expect(HostState(device.hostFeatures) == before)
        #expect(indexed.isEnabled(GLenum(GL_BLEND), 0) == GL_TRUE)
        #expect(indexed.isEnabled(GLenum(GL_BLEND), 1) == GL_FALSE)
        var value: GLint = 0
        glGetIntegeri_v(GLenum(GL_BLEND_EQUATION_ALPHA), 2, &value)
        #expect(value == GL_MAX)
        #expect(try turned(wanted(), width: Self.width) == pixels(host, target.framebuffer))
    }

    /// The pixels of a framebuffer of the host, made current again.
    private func pixels(_ host: HostContext, _ framebuffer: GLuint) -> [UInt8] {
        host.makeCurrent()
        return host.pixels(of: framebuffer, Self.width, Self.height)
    }

    @Test func aTransformFeedbackIsHeldUpForAFrame() throws {
        let host = try HostContext()
        let target = host.makeFramebuffer(20, 12)
        let feedback = host.makeBuffer(
            GL_TRANSFORM_FEEDBACK_BUFFER, [Float](repeating: 9, count: 16))
        glBindBufferBase(GLenum(GL_TRANSFORM_FEEDBACK_BUFFER), 0, feedback)
        glUseProgram(try host.makeProgram())
        _ = host.makeTriangle()
        glBeginTransformFeedback(GLenum(GL_TRIANGLES))
        let before = host.state()
        let device = try Device.onCurrentContext()
        let surface = Surface(host: device, width: Self.width, height: Self.height)
        try device.drawWithinHost { () throws(GPUError) in try paint(device, surface) }
        #expect(host.state() == before)
        let drawn = host.pixels(of: target.framebuffer, Self.width, Self.height)
        glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
        glEndTransformFeedback()
        #expect(glGetError() == GL_NO_ERROR)
        let bytes = glMapBufferRange(
            GLenum(GL_TRANSFORM_FEEDBACK_BUFFER), 0, 64, GLbitfield(GL_MAP_READ_BIT))
        let values = try #require(bytes).assumingMemoryBound(to: Float.self)
        #expect((0..<8).map { values[$0] } == [-1, -1, 1, -1, -1, 1, 9, 9])
        glUnmapBuffer(GLenum(GL_TRANSFORM_FEEDBACK_BUFFER))
        #expect(try turned(wanted(), width: Self.width) == drawn)
    }

    // MARK: Pixels

    @Test func thePictureIsTheOneThatADeviceOfItsOwnDraws() throws {
        let wanted = turned(try wanted(), width: Self.width)
        #expect(Set(wanted).count > 12)
        let host = try HostContext()
        try host.setOdd()
        var framebuffer: GLint = 0
        glGetIntegerv(GLenum(GL_DRAW_FRAMEBUFFER_BINDING), &framebuffer)
        let device = try Device.onCurrentContext()
        let surface = Surface(host: device, width: Self.width, height: Self.height)
        let read = try device.drawWithinHost { () throws(GPUError) in
            try paint(device, surface)
            return try surface.readPixels()
        }
        #expect(turned(read, width: Self.width) == wanted)
        let other = try HostContext()
        host.makeCurrent()
        glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
        for parameter in [GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS] {
            glPixelStorei(GLenum(parameter), 0)
        }
        #expect(pixels(host, GLuint(framebuffer)) == wanted)
        #expect(other.context != host.context)
    }

    @Test func anUpperLeftOriginTurnsNothingOver() throws {
        let wanted = turned(try wanted(), width: Self.width)
        let host = try HostContext()
        let target = host.makeFramebuffer(20, 12)
        let device = try Device.onCurrentContext()
        guard let setClip = device.hostFeatures.clipControl else { return }
        setClip(GLenum(GL_UPPER_LEFT_EXT), GLenum(GL_ZERO_TO_ONE_EXT))
        let surface = Surface(host: device, width: Self.width, height: Self.height)
        try device.drawWithinHost { () throws(GPUError) in try paint(device, surface) }
        #expect(HostState.integer(GL_CLIP_ORIGIN_EXT) == GL_UPPER_LEFT_EXT)
        #expect(HostState.integer(GL_CLIP_DEPTH_MODE_EXT) == GL_ZERO_TO_ONE_EXT)
        #expect(pixels(host, target.framebuffer) == wanted)
    }

    @Test func whatIsEncodedByTheFramebufferIsNotEncodedTwice() throws {
        let wanted = turned(try wanted(), width: Self.width)
        let host = try HostContext()
        let target = host.makeFramebuffer(20, 12, format: GL_SRGB8_ALPHA8)
        let device = try Device.onCurrentContext()
        let encodes = GLenum(GL_FRAMEBUFFER_SRGB_EXT)
        guard device.hostFeatures.disturbing.contains(encodes) else { return }
        let surface = Surface(host: device, width: Self.width, height: Self.height)
        try device.drawWithinHost { () throws(GPUError) in try paint(device, surface) }
        #expect(glIsEnabled(encodes) == GL_TRUE)
        #expect(pixels(host, target.framebuffer) == wanted)
    }

    @Test func nothingBesideThePartIsTouched() throws {
        let wanted = turned(try wanted(), width: Self.width)
        let host = try HostContext()
        let (width, height) = (40, 30)
        let target = host.makeFramebuffer(GLsizei(width), GLsizei(height), clear: (1, 0, 0))
        let device = try Device.onCurrentContext()
        let surface = Surface(
            host: device, width: Self.width, height: Self.height, x: 7, y: 11)
        try device.drawWithinHost { () throws(GPUError) in try paint(device, surface) }
        let found = host.pixels(of: target.framebuffer, width, height)
        for y in 0..<height {
            for x in 0..<width {
                let at = (y * width + x) * 4
                let pixel = Array(found[at..<at + 4])
                if (7..<7 + Self.width).contains(x), (11..<11 + Self.height).contains(y) {
                    // The pattern is relative to the framebuffer's corner; the rest is the same.
                    let place = ((y - 11) * Self.width + x - 7) * 4
                    let isPattern = x - 7 < 14 && (2..<10).contains(y - 11)
                    if !isPattern {
                        #expect(pixel == Array(wanted[place..<place + 4]), "\(x), \(y)")
                    }
                } else {
                    #expect(pixel == [255, 0, 0, 255], "\(x), \(y)")
                }
            }
        }
    }

    @Test func theHostsOwnTriangleLooksTheSame() throws {
        let host = try HostContext()
        let program = try host.makeProgram()
        let color = glGetUniformLocation(program, "uColor")
        let array = host.makeTriangle()
        /// A frame of the host, which binds and sets as little as possible.
        func frame(_ body: () throws -> Void) throws -> [UInt8] {
            let target = host.makeFramebuffer(20, 12, clear: (0, 0.5, 0))
            glViewport(0, 0, 20, 12)
            glUseProgram(program)
            glBindVertexArray(array)
            glUniform4f(color, 1, 0, 0.5, 0.5)
            glEnable(GLenum(GL_BLEND))
            glBlendFunc(GLenum(GL_SRC_ALPHA), GLenum(GL_ONE))
            glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
            try body()
            glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
            return host.pixels(of: target.framebuffer, Self.width, Self.height)
        }
        let alone = try frame {}
        let first = try Device.onCurrentContext()
        let second = try Device.onCurrentContext()
        let small = Surface(host: first, width: 3, height: 2)
        let large = Surface(host: second, width: Self.width, height: Self.height)
        let color1 = Color(hex: 0x112233)
        // Two devices in turn, each drawing a part and leaving the rest.
        let together = try frame {
            for _ in 0..<2 {
                try second.drawWithinHost { () throws(GPUError) in
                    try large.begin()
                    second.setScissor(PixelRect(x: 17, y: 0, width: 3, height: 2))
                    try second.clear(color1)
                    // One within the other's frame.
                    try first.drawWithinHost { () throws(GPUError) in
                        try small.begin()
                        try first.clear(Color(hex: 0xFFFFFF))
                    }
                    second.setScissor(PixelRect(x: 16, y: 0, width: 1, height: 2))
                    try second.clear(color1)
                }
            }
        }
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                let at = (y * Self.width + x) * 4
                let found = Array(together[at..<at + 4])
                if x < 3, y < 2 {
                    // White and the host's second triangle, which adds.
                    #expect(found == [255, 255, 255, 255], "\(x), \(y)")
                } else if x >= 16, y >= 10 {
                    #expect(found == [0x11, 0x22, 0x33, 255], "\(x), \(y)")
                } else {
                    #expect(found == Array(alone[at..<at + 4]), "\(x), \(y)")
                }
            }
        }
        #expect(glGetError() == GL_NO_ERROR)
    }

    @Test func aTargetOfSeveralSamplesIsDrawnToAndNotCopiedTo() throws {
        let host = try HostContext()
        let resolved = host.makeFramebuffer(20, 12)
        var names: [GLuint] = [0, 0]
        glGenRenderbuffers(1, &names[0])
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), names[0])
        glRenderbufferStorageMultisample(GLenum(GL_RENDERBUFFER), 4, GLenum(GL_RGBA8), 20, 12)
        glGenFramebuffers(1, &names[1])
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), names[1])
        glFramebufferRenderbuffer(
            GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), names[0])
        let device = try Device.onCurrentContext()
        let surface = Surface(host: device, width: Self.width, height: Self.height)
        #expect(throws: GPUError.unsupported("copies to several samples a pixel")) {
            try device.drawWithinHost { () throws(GPUError) in try paint(device, surface) }
        }
        try device.drawWithinHost { () throws(GPUError) in
            try surface.begin()
            #expect(!device.targetTakesCopies)
            try device.clear(Color(hex: 0x445566))
        }
        glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), resolved.framebuffer)
        glBlitFramebuffer(
            0, 0, 20, 12, 0, 0, 20, 12, GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(GL_NEAREST))
        let found = host.pixels(of: resolved.framebuffer, Self.width, Self.height)
        #expect(Array(found.prefix(4)) == [0x44, 0x55, 0x66, 255])
    }

    // MARK: Ownership

    @Test func onlyAContextThatCanBeDrawnInIsTaken() throws {
        eglMakeCurrent(eglGetCurrentDisplay(), nil, nil, nil)
        #expect(throws: GPUError.unfitContext("missing: none is current")) {
            _ = try Device.onCurrentContext()
        }
        #expect(OpenGLVersion("OpenGL ES 2.0 (Mesa)") == OpenGLVersion("OpenGL ES 2.0 x"))
        #expect(!OpenGLVersion("OpenGL ES 2.0 (Mesa)").isAtLeast(3, 0))
        #expect(!OpenGLVersion("OpenGL ES-CM 1.1 Mesa").isAtLeast(3, 0))
        #expect(!OpenGLVersion("4.6 (Core Profile) Mesa 22.3.6").isAtLeast(3, 0))
        #expect(!OpenGLVersion("").isAtLeast(3, 0))
        #expect(OpenGLVersion("OpenGL ES 3.2 Mesa 22.3.6").isAtLeast(3, 2))
        #expect(!OpenGLVersion("OpenGL ES 3.0").isAtLeast(3, 1))
    }

    @Test func anotherContextIsNotDrawnInByMistake() throws {
        let host = try HostContext()
        let device = try Device.onCurrentContext()
        let other = try HostContext()
        let before = other.state()
        #expect(throws: GPUError.self) {
            try device.drawWithinHost { () throws(GPUError) in try device.checkReset() }
        }
        #expect(other.state() == before)
        #expect(eglGetCurrentContext() == other.context)
        host.makeCurrent()
        try device.drawWithinHost { () throws(GPUError) in try device.checkReset() }
    }

    @Test func onlyWhatIsOursIsDeleted() throws {
        let host = try HostContext()
        let target = host.makeFramebuffer(20, 12)
        let program = try host.makeProgram()
        let array = host.makeTriangle()
        do {
            let device = try Device.onCurrentContext()
            let surface = Surface(host: device, width: Self.width, height: Self.height)
            for _ in 0..<2 {
                try device.drawWithinHost { () throws(GPUError) in try paint(device, surface) }
                #expect(!device.deletions.isEmpty)
            }
        }
        // The context is the host's and continues, without any of the device's objects.
        #expect(eglGetCurrentContext() == host.context)
        #expect(glIsTexture(target.texture) == GL_TRUE)
        #expect(glIsFramebuffer(target.framebuffer) == GL_TRUE)
        #expect(glIsProgram(program) == GL_TRUE && glIsVertexArray(array) == GL_TRUE)
        let textures = (1..<64).filter { glIsTexture($0) == GL_TRUE }
        let arrays = (1..<64).filter { glIsVertexArray($0) == GL_TRUE }
        #expect(textures == [target.texture] && arrays == [array])
    }

    @Test func devicesOfBothKindsWorkByTurns() throws {
        let host = try HostContext()
        let target = host.makeFramebuffer(20, 12, clear: (1, 0, 0))
        let lent = try Device.onCurrentContext()
        let there = Surface(host: lent, width: Self.width, height: Self.height)
        do {
            let own = try Device()
            let here = try Surface(device: own, width: 2, height: 2)
            for shade in [UInt32(0x102030), 0x405060] {
                host.makeCurrent()
                try lent.drawWithinHost { () throws(GPUError) in
                    try there.begin()
                    try lent.clear(Color(hex: shade))
                }
                // The host made its context current without the device's knowledge.
                try here.begin()
                try own.clear(Color(hex: 0x778899))
                #expect(try here.readPixels().prefix(4) == [0x77, 0x88, 0x99, 255])
            }
        }
        // The end of the last device does not terminate the host's display.
        #expect(pixels(host, target.framebuffer).prefix(4) == [0x40, 0x50, 0x60, 255])
    }
}
