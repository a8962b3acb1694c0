// How a scene is built.
//
// Items are added in drawing order, within clips and layers that are open while a closure runs. The
// builder has the same drawing limits as the renderer, and queries the keeper of pictures for the
// parts that must be drawn: encoding omits the rest.

import Geometry
import Painting

/// Builds a scene.
@MainActor
public final class SceneBuilder {
    /// The size of the target, in points.
    public let size: Size
    /// Device pixels per point.
    public let scale: Double
    /// The purpose of the scene.
    public let purpose: ScenePurpose
    /// The part of the target within the clips, in device pixels.
    public private(set) var clipRect: PixelRect
    private var corners: SceneLayer.Clip?
    /// The background colour; nil for none.
    public var ground: Color?
    private weak var keeper: (any PictureKeeper)?
    private var nodes: [Scene.Node] = []

    /// Creates a builder of a scene.
    ///
    /// - Parameters:
    ///   - size: the size of the target, in points.
    ///   - scale: device pixels per point.
    ///   - keeper: the renderer that draws the scene and keeps pictures; nil if there is none, so
    ///     that everything is drawn.
    ///   - clip: the drawn part of the target, in device pixels; nil for all.
    public init(
        size: Size, scale: Double, purpose: ScenePurpose = .screen,
        keeper: (any PictureKeeper)? = nil, clip: PixelRect? = nil
    ) {
        precondition(scale > 0 && scale.isFinite, "a scale must be above zero, not \(scale)")
        (self.size, self.scale, self.purpose, self.keeper) = (size, scale, purpose, keeper)
        clipRect = clip ?? PixelRect(snapping: Rect(origin: .zero, size: size), scale: scale)
    }

    /// The scene; the builder is empty afterwards.
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

    /// The parts that `body` adds, removed from the scene.
    public func recorded(_ body: () -> Void) -> [Scene.Node] {
        let outer = nodes
        nodes = []
        body()
        defer { nodes = outer }
        return nodes
    }

    /// Limits everything that `body` adds to `rect` (points, snapped to device pixels) with rounded
    /// corners.
    ///
    /// If clips are nested, all straight edges count, but only the corners of the innermost rounded
    /// one.
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

    /// Makes everything that `body` adds translucent as a whole: areas covered twice are as
    /// translucent as the others.
    public func group(opacity: Double, _ body: () -> Void) {
        guard opacity > 0 else { return }
        let inner = recorded(body)
        guard opacity < 1 else { return nodes.append(contentsOf: inner) }
        if !inner.isEmpty { nodes.append(.layer(SceneLayer(opacity: opacity, inner))) }
    }

    /// Describes the items that `body` adds.
    public func tagged(_ tag: PictureTag, _ body: () -> Void) {
        let inner = recorded(body)
        if !inner.isEmpty { nodes.append(.layer(SceneLayer(tag: tag, inner))) }
    }

    // MARK: Kept pictures

    /// The parts of the target (device pixels) in which a picture that scrolls must be drawn
    /// in this frame: all of it, unless the renderer has kept some of it.
    public func missingParts(of picture: ScrolledPicture) -> [PixelRect] {
        let shown = picture.rect.intersection(clipRect)
        guard !shown.isEmpty else { return [] }
        guard let keeper else { return [shown] }
        return keeper.missingParts(of: picture, in: clipRect, corners: corners)
    }

    /// Whether the scene is for a renderer that keeps pictures.
    public var isKept: Bool { keeper != nil }

    /// Whether the renderer has a copy of a content, so that the content itself is not needed.
    public func holds(_ content: any SceneContent) -> Bool { keeper?.holds(content) ?? false }

    /// Adds a picture that scrolls, with the content for its missing parts.
    public func keep(_ picture: ScrolledPicture, _ content: [Scene.Node]) {
        nodes.append(.layer(SceneLayer(keeping: .scrolled(picture), content)))
    }

    /// Adds the output of `body` as a picture that stays the same as long as its stamp does.
    public func keep(_ picture: WholePicture, _ body: () -> Void) {
        let inner = recorded(body)
        nodes.append(.layer(SceneLayer(keeping: .whole(picture), inner)))
    }
}

/// The purpose of a scene.
public enum ScenePurpose: Hashable, Sendable {
    /// For device pixels, as many as its scale requires: content finer than those is drawn as the
    /// part of them that it covers.
    case screen
    /// For a document, which is viewed at any size: everything is an outline.
    case document

    /// Whether content finer than device pixels is drawn as the part of them that it covers.
    public var isPixels: Bool { self == .screen }
}
