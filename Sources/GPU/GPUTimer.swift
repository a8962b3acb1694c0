import CEGL
import CGLES
import Platform

/// How long the GPU itself worked on some calls, by a query of the driver's (EXT_disjoint_timer_query).
///
/// For measuring, never in a frame that is shown: an answer is waited for.
@MainActor
public final class GPUTimer {
    private let device: Device
    private let getResult: PFNGLGETQUERYOBJECTUI64VEXTPROC
    private var query: GLuint = 0
    private var start = 0.0

    /// A timer of a device; nil where its driver has none.
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

    /// Begins to measure; one timer at a time.
    public func begin() {
        // Asking takes back what was noted before.
        _ = isDisjoint
        start = SystemClock().now
        glBeginQuery(GLenum(GL_TIME_ELAPSED_EXT), query)
    }

    /// Ends it.
    public func end() { glEndQuery(GLenum(GL_TIME_ELAPSED_EXT)) }

    /// Waits for what the GPU needed for the calls between: milliseconds, or nil where something (a change
    /// of its clock, say) has made the answer worthless.
    ///
    /// So it is where the answer is longer than the time that has gone by: llvmpipe gives such for calls that
    /// leave its threads nothing to do.
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
        // With its context the query goes as well.
        if !device.isLost { glDeleteQueries(1, &query) }
    }
}
