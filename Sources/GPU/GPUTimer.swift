import CEGL
import CGLES
import Platform

/// The time that the GPU itself spends on some calls, from a query of the driver
/// (EXT_disjoint_timer_query).
///
/// For measurements, never in a displayed frame: reading the result waits for it.
@MainActor
public final class GPUTimer {
    private let device: Device
    private let getResult: PFNGLGETQUERYOBJECTUI64VEXTPROC
    private var query: GLuint = 0
    private var start = 0.0

    /// A timer of a device; nil if its driver has none.
    public init?(_ device: Device) {
        guard device.has("GL_EXT_disjoint_timer_query"),
            let getResult = unsafeBitCast(
                eglGetProcAddress("glGetQueryObjectui64vEXT"),
                to: PFNGLGETQUERYOBJECTUI64VEXTPROC?.self)
        else { return nil }
        self.device = device
        self.getResult = getResult
        glGenQueries(1, &query)
        guard query != 0 else { return nil }
    }

    /// Starts the measurement; only one timer may run at a time.
    public func begin() {
        // Reading the flag clears it.
        _ = isDisjoint
        start = SystemClock().now
        glBeginQuery(GLenum(GL_TIME_ELAPSED_EXT), query)
    }

    /// Ends the measurement.
    public func end() { glEndQuery(GLenum(GL_TIME_ELAPSED_EXT)) }

    /// Waits for the GPU's time for the calls between, in milliseconds; nil if something (a change
    /// of its clock, say) has made the result invalid.
    ///
    /// The result is also invalid if it is longer than the elapsed time: llvmpipe returns such
    /// results for calls that give its threads nothing to do.
    public func wait() -> Double? {
        var nanoseconds: GLuint64 = 0
        getResult(query, GLenum(GL_QUERY_RESULT), &nanoseconds)
        let seconds = Double(nanoseconds) / 1e9
        return isDisjoint || seconds > SystemClock().now - start ? nil : seconds * 1e3
    }

    private var isDisjoint: Bool {
        var value: GLint = 0
        glGetIntegerv(GLenum(GL_GPU_DISJOINT_EXT), &value)
        return value != 0
    }

    isolated deinit {
        // The query is deleted together with its context.
        if !device.isLost { glDeleteQueries(1, &query) }
    }
}
