import GPU
import Geometry

extension Renderer {
    /// What is drawn into.
    @MainActor
    enum Target {
        case surface(Surface)
        /// A picture that holds the pixels from `x`, `y` on of a target of a size.
        case picture(LayerPicture, width: Int, height: Int, x: Int, y: Int)

        func begin() throws(GPUError) {
            switch self {
            case .surface(let surface): try surface.begin()
            case .picture(let picture, let width, let height, let x, let y):
                try picture.device.begin(
                    picture.framebuffer, of: (width, height), origin: (x, y))
            }
        }
    }

    /// Draws into another target for a while.
    private func detour(
        _ target: Target, _ region: PixelRect, _ color: Color, _ body: () throws(GPUError) -> Void
    ) throws(GPUError) {
        let before = (current, clip, clips)
        do {
            try start(target, region, color)
            try body()
        } catch {
            (current, clip, clips) = before
            throw error
        }
        precondition(clips.isEmpty, "a clip was pushed and not popped")
        (current, clip, clips) = before
        try current?.begin()
    }

    /// Draws into `layer`, which takes the size of the target, in place of the target.
    ///
    /// Layers hold what does not change from frame to frame; `draw(_:rect:)` copies them back at a
    /// tenth of the cost of a fill.
    public func drawLayer(
        _ layer: Layer, clear color: Color, _ body: () throws(GPUError) -> Void
    ) throws(GPUError) {
        guard case .surface? = current else {
            preconditionFailure("a layer is drawn within a frame, and not within another layer")
        }
        let (width, height) = device.targetSize
        let picture = try layer.prepare(device, width: width, height: height)
        try detour(
            .picture(picture, width: width, height: height, x: 0, y: 0),
            PixelRect(x: 0, y: 0, width: width, height: height), color, body)
    }

    /// Copies what `layer` has in `rect` (device pixels, all by default) to the same place.
    public func draw(_ layer: Layer, rect: PixelRect? = nil) throws(GPUError) {
        try layer.copy(rect.map { $0.intersection(clip.rect) } ?? clip.rect, device)
    }

    /// Draws a rectangle whose content moves sideways by whole device pixels, of which only what
    /// came in since the last time is drawn anew.
    ///
    /// Costs two copies of half the rectangle on average, and the strips that came in; sends what
    /// the strips send. Everything is drawn where the stamp, the ground, the rectangle, the scale
    /// or the device changed, and where the content moved by more than the rectangle is wide.
    ///
    /// - Parameters:
    ///   - rect: In device pixels of the target.
    ///   - offset: The number of the content's pixel column that is at the left edge of `rect`.
    ///   - stamp: What the content depends on, other than where it is: equal stamps mean that a
    ///     column of it looks the same.
    ///   - ground: What the rectangle is filled with first, opaque.
    ///   - isGrounded: Whether the target has the ground already, which is then not blended once more
    ///     where the round corners of a clip cover a pixel in part.
    ///   - strip: Draws the content, at its place on the target; called with the clip at the part
    ///     that is needed, perhaps twice, perhaps not at all.
    public func drawScrolling(
        _ layer: ScrollingLayer, in rect: PixelRect, offset: Int, stamp: some Hashable,
        ground: Color, isGrounded: Bool = false, strip: () throws(GPUError) -> Void
    ) throws(GPUError) {
        precondition(current != nil, "a scrolling layer is drawn within a frame")
        precondition(ground.alpha >= 1, "the ground of a scrolling layer is opaque")
        let (width, height) = device.targetSize
        let place = rect.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        let shown = place.intersection(clip.rect)
        guard !shown.isEmpty else { return }
        // Where nothing can be copied to, everything is drawn as if there were no layer.
        guard device.targetTakesCopies else {
            return try clipped(toPixels: shown) { () throws(GPUError) in
                if !isGrounded { try fill(pixels: shown, ground) }
                try strip()
            }
        }
        let first = offset + place.x - rect.x
        let key = ScrollingLayer.Key(
            rect: place, scale: scale, ground: ground, stamp: AnyHashable(stamp))
        let (picture, pieces) = try layer.prepare(device, key, first: first)
        for piece in pieces {
            // The piece's columns keep their place on the target; the picture is moved under them.
            let left = place.x + piece.content.lowerBound - first
            let region = PixelRect(
                x: left, y: place.y, width: piece.content.count, height: place.height)
            let target = Target.picture(
                picture, width: width, height: height, x: left - piece.texel, y: place.y)
            try detour(target, region, ground, strip)
        }
        layer.complete(first: first)
        // A copy knows no round corners: there everything is drawn as if there were no layer.
        let rounded = clip.rounded.flatMap { $0.cuts(shown) ? $0 : nil }
        for piece in layer.pieces(of: first..<first + place.width) {
            let left = place.x + piece.content.lowerBound - first
            let whole = PixelRect(
                x: left, y: place.y, width: piece.content.count, height: place.height)
            for part in rounded?.bands ?? [shown] {
                let part = part.intersection(shown).intersection(whole)
                try device.copy(
                    part.moved(piece.texel - left, -place.y), from: picture.framebuffer,
                    to: (part.x, part.y))
            }
        }
        for corner in rounded?.corners ?? [] {
            try clipped(toPixels: corner.intersection(shown)) { () throws(GPUError) in
                if !isGrounded { try fill(pixels: corner, ground) }
                try strip()
            }
        }
    }
}
