import CGLES
import Geometry

/// A version of OpenGL ES, as the driver spells it; 0.0 where it is another interface.
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
    /// Lets `body` make objects and draw in a lent context, and leaves the context as its owner had
    /// it, also where `body` throws.
    ///
    /// What the owner has bound and set is put aside, down to the switches that would disturb, and
    /// put back afterwards: some 50 questions to the driver, a few microseconds. An error that the
    /// owner has not asked for is lost; a query for passed samples that it has begun counts ours too.
    /// Its vertex arrays, programs, textures and framebuffers are not touched, only what is bound. A
    /// program that it deleted while it was in use goes with the first of ours.
    ///
    /// Throws `unfitContext` where another context is current than the one that was lent.
    public func drawWithinHost<Result>(
        _ body: () throws(GPUError) -> Result
    ) throws(GPUError) -> Result {
        precondition(isLent, "only a device on a lent context draws within a host")
        precondition(host == nil, "a device draws within its host once at a time")
        if isLost { throw .contextLost }
        try checkIsCurrent()
        // Errors of the owner's calls are not ours.
        for _ in 0..<8 where glGetError() == GL_NO_ERROR { break }
        let aside = HostState(hostFeatures)
        aside.putAside()
        // Whatever was known of the context is from before the owner's last frame.
        state = PipelineState()
        host = aside
        defer {
            host = nil
            aside.putBack()
        }
        return try body()
    }

    /// Makes pixels of the owner's framebuffer the target, from a place counted from the lower left.
    func beginHost(width: Int, height: Int, x: Int, y: Int) {
        guard let host else { preconditionFailure("a host's framebuffer is drawn to within it") }
        bindFramebuffer(host.drawFramebuffer)
        // As if the framebuffer ended with the target above and on the right; there it is cut off.
        setTarget(
            width: width, height: height,
            held: PixelRect(x: -x, y: 0, width: x + width, height: y + height), isConfined: true,
            isMultisampled: host.isMultisampled)
    }
}
