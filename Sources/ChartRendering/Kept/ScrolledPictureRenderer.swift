import ChartScene
import GPU
import Geometry

/// Draws layers whose content scrolls by whole device pixels, from their kept pictures.
@MainActor
enum ScrolledPictureRenderer {
    /// Draws a rectangle whose content scrolls by whole device pixels; only content that is
    /// new since the last time, or has changed, is drawn.
    ///
    /// Costs copies of parts that together are the rectangle (two, or four if it scrolls in both
    /// directions), and the new parts; sends only the data of those. Everything is drawn if the stamp,
    /// the ground, the rectangle, the scale or the device changed, or if nothing of the content is
    /// left.
    static func draw(
        _ kept: ScrolledPicture, _ nodes: [Scene.Node], with renderer: Renderer
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
            for piece in layer.pieces(of: part) {
                // The pixels keep their place on the target; the picture is moved under them.
                let region = piece.content.moved(place.x - first.x, place.y - first.y)
                let target = DrawTarget.picture(
                    picture, width: width, height: height, x: region.x - piece.texel.x,
                    y: region.y - piece.texel.y)
                try renderer.detour(to: target, region) { () throws(GPUError) in
                    try renderer.replace(region, with: kept.ground)
                    try renderer.draw(nodes)
                }
            }
        }
        layer.complete(first: first, changes: kept.changes.count)
        // A copy does not support round corners: there everything is drawn as without a layer.
        let rounded = renderer.clip.rounded.flatMap { $0.cuts(shown) ? $0 : nil }
        let all = PixelRect(x: first.x, y: first.y, width: place.width, height: place.height)
        for piece in layer.pieces(of: all) {
            let whole = piece.content.moved(place.x - first.x, place.y - first.y)
            for part in rounded?.bands ?? [shown] {
                let part = part.intersection(shown).intersection(whole)
                guard !part.isEmpty else { continue }
                try device.copy(
                    part.moved(piece.texel.x - whole.x, piece.texel.y - whole.y),
                    from: picture.framebuffer, to: (part.x, part.y))
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
        of kept: ScrolledPicture, in clip: PixelRect, corners: SceneLayer.Clip?,
        with renderer: Renderer
    ) -> [PixelRect] {
        let device = renderer.device
        let (place, key, first) = place(of: kept, renderer)
        let shown = place.intersection(clip)
        guard renderer.target != nil, !shown.isEmpty, device.targetTakesCopies else {
            return [shown]
        }
        var parts = layer(of: kept.key, renderer).missing(device, key, first: first, kept.changes)
            .map { $0.moved(place.x - first.x, place.y - first.y) }
        if let corners {
            let rounded = Clip.Rounded(corners)
            if rounded.cuts(shown) {
                parts += rounded.corners.map { $0.intersection(shown) }
            }
        }
        return parts.filter { !$0.isEmpty }
    }

    /// The position of a kept picture on the target, the properties on which it depends, and its first
    /// pixel.
    private static func place(
        of kept: ScrolledPicture, _ renderer: Renderer
    ) -> (place: PixelRect, key: ScrolledLayer.Key, first: ScrolledLayer.Place) {
        let (width, height) = renderer.device.targetSize
        let place = kept.rect.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        let key = ScrolledLayer.Key(
            rect: place, scale: renderer.scale, ground: kept.ground, stamp: kept.stamp)
        let first = ScrolledLayer.Place(
            x: kept.offset + place.x - kept.rect.x, y: kept.row + place.y - kept.rect.y)
        return (place, key, first)
    }

    private static func layer(of key: PictureKey, _ renderer: Renderer) -> ScrolledLayer {
        if let known: ScrolledLayer = renderer.copies.copy(of: key) { return known }
        let made = ScrolledLayer()
        renderer.copies.keep(made, of: key)
        return made
    }
}
