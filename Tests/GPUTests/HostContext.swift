import CEGL
import CGLES
import Testing

/// A program's own context without a window, made and used by plain calls, as a host would.
@MainActor
final class HostContext {
    nonisolated(unsafe) let display: EGLDisplay
    nonisolated(unsafe) let context: EGLContext

    init(version: EGLint = 3) throws {
        let display = try #require(
            eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil))
        try #require(eglInitialize(display, nil, nil) == EGL_TRUE)
        try #require(eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGL_TRUE)
        let wanted: [EGLint] = [
            EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_NONE,
        ]
        var config: EGLConfig?
        var count: EGLint = 0
        try #require(eglChooseConfig(display, wanted, &config, 1, &count) == EGL_TRUE && count > 0)
        context = try #require(
            eglCreateContext(display, config, nil, [EGL_CONTEXT_MAJOR_VERSION, version, EGL_NONE]))
        self.display = display
        makeCurrent()
    }

    deinit {
        if eglGetCurrentContext() == context { eglMakeCurrent(display, nil, nil, nil) }
        eglDestroyContext(display, context)
    }

    func makeCurrent() {
        #expect(eglMakeCurrent(display, nil, nil, context) == EGL_TRUE)
    }

    // MARK: The host's own objects

    /// A framebuffer over a texture, filled with a colour; both stay bound.
    func makeFramebuffer(
        _ width: GLsizei, _ height: GLsizei, clear: (Float, Float, Float) = (0, 0, 0),
        format: Int32 = GL_RGBA8
    ) -> (framebuffer: GLuint, texture: GLuint) {
        var texture: GLuint = 0
        glGenTextures(1, &texture)
        glBindTexture(GLenum(GL_TEXTURE_2D), texture)
        glTexStorage2D(GLenum(GL_TEXTURE_2D), 1, GLenum(format), width, height)
        var framebuffer: GLuint = 0
        glGenFramebuffers(1, &framebuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glFramebufferTexture2D(
            GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture, 0)
        glClearColor(clear.0, clear.1, clear.2, 1)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        return (framebuffer, texture)
    }

    /// A buffer of numbers, which stays bound to a target.
    func makeBuffer(_ target: Int32, _ values: [Float]) -> GLuint {
        var name: GLuint = 0
        glGenBuffers(1, &name)
        glBindBuffer(GLenum(target), name)
        glBufferData(GLenum(target), values.count * 4, values, GLenum(GL_DYNAMIC_COPY))
        return name
    }

    /// A program that draws triangles in a colour and captures the positions of their corners.
    func makeProgram() throws -> GLuint {
        func shader(_ kind: Int32, _ text: String) throws -> GLuint {
            let shader = glCreateShader(GLenum(kind))
            text.withCString { bytes in
                var pointer: UnsafePointer<GLchar>? = bytes
                glShaderSource(shader, 1, &pointer, nil)
            }
            glCompileShader(shader)
            var isCompiled: GLint = 0
            glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &isCompiled)
            try #require(isCompiled == GL_TRUE)
            return shader
        }
        let program = glCreateProgram()
        glAttachShader(
            program,
            try shader(
                GL_VERTEX_SHADER,
                """
                #version 300 es
                layout(location = 0) in vec2 aPlace;
                out vec2 vPlace;
                void main() { vPlace = aPlace; gl_Position = vec4(aPlace, 0.0, 1.0); }
                """))
        glAttachShader(
            program,
            try shader(
                GL_FRAGMENT_SHADER,
                """
                #version 300 es
                precision highp float;
                uniform vec4 uColor;
                out vec4 oColor;
                void main() { oColor = uColor; }
                """))
        "vPlace".withCString { bytes in
            var pointer: UnsafePointer<GLchar>? = bytes
            glTransformFeedbackVaryings(program, 1, &pointer, GLenum(GL_INTERLEAVED_ATTRIBS))
        }
        glLinkProgram(program)
        var isLinked: GLint = 0
        glGetProgramiv(program, GLenum(GL_LINK_STATUS), &isLinked)
        try #require(isLinked == GL_TRUE)
        return program
    }

    /// A vertex array of a triangle over the lower left half; it and its buffer stay bound.
    func makeTriangle() -> GLuint {
        var array: GLuint = 0
        glGenVertexArrays(1, &array)
        glBindVertexArray(array)
        _ = makeBuffer(GL_ARRAY_BUFFER, [-1, -1, 1, -1, -1, 1])
        glEnableVertexAttribArray(0)
        glVertexAttribPointer(0, 2, GLenum(GL_FLOAT), GLboolean(GL_FALSE), 8, nil)
        return array
    }

    /// The pixels of a framebuffer, rows from the bottom; leaves it bound.
    func pixels(of framebuffer: GLuint, _ width: Int, _ height: Int) -> [UInt8] {
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        glReadPixels(
            0, 0, GLsizei(width), GLsizei(height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &bytes
        )
        return bytes
    }

    // MARK: State

    /// All queryable state of the context, by its name in the specification.
    func state() -> [String: [Float]] {
        var state: [String: [Float]] = [:]
        for (name, parameter, count) in Self.parameters {
            var values = [GLfloat](repeating: -1, count: 4)
            glGetFloatv(GLenum(parameter), &values)
            state[name] = Array(values.prefix(count))
        }
        for (name, feature) in Self.features {
            state[name] = [Float(glIsEnabled(GLenum(feature)))]
        }
        var unit: GLint = 0
        glGetIntegerv(GLenum(GL_ACTIVE_TEXTURE), &unit)
        for index in 0..<4 {
            glActiveTexture(GLenum(GL_TEXTURE0 + Int32(index)))
            for (name, parameter) in Self.perUnit {
                var value: GLint = -1
                glGetIntegerv(GLenum(parameter), &value)
                state["\(name) \(index)"] = [Float(value)]
            }
        }
        glActiveTexture(GLenum(unit))
        #expect(glGetError() == GL_NO_ERROR)
        return state
    }

    private static let parameters: [(String, Int32, Int)] = [
        ("draw framebuffer", GL_DRAW_FRAMEBUFFER_BINDING, 1),
        ("read framebuffer", GL_READ_FRAMEBUFFER_BINDING, 1),
        ("renderbuffer", GL_RENDERBUFFER_BINDING, 1), ("viewport", GL_VIEWPORT, 4),
        ("scissor box", GL_SCISSOR_BOX, 4), ("blend source RGB", GL_BLEND_SRC_RGB, 1),
        ("blend source alpha", GL_BLEND_SRC_ALPHA, 1), ("blend target RGB", GL_BLEND_DST_RGB, 1),
        ("blend target alpha", GL_BLEND_DST_ALPHA, 1),
        ("blend equation RGB", GL_BLEND_EQUATION_RGB, 1),
        ("blend equation alpha", GL_BLEND_EQUATION_ALPHA, 1), ("blend colour", GL_BLEND_COLOR, 4),
        ("colour mask", GL_COLOR_WRITEMASK, 4), ("depth mask", GL_DEPTH_WRITEMASK, 1),
        ("stencil mask", GL_STENCIL_WRITEMASK, 1), ("depth function", GL_DEPTH_FUNC, 1),
        ("stencil function", GL_STENCIL_FUNC, 1), ("clear colour", GL_COLOR_CLEAR_VALUE, 4),
        ("clear depth", GL_DEPTH_CLEAR_VALUE, 1), ("clear stencil", GL_STENCIL_CLEAR_VALUE, 1),
        ("cull face", GL_CULL_FACE_MODE, 1), ("front face", GL_FRONT_FACE, 1),
        ("line width", GL_LINE_WIDTH, 1), ("program", GL_CURRENT_PROGRAM, 1),
        ("vertex array", GL_VERTEX_ARRAY_BINDING, 1), ("array buffer", GL_ARRAY_BUFFER_BINDING, 1),
        ("element buffer", GL_ELEMENT_ARRAY_BUFFER_BINDING, 1),
        ("uniform buffer", GL_UNIFORM_BUFFER_BINDING, 1),
        ("copy read buffer", GL_COPY_READ_BUFFER_BINDING, 1),
        ("copy write buffer", GL_COPY_WRITE_BUFFER_BINDING, 1),
        ("pack buffer", GL_PIXEL_PACK_BUFFER_BINDING, 1),
        ("unpack buffer", GL_PIXEL_UNPACK_BUFFER_BINDING, 1),
        ("feedback buffer", GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 1),
        ("transform feedback", GL_TRANSFORM_FEEDBACK_BINDING, 1),
        ("feedback runs", GL_TRANSFORM_FEEDBACK_ACTIVE, 1),
        ("feedback pauses", GL_TRANSFORM_FEEDBACK_PAUSED, 1),
        ("active texture", GL_ACTIVE_TEXTURE, 1), ("unpack alignment", GL_UNPACK_ALIGNMENT, 1),
        ("unpack row length", GL_UNPACK_ROW_LENGTH, 1),
        ("unpack skipped rows", GL_UNPACK_SKIP_ROWS, 1),
        ("unpack skipped pixels", GL_UNPACK_SKIP_PIXELS, 1),
        ("unpack image height", GL_UNPACK_IMAGE_HEIGHT, 1),
        ("unpack skipped images", GL_UNPACK_SKIP_IMAGES, 1),
        ("pack alignment", GL_PACK_ALIGNMENT, 1), ("pack row length", GL_PACK_ROW_LENGTH, 1),
        ("pack skipped rows", GL_PACK_SKIP_ROWS, 1),
        ("pack skipped pixels", GL_PACK_SKIP_PIXELS, 1),
    ]
    static let features: [(String, Int32)] = [
        ("blends", GL_BLEND), ("culls", GL_CULL_FACE), ("tests depth", GL_DEPTH_TEST),
        ("dithers", GL_DITHER), ("offsets", GL_POLYGON_OFFSET_FILL),
        ("restarts", GL_PRIMITIVE_RESTART_FIXED_INDEX), ("discards", GL_RASTERIZER_DISCARD),
        ("covers by alpha", GL_SAMPLE_ALPHA_TO_COVERAGE), ("covers", GL_SAMPLE_COVERAGE),
        ("scissors", GL_SCISSOR_TEST), ("tests stencil", GL_STENCIL_TEST),
    ]
    private static let perUnit: [(String, Int32)] = [
        ("plain texture", GL_TEXTURE_BINDING_2D), ("texture array", GL_TEXTURE_BINDING_2D_ARRAY),
        ("texture cube", GL_TEXTURE_BINDING_CUBE_MAP), ("texture volume", GL_TEXTURE_BINDING_3D),
        ("sampler", GL_SAMPLER_BINDING),
    ]

    /// Binds objects everywhere and sets everything to values that the device never sets.
    func setOdd() throws {
        let target = makeFramebuffer(20, 12, clear: (0, 0, 1))
        let other = makeFramebuffer(4, 4)
        glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), target.framebuffer)
        glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), other.framebuffer)
        var renderbuffer: GLuint = 0
        glGenRenderbuffers(1, &renderbuffer)
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
        for index in 0..<3 {
            glActiveTexture(GLenum(GL_TEXTURE0 + Int32(index)))
            var textures: [GLuint] = [0, 0, 0]
            glGenTextures(3, &textures)
            glBindTexture(GLenum(GL_TEXTURE_2D), textures[0])
            glBindTexture(GLenum(GL_TEXTURE_2D_ARRAY), textures[1])
            glBindTexture(GLenum(GL_TEXTURE_CUBE_MAP), textures[2])
            var sampler: GLuint = 0
            glGenSamplers(1, &sampler)
            glSamplerParameteri(sampler, GLenum(GL_TEXTURE_MIN_FILTER), GL_LINEAR_MIPMAP_LINEAR)
            glBindSampler(GLuint(index), sampler)
        }
        glUseProgram(try makeProgram())
        _ = makeTriangle()
        for buffer in [
            GL_ELEMENT_ARRAY_BUFFER, GL_UNIFORM_BUFFER, GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER,
            GL_PIXEL_PACK_BUFFER, GL_PIXEL_UNPACK_BUFFER, GL_ARRAY_BUFFER,
        ] { _ = makeBuffer(buffer, [1, 2, 3, 4]) }
        glViewport(3, 4, 5, 6)
        glScissor(1, 2, 3, 4)
        glBlendFuncSeparate(
            GLenum(GL_DST_COLOR), GLenum(GL_SRC_COLOR), GLenum(GL_ONE_MINUS_DST_ALPHA),
            GLenum(GL_ONE))
        glBlendEquationSeparate(GLenum(GL_FUNC_REVERSE_SUBTRACT), GLenum(GL_MIN))
        glBlendColor(0.1, 0.2, 0.3, 0.4)
        glColorMask(1, 0, 1, 0)
        glDepthMask(0)
        glDepthFunc(GLenum(GL_NEVER))
        glStencilFunc(GLenum(GL_NEVER), 3, 0xFF)
        glStencilMask(5)
        glClearColor(0.25, 0.5, 0.75, 0.125)
        glClearDepthf(0.5)
        glClearStencil(7)
        glCullFace(GLenum(GL_FRONT_AND_BACK))
        glFrontFace(GLenum(GL_CW))
        glLineWidth(3)
        glSampleCoverage(0, 0)
        for (parameter, value): (Int32, GLint) in [
            (GL_UNPACK_ALIGNMENT, 8), (GL_UNPACK_ROW_LENGTH, 50), (GL_UNPACK_SKIP_ROWS, 2),
            (GL_UNPACK_SKIP_PIXELS, 3), (GL_UNPACK_IMAGE_HEIGHT, 60), (GL_UNPACK_SKIP_IMAGES, 1),
            (GL_PACK_ALIGNMENT, 2), (GL_PACK_ROW_LENGTH, 70), (GL_PACK_SKIP_ROWS, 4),
            (GL_PACK_SKIP_PIXELS, 5),
        ] { glPixelStorei(GLenum(parameter), value) }
        for (_, feature) in Self.features { glEnable(GLenum(feature)) }
        glDisable(GLenum(GL_DITHER))
        glActiveTexture(GLenum(GL_TEXTURE3))
        #expect(glGetError() == GL_NO_ERROR)
    }
}
