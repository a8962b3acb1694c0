// The state of a context that a host has lent.
//
// Method: before drawing a frame, everything that the drawing changes or depends on is queried from
// the driver and set to a fresh context's value. (State that the device sets itself before it
// relies on it is left alone.) Afterwards the queried values are restored. The list follows from
// all gl* calls of this module: targets and their sizes, clears, blending, the bindings that
// uploads and draws use, how pixels are unpacked. To it come the features that would affect the
// drawing: tests, discards, host samplers at the units in use, coverage by samples, an upper left
// origin, an active transform feedback.
// Limits: error flags cannot be restored, running queries cannot be paused, and separate scissors
// or viewports for several viewports (OES_viewport_array) are not handled.
// Rejected: querying once and remembering (a host may set anything between two frames); a separate
// context that shares objects with the host's (framebuffers are not shared, so the host's could not
// be drawn into).

import CGLES

/// A host's settings of the pipeline in its context, and its bindings.
struct HostState: Equatable {
    let features: HostFeatures
    let drawFramebuffer: UInt32
    let readFramebuffer: UInt32
    /// Whether the framebuffer for drawing has several samples per pixel.
    let isMultisampled: Bool
    private let viewport: [GLint]
    private let scissor: [GLint]
    private let isScissored: Bool
    private let blending: [HostBlending]
    private let clearColor: [GLfloat]
    private let lineWidth: GLfloat
    private let program: UInt32
    private let vertexArray: UInt32
    private let vertexBuffer: UInt32
    private let packBuffer: UInt32
    private let unpackBuffer: UInt32
    private let activeUnit: GLenum
    private let plainTexture: UInt32
    private let arrayTexture: UInt32
    private let samplers: [UInt32]
    private let pixelStore: [GLint]
    /// The enabled switches, among those that would affect the drawing.
    private let disturbing: [GLenum]
    private let clipOrigin: GLint
    private let clipDepth: GLint
    private let runsTransformFeedback: Bool

    /// How pixels are packed and unpacked, and the required values.
    private static let pixelParameters: [(name: GLenum, wanted: GLint)] = [
        (GLenum(GL_UNPACK_ALIGNMENT), 1), (GLenum(GL_UNPACK_ROW_LENGTH), 0),
        (GLenum(GL_UNPACK_SKIP_ROWS), 0), (GLenum(GL_UNPACK_SKIP_PIXELS), 0),
        (GLenum(GL_UNPACK_IMAGE_HEIGHT), 0), (GLenum(GL_UNPACK_SKIP_IMAGES), 0),
        (GLenum(GL_PACK_ALIGNMENT), 1), (GLenum(GL_PACK_ROW_LENGTH), 0),
        (GLenum(GL_PACK_SKIP_ROWS), 0), (GLenum(GL_PACK_SKIP_PIXELS), 0),
    ]
    /// The texture units in use: plain textures at the first, arrays at the second.
    private static let units = [GLenum(GL_TEXTURE0), GLenum(GL_TEXTURE1)]

    /// The state of the current context.
    init(_ features: HostFeatures) {
        self.features = features
        drawFramebuffer = Self.name(GL_DRAW_FRAMEBUFFER_BINDING)
        readFramebuffer = Self.name(GL_READ_FRAMEBUFFER_BINDING)
        isMultisampled = Self.integer(GL_SAMPLE_BUFFERS) > 0
        viewport = Self.integers(GL_VIEWPORT)
        scissor = Self.integers(GL_SCISSOR_BOX)
        isScissored = glIsEnabled(GLenum(GL_SCISSOR_TEST)) == GL_TRUE
        blending = HostBlending.all(features)
        var color = [GLfloat](repeating: 0, count: 4)
        glGetFloatv(GLenum(GL_COLOR_CLEAR_VALUE), &color)
        clearColor = color
        var width: GLfloat = 1
        glGetFloatv(GLenum(GL_LINE_WIDTH), &width)
        lineWidth = width
        program = Self.name(GL_CURRENT_PROGRAM)
        vertexArray = Self.name(GL_VERTEX_ARRAY_BINDING)
        vertexBuffer = Self.name(GL_ARRAY_BUFFER_BINDING)
        packBuffer = Self.name(GL_PIXEL_PACK_BUFFER_BINDING)
        unpackBuffer = Self.name(GL_PIXEL_UNPACK_BUFFER_BINDING)
        activeUnit = GLenum(Self.integer(GL_ACTIVE_TEXTURE))
        glActiveTexture(Self.units[0])
        plainTexture = Self.name(GL_TEXTURE_BINDING_2D)
        let first = Self.name(GL_SAMPLER_BINDING)
        glActiveTexture(Self.units[1])
        arrayTexture = Self.name(GL_TEXTURE_BINDING_2D_ARRAY)
        samplers = [first, Self.name(GL_SAMPLER_BINDING)]
        glActiveTexture(activeUnit)
        pixelStore = Self.pixelParameters.map { Self.integer(Int32($0.name)) }
        disturbing = features.disturbing.filter { glIsEnabled($0) == GL_TRUE }
        clipOrigin = features.clipControl == nil ? 0 : Self.integer(GL_CLIP_ORIGIN_EXT)
        clipDepth = features.clipControl == nil ? 0 : Self.integer(GL_CLIP_DEPTH_MODE_EXT)
        runsTransformFeedback =
            Self.integer(GL_TRANSFORM_FEEDBACK_ACTIVE) != 0
            && Self.integer(GL_TRANSFORM_FEEDBACK_PAUSED) == 0
    }

    /// Sets the state that a device relies on without setting it itself.
    func putAside() {
        // No program can be bound while transform feedback runs.
        if runsTransformFeedback { glPauseTransformFeedback() }
        for feature in disturbing { glDisable(feature) }
        if isScissored { glDisable(GLenum(GL_SCISSOR_TEST)) }
        glColorMask(GLboolean(GL_TRUE), GLboolean(GL_TRUE), GLboolean(GL_TRUE), GLboolean(GL_TRUE))
        if lineWidth != 1 { glLineWidth(1) }
        if packBuffer != 0 { glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0) }
        if unpackBuffer != 0 { glBindBuffer(GLenum(GL_PIXEL_UNPACK_BUFFER), 0) }
        for (parameter, value) in zip(Self.pixelParameters, pixelStore)
        where value != parameter.wanted { glPixelStorei(parameter.name, parameter.wanted) }
        for (unit, sampler) in samplers.enumerated() where sampler != 0 {
            glBindSampler(GLuint(unit), 0)
        }
        if clipOrigin == GL_UPPER_LEFT_EXT {
            features.clipControl?(GLenum(GL_LOWER_LEFT_EXT), GLenum(clipDepth))
        }
    }

    /// Restores the queried state.
    func putBack() {
        if clipOrigin == GL_UPPER_LEFT_EXT {
            features.clipControl?(GLenum(clipOrigin), GLenum(clipDepth))
        }
        for (unit, sampler) in samplers.enumerated() where sampler != 0 {
            glBindSampler(GLuint(unit), sampler)
        }
        glActiveTexture(Self.units[0])
        glBindTexture(GLenum(GL_TEXTURE_2D), plainTexture)
        glActiveTexture(Self.units[1])
        glBindTexture(GLenum(GL_TEXTURE_2D_ARRAY), arrayTexture)
        glActiveTexture(activeUnit)
        for (parameter, value) in zip(Self.pixelParameters, pixelStore)
        where value != parameter.wanted { glPixelStorei(parameter.name, value) }
        glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), packBuffer)
        glBindBuffer(GLenum(GL_PIXEL_UNPACK_BUFFER), unpackBuffer)
        glBindVertexArray(vertexArray)
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), vertexBuffer)
        // A program that was deleted while in use no longer exists.
        glUseProgram(program == 0 || glIsProgram(program) == GL_TRUE ? program : 0)
        glLineWidth(lineWidth)
        glClearColor(clearColor[0], clearColor[1], clearColor[2], clearColor[3])
        HostBlending.set(blending, features)
        Self.set(GLenum(GL_SCISSOR_TEST), isScissored)
        glScissor(scissor[0], scissor[1], scissor[2], scissor[3])
        glViewport(viewport[0], viewport[1], viewport[2], viewport[3])
        glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), drawFramebuffer)
        glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), readFramebuffer)
        for feature in disturbing { glEnable(feature) }
        // Its program is current again, as required.
        if runsTransformFeedback { glResumeTransformFeedback() }
    }

    // MARK: Queries to the driver

    static func integer(_ name: Int32) -> GLint {
        var value: GLint = 0
        glGetIntegerv(GLenum(name), &value)
        return value
    }

    private static func name(_ binding: Int32) -> UInt32 {
        UInt32(bitPattern: integer(binding))
    }

    /// A query of four integers.
    private static func integers(_ name: Int32) -> [GLint] {
        var values = [GLint](repeating: 0, count: 4)
        glGetIntegerv(GLenum(name), &values)
        return values
    }

    static func set(_ feature: GLenum, _ isOn: Bool) {
        if isOn { glEnable(feature) } else { glDisable(feature) }
    }
}
