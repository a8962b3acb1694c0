import CEGL
import CGLES
import Synchronization

/// Entry points of extensions, queried from the driver once; a missing one does nothing.
struct Functions: @unchecked Sendable {
    private let graphicsResetStatus: PFNGLGETGRAPHICSRESETSTATUSKHRPROC?
    private let debugCallback: PFNGLDEBUGMESSAGECALLBACKKHRPROC?
    /// `eglSwapBuffersWithDamage`, in its KHR or EXT form.
    let swapWithDamage: PFNEGLSWAPBUFFERSWITHDAMAGEKHRPROC?
    /// `glDrawArraysInstanced` that reads instances from a given index on.
    var drawFromInstance: PFNGLDRAWARRAYSINSTANCEDBASEINSTANCEEXTPROC?
    /// Whether the age of a surface's back buffer can be queried.
    let hasBufferAge: Bool

    init(display: Set<String>, context: Set<String>) {
        if context.contains("GL_KHR_robustness") {
            graphicsResetStatus = unsafeBitCast(
                eglGetProcAddress("glGetGraphicsResetStatusKHR"),
                to: PFNGLGETGRAPHICSRESETSTATUSKHRPROC?.self)
        } else {
            graphicsResetStatus = nil
        }
        if context.contains("GL_KHR_debug") {
            debugCallback = unsafeBitCast(
                eglGetProcAddress("glDebugMessageCallbackKHR"),
                to: PFNGLDEBUGMESSAGECALLBACKKHRPROC?.self)
        } else {
            debugCallback = nil
        }
        if display.contains("EGL_KHR_swap_buffers_with_damage") {
            swapWithDamage = unsafeBitCast(
                eglGetProcAddress("eglSwapBuffersWithDamageKHR"),
                to: PFNEGLSWAPBUFFERSWITHDAMAGEKHRPROC?.self)
        } else if display.contains("EGL_EXT_swap_buffers_with_damage") {
            swapWithDamage = unsafeBitCast(
                eglGetProcAddress("eglSwapBuffersWithDamageEXT"),
                to: PFNEGLSWAPBUFFERSWITHDAMAGEKHRPROC?.self)
        } else {
            swapWithDamage = nil
        }
        if context.contains("GL_EXT_base_instance") {
            drawFromInstance = unsafeBitCast(
                eglGetProcAddress("glDrawArraysInstancedBaseInstanceEXT"),
                to: PFNGLDRAWARRAYSINSTANCEDBASEINSTANCEEXTPROC?.self)
        } else {
            drawFromInstance = nil
        }
        hasBufferAge = display.contains("EGL_EXT_buffer_age")
    }

    /// GL_NO_ERROR, or the reason for the context's reset.
    func resetStatus() -> GLenum { graphicsResetStatus?() ?? GLenum(GL_NO_ERROR) }

    /// Sends the driver's errors and warnings to `log`, at the call that caused them.
    func listen(_ log: DebugLog) {
        guard let debugCallback else { return }
        glEnable(GLenum(GL_DEBUG_OUTPUT_KHR))
        glEnable(GLenum(GL_DEBUG_OUTPUT_SYNCHRONOUS_KHR))
        debugCallback(receiveDebugMessage, Unmanaged.passUnretained(log).toOpaque())
    }

    func stopListening() { debugCallback?(nil, nil) }
}

/// The driver's messages, newest last.
final class DebugLog: Sendable {
    private let lines = Mutex<[String]>([])

    var messages: [String] { lines.withLock { $0 } }

    func add(_ line: String) {
        lines.withLock { list in
            if list.count == 64 { list.removeFirst() }
            list.append(line)
        }
    }
}

private func receiveDebugMessage(
    source: GLenum, type: GLenum, id: GLuint, severity: GLenum, length: GLsizei,
    message: UnsafePointer<GLchar>?, user: UnsafeRawPointer?
) {
    guard severity != GLenum(GL_DEBUG_SEVERITY_NOTIFICATION_KHR), let message, let user else {
        return
    }
    let kinds: [GLenum: String] = [
        GLenum(GL_DEBUG_TYPE_ERROR_KHR): "error",
        GLenum(GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR_KHR): "undefined behaviour",
        GLenum(GL_DEBUG_TYPE_PERFORMANCE_KHR): "performance",
    ]
    let log = Unmanaged<DebugLog>.fromOpaque(user).takeUnretainedValue()
    log.add("\(kinds[type] ?? "note"): \(String(cString: message))")
}
