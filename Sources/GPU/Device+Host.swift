import CGLES
import Geometry

/// A version of OpenGL ES from the driver's version string; 0.0 for another interface.
struct OpenGLVersion: Hashable {
    var major = 0
    var minor = 0

    /// Reads `OpenGL ES 3.2 Mesa 22.3.6` and the like.
    init(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count >= 3, words[0] == "OpenGL", words[1] == "ES" else { return }
        let numbers = words[2].split(separator: ".").map { Int($0) ?? 0 }
        major = numbers.first ?? 0
        minor = numbers.count > 1 ? numbers[1] : 0
    }

    func isAtLeast(_ major: Int, _ minor: Int) -> Bool {
        (self.major, self.minor) >= (major, minor)
    }
}

extension Device {
    /// Lets `body` make objects and draw in a lent context, and restores the owner's state, also if
    /// `body` throws.
    ///
    /// The owner's bindings and settings are saved, including the switches that would affect the
    /// drawing, and restored afterwards: some 50 queries to the driver, a few microseconds. An
    /// error that the owner has not queried is lost; a query for passed samples that it has begun
    /// counts these draws too. Its vertex arrays, programs, textures and framebuffers are not
    /// changed, only bindings. A program that it deleted while it was in use is freed when the
    /// first program is bound here.
    ///
    /// Throws `unfitContext` if the current context is not the one that was lent.
    public func drawWithinHost<Result>(
        _ body: () throws(GPUError) -> Result
    ) throws(GPUError) -> Result {
        precondition(isLent, "only a device on a lent context draws within a host")
        precondition(host == nil, "a device draws within its host once at a time")
        if isLost { throw .contextLost }
        try checkIsCurrent()
        // Errors of the owner's calls are not this device's.
        for _ in 0..<8 where glGetError() == GL_NO_ERROR { break }
        let aside = HostState(hostFeatures)
        aside.putAside()
        // The known state dates from before the owner's last frame.
        state = PipelineState()
        host = aside
        defer {
            host = nil
            aside.putBack()
        }
        return try body()
    }

    /// Makes a part of the owner's framebuffer the target, at a position from the lower left.
    func beginHost(width: Int, height: Int, x: Int, y: Int) {
        guard let host else { preconditionFailure("a host's framebuffer is drawn to within it") }
        bindFramebuffer(host.drawFramebuffer)
        // As if the framebuffer ended with the target at the top and the right; drawing is cut off
        // there.
        setTarget(
            width: width, height: height,
            held: PixelRect(x: -x, y: 0, width: x + width, height: y + height), isConfined: true,
            isMultisampled: host.isMultisampled)
    }
}
