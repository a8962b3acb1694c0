// What a host has set in the context that it lends.
//
// Method: before a frame of ours everything that our drawing changes or is disturbed by is asked of
// the driver and set to what a fresh context has (or, for what the device sets itself before it
// relies on it, left); afterwards it is set to what it was. What is asked is the list of all gl*
// calls of this module: targets and their sizes, clears, blending, the bindings that uploads and
// draws take, how pixels are unpacked; and of what disturbs: tests, discards, host samplers at our
// units, coverage by samples, an upper left origin, a transform feedback that runs.
// Limits: error flags cannot be put back, running queries cannot be paused, and a scissor or viewport
// for each of several viewports (OES_viewport_array) is not told apart.
// Rejected: asking only once and remembering (a host sets what it likes between two frames); a
// context of our own that shares objects with the host's (framebuffers are not shared, and the host's
// could not be drawn into).

import CGLES

/// What a host has set of the pipeline in its context, and what it has bound.
struct HostState: Equatable {
    let features: HostFeatures
    let drawFramebuffer: UInt32
    let readFramebuffer: UInt32
    /// Whether the framebuffer for drawing has several samples for each pixel.
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
    /// The switches that were on, of those that would disturb.
    private let disturbing: [GLenum]
    private let clipOrigin: GLint
    private let clipDepth: GLint
    private let runsTransformFeedback: Bool

    /// How pixels are packed and unpacked, and what is wanted of it.
    private static let pixelParameters: [(name: GLenum, wanted: GLint)] = [
        (GLenum(GL_UNPACK_ALIGNMENT), 1), (GLenum(GL_UNPACK_ROW_LENGTH), 0),
        (GLenum(GL_UNPACK_SKIP_ROWS), 0), (GLenum(GL_UNPACK_SKIP_PIXELS), 0),
        (GLenum(GL_UNPACK_IMAGE_HEIGHT), 0), (GLenum(GL_UNPACK_SKIP_IMAGES), 0),
        (GLenum(GL_PACK_ALIGNMENT), 1), (GLenum(GL_PACK_ROW_LENGTH), 0),
        (GLenum(GL_PACK_SKIP_ROWS), 0), (GLenum(GL_PACK_SKIP_PIXELS), 0),
    ]
    /// The texture units that we use: plain textures at the first, arrays at the second.
    private static let units = [GLenum(GL_TEXTURE0), GLenum(GL_TEXTURE1)]

    /// What is set now in the context that is current.
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

    /// Sets what a device relies on without setting it itself.
    func putAside() {
        // No program can be bound while it runs.
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

    /// Sets everything to what it was.
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
        // One that was deleted while it was in use is gone.
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
        // Its program is current again, as it has to be.
        if runsTransformFeedback { glResumeTransformFeedback() }
    }

    // MARK: Questions to the driver

    static func integer(_ name: Int32) -> GLint {
        var value: GLint = 0
        glGetIntegerv(GLenum(name), &value)
        return value
    }

    private static func name(_ binding: Int32) -> UInt32 {
        UInt32(bitPattern: integer(binding))
    }

    /// Four of them.
    private static func integers(_ name: Int32) -> [GLint] {
        var values = [GLint](repeating: 0, count: 4)
        glGetIntegerv(GLenum(name), &values)
        return values
    }

    static func set(_ feature: GLenum, _ isOn: Bool) {
        if isOn { glEnable(feature) } else { glDisable(feature) }
    }
}
