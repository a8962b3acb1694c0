// What is to be drawn in one frame, as values.
//
// A scene is a tree: items, and layers that hold items and other layers. Items refer to contents (samples,
// bars, labels, …), which are shared from frame to frame and say by a revision when they changed, so that
// a scene costs a few dozen small values and whoever draws it sends only what is new. Whoever draws knows
// items and layers and nothing of marks, axes and charts.
// Rejected: one enumeration of all kinds of items (a program could add none); closures that draw (they
// can be neither inspected nor compared, nor drawn twice).

import Geometry
import Painting

/// What is to be drawn: items in layers, the later ones on top.
public struct Scene: Equatable {
    /// A part of a scene.
    public enum Node: Equatable {
        /// A thing that is drawn.
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

    /// What it is drawn on, in points.
    public var size: Size
    /// Device pixels per point.
    public var scale: Double
    /// What lies under everything, or nil for nothing.
    ///
    /// A screen is cleared to it.
    public var ground: Color?
    /// Its parts, in the order in which they are drawn.
    public var nodes: [Node]

    /// A scene of parts.
    public init(size: Size, scale: Double, ground: Color? = nil, nodes: [Node] = []) {
        precondition(scale > 0 && scale.isFinite, "a scale must be above zero, not \(scale)")
        (self.size, self.scale, self.ground, self.nodes) = (size, scale, ground, nodes)
    }

    /// All its items, in the order in which they are drawn, whatever layers they are in.
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
    /// What limits a layer.
    public struct Clip: Hashable, Sendable {
        /// In device pixels.
        public var rect: PixelRect
        /// The radius of the rectangle's corners, in device pixels.
        public var radius: Double

        /// A limit from its parts.
        public init(_ rect: PixelRect, radius: Double = 0) {
            (self.rect, self.radius) = (rect, radius)
        }
    }

    /// Which part of its picture whoever draws it may keep for other frames.
    public enum Keeping: Equatable {
        /// None.
        case nothing
        /// What lies in a rectangle, while it only moves sideways.
        case sideways(SidewaysPicture)
        /// All of it, while its stamp is the same.
        case whole(WholePicture)
    }

    /// What of it is drawn; nil for all.
    ///
    /// Of nested clips all edges count, and the corners of the
    /// innermost one with round corners.
    public var clip: Clip?
    /// How much of it can be seen, as a whole, from 0 to 1.
    public var opacity: Double
    /// What of its picture may be kept.
    public var keeping: Keeping
    /// What its parts are and are called; nil for nothing.
    public var tag: PictureTag?
    /// Its parts, in the order in which they are drawn.
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
