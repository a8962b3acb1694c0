import CEGL
import CGLES

/// Features of a lent context that a host may have enabled and that would change the pictures.
struct HostFeatures: Equatable {
    /// The switches that must be off during the drawing.
    let disturbing: [GLenum]
    /// Sets the origin of a framebuffer; nil if that is always the lower left.
    let clipControl: PFNGLCLIPCONTROLEXTPROC?
    /// Blending for each colour buffer; nil if all are blended alike.
    let indexed: IndexedBlending?

    init(version: OpenGLVersion, _ extensions: Set<String>) {
        var features = [
            GL_CULL_FACE, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_RASTERIZER_DISCARD,
            GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_COVERAGE,
        ]
        if version.isAtLeast(3, 1) { features.append(Self.sampleMask) }
        if version.isAtLeast(3, 2) || extensions.contains("GL_OES_sample_shading") {
            features.append(GL_SAMPLE_SHADING_OES)
        }
        // The colours are sRGB values already.
        if extensions.contains("GL_EXT_sRGB_write_control") {
            features.append(GL_FRAMEBUFFER_SRGB_EXT)
        }
        if extensions.contains("GL_EXT_clip_cull_distance") {
            features += (0..<8).map { GL_CLIP_DISTANCE0_EXT + $0 }
        }
        disturbing = features.map { GLenum($0) }
        clipControl =
            extensions.contains("GL_EXT_clip_control")
            ? unsafeBitCast(
                eglGetProcAddress("glClipControlEXT"), to: PFNGLCLIPCONTROLEXTPROC?.self) : nil
        indexed = IndexedBlending(version: version, extensions)
    }

    /// `GL_SAMPLE_MASK` of OpenGL ES 3.1.
    private static let sampleMask: Int32 = 0x8E51

    /// Compares only what the context's version and extensions determine.
    static func == (a: HostFeatures, b: HostFeatures) -> Bool {
        a.disturbing == b.disturbing && (a.clipControl == nil) == (b.clipControl == nil)
            && a.indexed?.buffers == b.indexed?.buffers
    }
}

/// The entry points that set blending and the colour mask of one colour buffer of several.
struct IndexedBlending {
    /// The number of colour buffers.
    let buffers: Int
    let enable: PFNGLENABLEIEXTPROC
    let disable: PFNGLDISABLEIEXTPROC
    let isEnabled: PFNGLISENABLEDIEXTPROC
    let setEquation: PFNGLBLENDEQUATIONIEXTPROC
    let setEquations: PFNGLBLENDEQUATIONSEPARATEIEXTPROC
    let setFactors: PFNGLBLENDFUNCSEPARATEIEXTPROC
    let setMask: PFNGLCOLORMASKIEXTPROC

    /// Nil if the context has no such entry points.
    init?(version: OpenGLVersion, _ extensions: Set<String>) {
        let suffix: String
        if version.isAtLeast(3, 2) {
            suffix = ""
        } else if extensions.contains("GL_EXT_draw_buffers_indexed") {
            suffix = "EXT"
        } else if extensions.contains("GL_OES_draw_buffers_indexed") {
            suffix = "OES"
        } else {
            return nil
        }
        func entry<Function>(_ name: String, _ type: Function?.Type) -> Function? {
            unsafeBitCast(eglGetProcAddress(name + suffix), to: type)
        }
        guard let enable = entry("glEnablei", PFNGLENABLEIEXTPROC?.self),
            let disable = entry("glDisablei", PFNGLDISABLEIEXTPROC?.self),
            let isEnabled = entry("glIsEnabledi", PFNGLISENABLEDIEXTPROC?.self),
            let setEquation = entry("glBlendEquationi", PFNGLBLENDEQUATIONIEXTPROC?.self),
            let setEquations = entry(
                "glBlendEquationSeparatei", PFNGLBLENDEQUATIONSEPARATEIEXTPROC?.self),
            let setFactors = entry("glBlendFuncSeparatei", PFNGLBLENDFUNCSEPARATEIEXTPROC?.self),
            let setMask = entry("glColorMaski", PFNGLCOLORMASKIEXTPROC?.self)
        else { return nil }
        self.enable = enable
        self.disable = disable
        self.isEnabled = isEnabled
        self.setEquation = setEquation
        self.setEquations = setEquations
        self.setFactors = setFactors
        self.setMask = setMask
        buffers = Int(HostState.integer(GL_MAX_DRAW_BUFFERS))
    }
}

/// How a host blends into one colour buffer, and which components are written.
struct HostBlending: Equatable {
    private var isEnabled: Bool
    private var equationRGB: GLenum
    private var equationAlpha: GLenum
    private var sourceRGB: GLenum
    private var targetRGB: GLenum
    private var sourceAlpha: GLenum
    private var targetAlpha: GLenum
    private var mask: [GLboolean]

    /// The blending of all colour buffers; of the first if all are necessarily alike.
    static func all(_ features: HostFeatures) -> [HostBlending] {
        let first = HostBlending(isEnabled: glIsEnabled(GLenum(GL_BLEND)) == GL_TRUE) {
            glGetIntegerv($0, $1)
        }
        guard let indexed = features.indexed, indexed.buffers > 1 else { return [first] }
        let others = (1..<GLuint(indexed.buffers)).map { buffer in
            HostBlending(isEnabled: indexed.isEnabled(GLenum(GL_BLEND), buffer) == GL_TRUE) {
                glGetIntegeri_v($0, buffer, $1)
            }
        }
        return [first] + others
    }

    private init(isEnabled: Bool, _ ask: (GLenum, UnsafeMutablePointer<GLint>) -> Void) {
        func integer(_ name: Int32) -> GLenum {
            var value: GLint = 0
            ask(GLenum(name), &value)
            return GLenum(value)
        }
        self.isEnabled = isEnabled
        equationRGB = integer(GL_BLEND_EQUATION_RGB)
        equationAlpha = integer(GL_BLEND_EQUATION_ALPHA)
        sourceRGB = integer(GL_BLEND_SRC_RGB)
        targetRGB = integer(GL_BLEND_DST_RGB)
        sourceAlpha = integer(GL_BLEND_SRC_ALPHA)
        targetAlpha = integer(GL_BLEND_DST_ALPHA)
        var values = [GLint](repeating: 0, count: 4)
        ask(GLenum(GL_COLOR_WRITEMASK), &values)
        mask = values.map { $0 == 0 ? GLboolean(GL_FALSE) : GLboolean(GL_TRUE) }
    }

    /// Sets the blending of all colour buffers: of all at once, then of those that differ.
    static func set(_ all: [HostBlending], _ features: HostFeatures) {
        guard let first = all.first else { return }
        HostState.set(GLenum(GL_BLEND), first.isEnabled)
        // Equations of extensions apply to colour and alpha together.
        if first.equationRGB == first.equationAlpha {
            glBlendEquation(first.equationRGB)
        } else {
            glBlendEquationSeparate(first.equationRGB, first.equationAlpha)
        }
        glBlendFuncSeparate(
            first.sourceRGB, first.targetRGB, first.sourceAlpha, first.targetAlpha)
        glColorMask(first.mask[0], first.mask[1], first.mask[2], first.mask[3])
        guard let indexed = features.indexed else { return }
        for (index, other) in all.enumerated() where other != first {
            let buffer = GLuint(index)
            (other.isEnabled ? indexed.enable : indexed.disable)(GLenum(GL_BLEND), buffer)
            if other.equationRGB == other.equationAlpha {
                indexed.setEquation(buffer, other.equationRGB)
            } else {
                indexed.setEquations(buffer, other.equationRGB, other.equationAlpha)
            }
            indexed.setFactors(
                buffer, other.sourceRGB, other.targetRGB, other.sourceAlpha, other.targetAlpha)
            indexed.setMask(buffer, other.mask[0], other.mask[1], other.mask[2], other.mask[3])
        }
    }
}
