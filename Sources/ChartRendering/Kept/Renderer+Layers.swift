import ChartScene
import GPU
import Geometry

extension Renderer {
    /// What is drawn into.
    @MainActor
    enum Target {
        case surface(Surface)
        /// A picture that holds the pixels from `x`, `y` on of a target of a size.
        case picture(LayerPicture, width: Int, height: Int, x: Int, y: Int)
        /// What is drawn by itself for a target of a size, with rows in the same order.
        case mask(
            MaskTarget, size: (width: Int, height: Int), origin: (x: Int, y: Int), rows: RowOrder)

        func begin() throws(GPUError) {
            switch self {
            case .surface(let surface): try surface.begin()
            case .picture(let picture, let width, let height, let x, let y):
                try picture.device.begin(
                    picture.framebuffer, of: (width, height), origin: (x, y))
            case .mask(let mask, let size, let origin, let rows):
                try mask.device.begin(mask.framebuffer, of: size, origin: origin, rows: rows)
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

    /// Draws a layer that stays the same, from its kept picture where there is one.
    ///
    /// What may be shown only once is not kept: its second frame makes the picture, which is copied at a
    /// tenth of the cost of a fill.
    func draw(_ kept: WholePicture, _ nodes: [Scene.Node]) throws(GPUError) {
        let layer: WholeLayer
        if let known: WholeLayer = copies.copy(of: kept.key) {
            layer = known
        } else {
            layer = WholeLayer()
            copies.keep(layer, of: kept.key)
        }
        guard case .surface? = current, device.targetTakesCopies, layer.stamp == kept.stamp else {
            layer.stamp = kept.stamp
            layer.isDrawn = false
            return try draw(nodes)
        }
        let (width, height) = device.targetSize
        if !layer.isDrawn || layer.picture?.fits(device, width, height) != true {
            let picture = try layer.prepare(device, width: width, height: height)
            try detour(
                .picture(picture, width: width, height: height, x: 0, y: 0),
                PixelRect(x: 0, y: 0, width: width, height: height), kept.ground
            ) { () throws(GPUError) in try draw(nodes) }
            layer.isDrawn = true
        }
        if let picture = layer.picture { try device.copy(clip.rect, from: picture.framebuffer) }
    }

    private func layer(of key: PictureKey) -> SidewaysLayer {
        if let known: SidewaysLayer = copies.copy(of: key) { return known }
        let made = SidewaysLayer()
        copies.keep(made, of: key)
        return made
    }

    /// Where a kept picture is on the target, and what it depends on.
    private func place(
        of kept: SidewaysPicture
    ) -> (place: PixelRect, key: SidewaysLayer.Key, first: Int) {
        let (width, height) = device.targetSize
        let place = kept.rect.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        let key = SidewaysLayer.Key(
            rect: place, scale: scale, ground: kept.ground, stamp: kept.stamp)
        return (place, key, kept.offset + place.x - kept.rect.x)
    }

    /// Draws a rectangle whose content moves sideways by whole device pixels, of which only what
    /// came in since the last time is drawn anew.
    ///
    /// Costs two copies of half the rectangle on average, and the strips that came in; sends what
    /// the strips send. Everything is drawn where the stamp, the ground, the rectangle, the scale
    /// or the device changed, and where the content moved by more than the rectangle is wide.
    func draw(_ kept: SidewaysPicture, _ nodes: [Scene.Node]) throws(GPUError) {
        precondition(current != nil, "a kept picture is drawn within a frame")
        let (width, height) = device.targetSize
        let (place, key, first) = place(of: kept)
        let shown = place.intersection(clip.rect)
        guard !shown.isEmpty else { return }
        // Where nothing can be copied to, everything is drawn as if there were no layer.
        guard device.targetTakesCopies else {
            pushClip(shown, radius: 0)
            defer { popClip() }
            if !kept.isGrounded { try fill(pixels: shown, kept.ground) }
            return try draw(nodes)
        }
        let layer = layer(of: kept.key)
        let (picture, pieces) = try layer.prepare(device, key, first: first)
        for piece in pieces {
            // The piece's columns keep their place on the target; the picture is moved under them.
            let left = place.x + piece.content.lowerBound - first
            let region = PixelRect(
                x: left, y: place.y, width: piece.content.count, height: place.height)
            let target = Target.picture(
                picture, width: width, height: height, x: left - piece.texel, y: place.y)
            try detour(target, region, kept.ground) { () throws(GPUError) in try draw(nodes) }
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
            pushClip(corner.intersection(shown), radius: 0)
            defer { popClip() }
            if !kept.isGrounded { try fill(pixels: corner, kept.ground) }
            try draw(nodes)
        }
    }
}

extension Renderer: PictureKeeper {
    public func missingParts(
        of kept: SidewaysPicture, in clip: PixelRect, corners: SceneLayer.Clip?
    ) -> [PixelRect] {
        let (place, key, first) = place(of: kept)
        let shown = place.intersection(clip)
        guard current != nil, !shown.isEmpty, device.targetTakesCopies else { return [shown] }
        var parts = layer(of: kept.key).missing(device, key, first: first).map { content in
            PixelRect(
                x: place.x + content.lowerBound - first, y: place.y, width: content.count,
                height: place.height)
        }
        if let corners {
            let rounded = Clip.Rounded(corners)
            if rounded.cuts(shown) {
                parts += rounded.corners.map { $0.intersection(shown) }
            }
        }
        return parts.filter { !$0.isEmpty }
    }
}
