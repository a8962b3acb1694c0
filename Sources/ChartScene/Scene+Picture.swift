import Geometry
import Painting

extension Scene {
    /// The scene as one picture of outlines, for code that draws pictures and does not support
    /// scenes.
    ///
    /// The cost is proportional to its visible contents.
    @MainActor
    public func picture() -> Picture {
        let canvas = Canvas(scale: scale)
        let all = PixelRect(snapping: Rect(origin: .zero, size: size), scale: scale)
        if let ground {
            canvas.tagged(PictureTag(.decoration)) {
                canvas.fill(Rect(origin: .zero, size: size), ground)
            }
        }
        Self.record(nodes, on: canvas, in: all)
        return canvas.finish()
    }

    @MainActor
    private static func record(_ nodes: [Node], on canvas: Canvas, in clip: PixelRect) {
        for node in nodes {
            switch node {
            case .item(let item): item.record(on: canvas, in: clip)
            case .layer(let layer): record(layer, on: canvas, in: clip)
            }
        }
    }

    @MainActor
    private static func record(_ layer: SceneLayer, on canvas: Canvas, in clip: PixelRect) {
        guard layer.opacity > 0 else { return }
        if layer.opacity < 1 {
            var opaque = layer
            opaque.opacity = 1
            return canvas.group(opacity: layer.opacity) { record(opaque, on: canvas, in: clip) }
        }
        if let tag = layer.tag {
            var plain = layer
            plain.tag = nil
            return canvas.tagged(tag) { record(plain, on: canvas, in: clip) }
        }
        let part = layer.clip.map { $0.rect.intersection(clip) } ?? clip
        guard !part.isEmpty else { return }
        func body() {
            if case .scrolled(let picture) = layer.keeping, !picture.isGrounded {
                canvas.fill(canvas.rect(picture.rect.intersection(part)), picture.ground)
            }
            record(layer.nodes, on: canvas, in: part)
        }
        guard let limit = layer.clip else { return body() }
        canvas.clipped(to: canvas.rect(limit.rect), radius: limit.radius / canvas.scale, body)
    }

    /// Its content as JSON, for tests and reports.
    @MainActor
    public var report: SceneValue {
        .object([
            ("width", .number(size.width)), ("height", .number(size.height)),
            ("scale", .number(scale)), ("nodes", .array(nodes.map(\.report))),
        ])
    }
}

extension Scene.Node {
    /// Its content.
    @MainActor
    public var report: SceneValue {
        switch self {
        case .item(let item):
            return .object([("kind", .string(type(of: item).kind.rawValue))] + item.report)
        case .layer(let layer):
            var fields: [(String, SceneValue)] = [("kind", .string("layer"))]
            if let clip = layer.clip {
                fields.append(("clip", .pixels(clip.rect)))
                if clip.radius > 0 { fields.append(("radius", .number(clip.radius))) }
            }
            if layer.opacity < 1 { fields.append(("opacity", .number(layer.opacity))) }
            if let tag = layer.tag {
                fields.append(("role", .string(tag.role.rawValue)))
                fields.append(("label", .string(tag.label)))
            }
            switch layer.keeping {
            case .nothing: break
            case .scrolled(let picture): fields.append(("keeps", .pixels(picture.rect)))
            case .whole: fields.append(("keeps", .string("whole")))
            }
            fields.append(("nodes", .array(layer.nodes.map(\.report))))
            return .object(fields)
        }
    }
}
