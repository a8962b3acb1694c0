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
    /// From there to the label's place, in points.
    public var offset: Vector
    /// What of the text is at that place: its left end, middle or right end.
    public var alignment: TextAlignment
    /// The text's colour.
    public var color: Color
    /// How much of it can be seen, from 0 to 1: another opacity is no other label.
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

    /// What makes a label the same as another.
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

    /// What makes it the same as another.
    package var identity: Identity { Identity(self) }
}

/// Labels of a plot; their offsets are to the baseline.
@MainActor
public final class LabelBuffer: SceneContent {
    /// The labels, none twice and all at places that are finite.
    public private(set) var labels: [AnchoredLabel] = []
    /// Grows with every change.
    public private(set) var revision = 0

    /// A buffer without labels.
    public init() {}

    /// How many labels there are.
    public var count: Int { labels.count }

    /// Makes these the labels.
    ///
    /// Labels that were there before, alike in everything, are neither set nor sent again by who draws
    /// them.
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

/// How labels along x pale at the ends of their axis.
public struct LabelEnds: Hashable, Sendable {
    /// Between which places all of a text has to be, in device pixels.
    public var room: ClosedRange<Double>
    /// Over how many device pixels a label pales: inside the room's ends, and outside the limits of
    /// anchors.
    public var softness: Double

    /// Ends with some softness, which must be above zero.
    public init(room: ClosedRange<Double>, softness: Double) {
        precondition(softness > 0, "labels pale over some way")
        self.room = room
        self.softness = softness
    }
}

/// What a set of labels hangs on.
public enum LabelAnchoring: Hashable, Sendable {
    /// x in the data, y at a fixed device pixel.
    case x(baseline: Double)
    /// y in the data, x at a fixed device pixel.
    case y(edge: Double)
    /// Both in the data.
    case both
}
