import GPU
import Geometry

/// The pipelines of a device, each compiled when it is first needed.
@MainActor
final class Pipelines {
    private let device: Device
    private var known: [Pipeline.Key: Pipeline] = [:]
    private var emptyArray: VertexArrayBox?

    init(_ device: Device) { self.device = device }

    /// Sets scissor, blend and the uniforms that all shaders share; nil if no part of a rectangle
    /// is within the clip.
    ///
    /// - Parameter rect: contains everything that is drawn; nil for all of the clip.
    func prepare(
        _ shaders: ShaderPair, _ options: Pipeline.Options, blend: Blend, within rect: PixelRect?,
        _ clip: Clip
    ) throws(GPUError) -> Pipeline? {
        let part = rect.map { $0.intersection(clip.rect) } ?? clip.rect
        guard !part.isEmpty else { return nil }
        var options = options
        // Nothing is cut if the drawn part does not reach the corners.
        let rounded = clip.rounded.flatMap { $0.cuts(part) ? $0 : nil }
        if rounded != nil { options.insert(.roundedClip) }
        let pipeline = try self.pipeline(shaders, options)
        device.setScissor(part)
        device.setBlend(blend)
        let target = device.targetSize
        let isTopDown = device.targetRows == .topDown
        pipeline.program.set(
            pipeline.target, 2 / Float(target.width),
            (isTopDown ? -2 : 2) / Float(target.height))
        if let rounded {
            // Fragments have only their position in the framebuffer.
            let held = device.heldPixels
            let r = rounded.rect.offset(by: Vector(dx: -Double(held.x), dy: -Double(held.y)))
            pipeline.program.set(
                pipeline.clip, Float(r.minX), Float(r.minY), Float(r.maxX), Float(r.maxY))
            pipeline.program.set(
                pipeline.clipRadius, Float(rounded.radius), isTopDown ? 0 : Float(held.height))
        }
        return pipeline
    }

    private func pipeline(
        _ shaders: ShaderPair, _ options: Pipeline.Options
    ) throws(GPUError) -> Pipeline {
        let key = Pipeline.Key(shaders: ObjectIdentifier(shaders), options: options)
        if let pipeline = known[key] { return pipeline }
        let made = try Pipeline(device, shaders, options)
        known[key] = made
        return made
    }

    /// The vertex array of drawings from uniforms alone.
    func vertexArrayOfNothing() throws(GPUError) -> VertexArrayBox {
        if let emptyArray { return emptyArray }
        let made = try VertexArrayBox(device)
        emptyArray = made
        return made
    }
}
