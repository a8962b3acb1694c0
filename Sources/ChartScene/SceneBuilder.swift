// How a scene is put together.
//
// Items are added in the order in which they are drawn, within clips and layers that are open for as long
// as a closure runs. The builder knows what limits drawing, as whoever draws will, and asks the one who
// keeps pictures what has to be drawn of them: who encodes leaves out the rest.

import Geometry
import Painting

/// Puts a scene together.
@MainActor
public final class SceneBuilder {
    /// What is drawn on, in points.
    public let size: Size
    /// Device pixels per point.
    public let scale: Double
    /// For what the scene is.
    public let purpose: ScenePurpose
    /// What the clips leave of the target, in device pixels.
    public private(set) var clipRect: PixelRect
    private var corners: SceneLayer.Clip?
    /// What lies under everything; nil for nothing.
    public var ground: Color?
    private weak var keeper: (any PictureKeeper)?
    private var nodes: [Scene.Node] = []

    /// A builder of a scene.
    ///
    /// - Parameters:
    ///   - size: of what is drawn on, in points.
    ///   - scale: device pixels per point.
    ///   - keeper: who draws the scene and keeps pictures; nil for nobody, so that everything is drawn.
    ///   - clip: what is drawn of the target, in device pixels; nil for all.
    public init(
        size: Size, scale: Double, purpose: ScenePurpose = .screen,
        keeper: (any PictureKeeper)? = nil, clip: PixelRect? = nil
    ) {
        precondition(scale > 0 && scale.isFinite, "a scale must be above zero, not \(scale)")
        (self.size, self.scale, self.purpose, self.keeper) = (size, scale, purpose, keeper)
        clipRect = clip ?? PixelRect(snapping: Rect(origin: .zero, size: size), scale: scale)
    }

    /// What was put together; the builder is empty afterwards.
    public func finish() -> Scene {
        defer { nodes = [] }
        return Scene(size: size, scale: scale, ground: ground, nodes: nodes)
    }

    /// A rectangle of points as device pixels, each edge rounded.
    public func pixels(_ rect: Rect) -> PixelRect { PixelRect(snapping: rect, scale: scale) }

    // MARK: Items and layers

    /// Adds an item.
    public func add(_ item: any SceneItem) { nodes.append(.item(item)) }

    /// Adds parts of a scene of the same size.
    public func add(_ parts: [Scene.Node]) { nodes.append(contentsOf: parts) }

    /// The parts that `body` adds, taken out of the scene.
    public func recorded(_ body: () -> Void) -> [Scene.Node] {
        let outer = nodes
        nodes = []
        body()
        defer { nodes = outer }
        return nodes
    }

    /// Limits what `body` adds to `rect` (points, snapped to device pixels) with rounded corners.
    ///
    /// Of nested clips all straight edges count, and the corners of the innermost rounded one.
    public func clipped(to rect: Rect, radius: Double = 0, _ body: () -> Void) {
        clipped(toPixels: pixels(rect), radius: radius * scale, body)
    }

    /// Like `clipped(to:radius:)`, all in device pixels.
    public func clipped(toPixels rect: PixelRect, radius: Double = 0, _ body: () -> Void) {
        let before = (clipRect, corners)
        let clip = SceneLayer.Clip(rect, radius: radius)
        clipRect = clipRect.intersection(rect)
        if radius > 0 { corners = clip }
        let inner = recorded(body)
        (clipRect, corners) = before
        if !inner.isEmpty { nodes.append(.layer(SceneLayer(clip: clip, inner))) }
    }

    /// Makes what `body` adds see-through as one: what it covers twice is no less so.
    public func group(opacity: Double, _ body: () -> Void) {
        guard opacity > 0 else { return }
        let inner = recorded(body)
        guard opacity < 1 else { return nodes.append(contentsOf: inner) }
        if !inner.isEmpty { nodes.append(.layer(SceneLayer(opacity: opacity, inner))) }
    }

    /// Tells what the things are that `body` adds.
    public func tagged(_ tag: PictureTag, _ body: () -> Void) {
        let inner = recorded(body)
        if !inner.isEmpty { nodes.append(.layer(SceneLayer(tag: tag, inner))) }
    }

    // MARK: Kept pictures

    /// The parts of the target (device pixels) in which a picture that moves sideways has to be drawn in
    /// this frame: all of it, unless whoever draws has kept some of it.
    public func missingParts(of picture: SidewaysPicture) -> [PixelRect] {
        let shown = picture.rect.intersection(clipRect)
        guard !shown.isEmpty else { return [] }
        guard let keeper else { return [shown] }
        return keeper.missingParts(of: picture, in: clipRect, corners: corners)
    }

    /// Adds a picture that moves sideways, with the content for the parts that are missing of it.
    public func keep(_ picture: SidewaysPicture, _ content: [Scene.Node]) {
        nodes.append(.layer(SceneLayer(keeping: .sideways(picture), content)))
    }

    /// Adds what `body` adds as a picture that stays the same while its stamp does.
    public func keep(_ picture: WholePicture, _ body: () -> Void) {
        let inner = recorded(body)
        nodes.append(.layer(SceneLayer(keeping: .whole(picture), inner)))
    }
}

/// For what a scene is made.
public enum ScenePurpose: Hashable, Sendable {
    /// For device pixels, as many as its scale says: what is closer together than those is drawn as what
    /// it covers of them.
    case screen
    /// For a document, which is looked at in any size: everything is an outline.
    case document

    /// Whether what is closer together than device pixels is drawn as what it covers of them.
    public var isPixels: Bool { self == .screen }
}
