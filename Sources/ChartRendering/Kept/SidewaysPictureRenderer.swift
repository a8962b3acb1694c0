import ChartScene
import GPU
import Geometry

/// Draws layers whose content moves sideways by whole device pixels, from their kept pictures.
@MainActor
enum SidewaysPictureRenderer {
    /// Draws a rectangle whose content moves sideways by whole device pixels; only content that is
    /// new since the last time, or has changed, is drawn.
    ///
    /// Costs two copies of half the rectangle on average, and the new parts; sends only the data of
    /// those. Everything is drawn if the stamp, the ground, the rectangle, the scale or the
    /// device changed, or if the content moved by more than the rectangle's width.
    static func draw(
        _ kept: SidewaysPicture, _ nodes: [Scene.Node], with renderer: Renderer
    ) throws(GPUError) {
        let device = renderer.device
        precondition(renderer.target != nil, "a kept picture is drawn within a frame")
        let (width, height) = device.targetSize
        let (place, key, first) = place(of: kept, renderer)
        let shown = place.intersection(renderer.clip.rect)
        guard !shown.isEmpty else { return }
        // If the target does not accept copies, everything is drawn as without a layer.
        guard device.targetTakesCopies else {
            renderer.clips.push(shown)
            defer { renderer.clips.pop() }
            if !kept.isGrounded { try renderer.fill(pixels: shown, kept.ground) }
            return try renderer.draw(nodes)
        }
        let layer = layer(of: kept.key, renderer)
        let (picture, parts) = try layer.prepare(device, key, first: first, kept.changes)
        for part in parts {
            for piece in layer.pieces(of: part.x..<part.maxX) {
                // The columns keep their place on the target; the picture is moved under them.
                let left = place.x + piece.content.lowerBound - first
                let region = PixelRect(
                    x: left, y: part.y, width: piece.content.count, height: part.height)
                let target = DrawTarget.picture(
                    picture, width: width, height: height, x: left - piece.texel, y: place.y)
                try renderer.detour(to: target, region) { () throws(GPUError) in
                    try renderer.replace(region, with: kept.ground)
                    try renderer.draw(nodes)
                }
            }
        }
        layer.complete(first: first, changes: kept.changes.count)
        // A copy does not support round corners: there everything is drawn as without a layer.
        let rounded = renderer.clip.rounded.flatMap { $0.cuts(shown) ? $0 : nil }
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
            renderer.clips.push(corner.intersection(shown))
            defer { renderer.clips.pop() }
            if !kept.isGrounded { try renderer.fill(pixels: corner, kept.ground) }
            try renderer.draw(nodes)
        }
    }

    /// The device pixels within a clip in which a kept picture must be drawn.
    ///
    /// - Parameter corners: the rounded clip around it: its corners are drawn again each time.
    static func missingParts(
        of kept: SidewaysPicture, in clip: PixelRect, corners: SceneLayer.Clip?,
        with renderer: Renderer
    ) -> [PixelRect] {
        let device = renderer.device
        let (place, key, first) = place(of: kept, renderer)
        let shown = place.intersection(clip)
        guard renderer.target != nil, !shown.isEmpty, device.targetTakesCopies else {
            return [shown]
        }
        var parts = layer(of: kept.key, renderer).missing(device, key, first: first, kept.changes)
            .map { $0.moved(place.x - first, 0) }
        if let corners {
            let rounded = Clip.Rounded(corners)
            if rounded.cuts(shown) {
                parts += rounded.corners.map { $0.intersection(shown) }
            }
        }
        return parts.filter { !$0.isEmpty }
    }

    /// The position of a kept picture on the target, and the properties on which it depends.
    private static func place(
        of kept: SidewaysPicture, _ renderer: Renderer
    ) -> (place: PixelRect, key: SidewaysLayer.Key, first: Int) {
        let (width, height) = renderer.device.targetSize
        let place = kept.rect.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        let key = SidewaysLayer.Key(
            rect: place, scale: renderer.scale, ground: kept.ground, stamp: kept.stamp)
        return (place, key, kept.offset + place.x - kept.rect.x)
    }

    private static func layer(of key: PictureKey, _ renderer: Renderer) -> SidewaysLayer {
        if let known: SidewaysLayer = renderer.copies.copy(of: key) { return known }
        let made = SidewaysLayer()
        renderer.copies.keep(made, of: key)
        return made
    }
}
