import Platform

/// Errors between the program and the graphics driver.
public enum GPUError: ReportableError, Equatable {
    /// No EGL implementation is available for the platform; the text names the requested platform.
    case driverMissing(platform: String)
    /// An EGL function failed with this error code from `eglGetError`.
    case egl(function: String, code: Int32)
    /// An OpenGL ES function failed with this error code from `glGetError`.
    case gl(function: String, code: UInt32)
    /// A shader did not compile: the file, the line in it, and the driver's message.
    case shader(file: String, line: Int, message: String)
    /// A program did not link: its name and the driver's message.
    case link(program: String, message: String)
    /// The context was lost (driver reset, GPU removed); every GPU object must be made again.
    case contextLost
    /// A program's own context cannot be drawn in. The text describes it; a current one of OpenGL
    /// ES 3.0 or later is required.
    case unfitContext(String)
    /// A texture or surface of this size exceeds the driver's limit per side.
    case tooLarge(width: Int, height: Int, limit: Int)
    /// The driver lacks a feature that OpenGL ES 3.0 on EGL 1.5 requires.
    case unsupported(String)

    /// Where the error occurred: a function, a file and line, or the graphics as a whole.
    public var place: String {
        switch self {
        case .driverMissing: "graphics"
        case .egl(let function, _): function
        case .gl(let function, _): function
        case .shader(let file, let line, _): line > 0 ? "\(file):\(line)" : file
        case .link(let program, _): program
        case .contextLost: "graphics"
        case .unfitContext: "graphics"
        case .tooLarge, .unsupported: "graphics"
        }
    }

    /// The error, in the words of the specification or the driver.
    public var problem: String {
        switch self {
        case .driverMissing(let platform):
            "there is no OpenGL ES 3.0 driver for \(platform)"
        case .egl(_, let code): "failed with \(Self.name(egl: code))"
        case .gl(_, let code): "failed with \(Self.name(gl: code))"
        case .shader(_, _, let message): message
        case .link(_, let message): message
        case .contextLost: "the graphics driver was reset and the context is lost"
        case .unfitContext(let what): "the context to draw in is \(what)"
        case .tooLarge(let width, let height, let limit):
            "\(width) × \(height) pixels are too many; the driver draws up to \(limit) × \(limit)"
        case .unsupported(let what): "the driver has no \(what)"
        }
    }

    /// What to install, or how the program recovers.
    public var remedy: String {
        switch self {
        case .driverMissing, .unsupported:
            "install the packages libegl1, libgles2, libegl-mesa0 and libgl1-mesa-dri"
        case .egl, .gl, .shader, .link: ""
        case .tooLarge: "ask for a smaller size or scale, or for a document, which has no pixels"
        case .contextLost: "the picture is rebuilt from what is in memory"
        case .unfitContext:
            "make a context of OpenGL ES 3.0 or later current on this thread first"
        }
    }

    /// The name of an EGL error code, as spelled in the EGL 1.5 specification.
    static func name(egl code: Int32) -> String {
        let names = [
            "EGL_SUCCESS", "EGL_NOT_INITIALIZED", "EGL_BAD_ACCESS", "EGL_BAD_ALLOC",
            "EGL_BAD_ATTRIBUTE", "EGL_BAD_CONFIG", "EGL_BAD_CONTEXT", "EGL_BAD_CURRENT_SURFACE",
            "EGL_BAD_DISPLAY", "EGL_BAD_MATCH", "EGL_BAD_NATIVE_PIXMAP", "EGL_BAD_NATIVE_WINDOW",
            "EGL_BAD_PARAMETER", "EGL_BAD_SURFACE", "EGL_CONTEXT_LOST",
        ]
        let index = Int(code) - 0x3000
        return names.indices.contains(index) ? names[index] : "0x" + String(code, radix: 16)
    }

    /// The name of a GL error code, as spelled in the OpenGL ES specification.
    static func name(gl code: UInt32) -> String {
        switch code {
        case 0x0500: "GL_INVALID_ENUM"
        case 0x0501: "GL_INVALID_VALUE"
        case 0x0502: "GL_INVALID_OPERATION"
        case 0x0503: "GL_STACK_OVERFLOW"
        case 0x0504: "GL_STACK_UNDERFLOW"
        case 0x0505: "GL_OUT_OF_MEMORY"
        case 0x0506: "GL_INVALID_FRAMEBUFFER_OPERATION"
        case 0x0507: "GL_CONTEXT_LOST"
        default: "0x" + String(code, radix: 16)
        }
    }
}
