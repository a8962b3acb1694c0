// The content of one frame, as values.
//
// A scene is a tree: items, and layers that contain items and other layers. Items refer to contents
// (samples, bars, labels, …), which are shared from frame to frame and indicate changes by a
// revision, so that a scene costs a few dozen small values and a renderer sends only changes. A
// renderer depends on items and layers and not on marks, axes and charts.
// Rejected: one enumeration of all kinds of items (a program could not add any); closures that draw
// (they can be neither inspected nor compared, nor drawn twice).

import Geometry
import Painting

/// The content of a drawing: items in layers, the later ones on top.
public struct Scene: Equatable {
    /// A part of a scene.
    public enum Node: Equatable {
        /// A single drawn item.
        case item(any SceneItem)
        /// Parts with something in common.
        indirect case layer(SceneLayer)

        public static func == (a: Node, b: Node) -> Bool {
            switch (a, b) {
            case (.item(let a), .item(let b)): a.isEqual(to: b)
            case (.layer(let a), .layer(let b)): a == b
            default: false
            }
        }
    }

    /// The size of the target, in points.
    public var size: Size
    /// Device pixels per point.
    public var scale: Double
    /// The background colour, or nil for none.
    ///
    /// A screen is cleared to it.
    public var ground: Color?
    /// Its parts, in drawing order.
    public var nodes: [Node]

    /// A scene of parts.
    public init(size: Size, scale: Double, ground: Color? = nil, nodes: [Node] = []) {
        precondition(scale > 0 && scale.isFinite, "a scale must be above zero, not \(scale)")
        (self.size, self.scale, self.ground, self.nodes) = (size, scale, ground, nodes)
    }

    /// All its items, in drawing order, in whatever layers they are.
    public var items: [any SceneItem] { Self.items(nodes) }

    private static func items(_ nodes: [Node]) -> [any SceneItem] {
        nodes.flatMap { node in
            switch node {
            case .item(let item): [item]
            case .layer(let layer): items(layer.nodes)
            }
        }
    }
}

/// Parts of a scene with something in common.
public struct SceneLayer: Equatable {
    /// The limits of a layer.
    public struct Clip: Hashable, Sendable {
        /// In device pixels.
        public var rect: PixelRect
        /// The radius of the rectangle's corners, in device pixels.
        public var radius: Double

        /// Creates a limit.
        public init(_ rect: PixelRect, radius: Double = 0) {
            (self.rect, self.radius) = (rect, radius)
        }
    }

    /// The part of its picture that a renderer may keep for other frames.
    public enum Keeping: Equatable {
        /// None.
        case nothing
        /// The content of a rectangle, while it only scrolls.
        case scrolled(ScrolledPicture)
        /// All of it, as long as its stamp is the same.
        case whole(WholePicture)
    }

    /// The part of it that is drawn; nil for all.
    ///
    /// If clips are nested, all edges count, but only the corners of the innermost one with round
    /// corners.
    public var clip: Clip?
    /// Its opacity as a whole, from 0 to 1.
    public var opacity: Double
    /// The part of its picture that may be kept.
    public var keeping: Keeping
    /// The role and the name of its parts; nil for none.
    public var tag: PictureTag?
    /// Its parts, in drawing order.
    public var nodes: [Scene.Node]

    /// A layer from its parts.
    public init(
        clip: Clip? = nil, opacity: Double = 1, keeping: Keeping = .nothing,
        tag: PictureTag? = nil, _ nodes: [Scene.Node]
    ) {
        (self.clip, self.opacity, self.keeping) = (clip, opacity, keeping)
        (self.tag, self.nodes) = (tag, nodes)
    }
}
