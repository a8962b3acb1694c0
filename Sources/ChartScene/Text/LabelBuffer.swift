import ChartCore
import Geometry
import Painting
import Text

/// A line of text at a place in the data.
public struct AnchoredLabel: Hashable, Sendable {
    /// The text.
    public var line: ShapedLine
    /// The place in the data; an axis that the drawing does not anchor is ignored.
    public var x: Double
    /// The place along y.
    public var y: Double
    /// The offset from there to the label's place, in points.
    public var offset: Vector
    /// The part of the text that is at that place: its left end, middle or right end.
    public var alignment: TextAlignment
    /// The text's colour.
    public var color: Color
    /// Its opacity, from 0 to 1: not a part of its identity.
    public var opacity: Double

    /// A label from its parts.
    public init(
        _ line: ShapedLine, x: Double = 0, y: Double = 0, offset: Vector = .zero,
        alignment: TextAlignment = .center, color: Color, opacity: Double = 1
    ) {
        self.line = line
        self.x = x
        self.y = y
        self.offset = offset
        self.alignment = alignment
        self.color = color
        self.opacity = opacity
    }

    /// The properties that identify a label.
    package struct Identity: Hashable {
        private var text: String
        private var style: TextStyle
        private var x: Double
        private var y: Double
        private var offset: Vector
        private var alignment: TextAlignment
        private var color: Color

        fileprivate init(_ label: AnchoredLabel) {
            text = label.line.text
            style = label.line.style
            (x, y, offset) = (label.x, label.y, label.offset)
            (alignment, color) = (label.alignment, label.color)
        }
    }

    /// Its identity.
    package var identity: Identity { Identity(self) }
}

/// Labels of a plot; their offsets are to the baseline.
@MainActor
public final class LabelBuffer: SceneContent {
    /// The labels, without duplicates and all at finite places.
    public private(set) var labels: [AnchoredLabel] = []
    /// Increases with every change.
    public private(set) var revision = 0

    /// A buffer without labels.
    public init() {}

    /// The number of labels.
    public var count: Int { labels.count }

    /// Makes these the labels.
    ///
    /// Labels that were present before and have not changed are neither laid out nor sent again by
    /// the renderer.
    public func replace(_ labels: [AnchoredLabel]) {
        var shown: [AnchoredLabel] = []
        shown.reserveCapacity(labels.count)
        var places: [AnchoredLabel.Identity: Int] = [:]
        for label in labels where label.x.isFinite && label.y.isFinite {
            if let place = places[label.identity] {
                shown[place] = label
            } else {
                places[label.identity] = shown.count
                shown.append(label)
            }
        }
        guard shown != self.labels else { return }
        self.labels = shown
        revision += 1
    }
}

/// How labels along x fade at the ends of their axis.
public struct LabelEnds: Hashable, Sendable {
    /// The range in which the whole text must be, in device pixels.
    public var room: ClosedRange<Double>
    /// The distance over which a label fades, in device pixels: inside the room's ends, and outside
    /// the limits of anchors.
    public var softness: Double

    /// Ends with some softness, which must be above zero.
    public init(room: ClosedRange<Double>, softness: Double) {
        precondition(softness > 0, "labels need a softness above zero")
        self.room = room
        self.softness = softness
    }
}

/// The anchor of a set of labels.
public enum LabelAnchoring: Hashable, Sendable {
    /// x in the data, y at a fixed device pixel.
    case x(baseline: Double)
    /// y in the data, x at a fixed device pixel.
    case y(edge: Double)
    /// Both in the data.
    case both
}
