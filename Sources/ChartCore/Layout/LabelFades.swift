// Labels that come and go without a jump.
//
// Data layout: one array in the order of the places in the data, of the labels that are wanted and of
// those that are leaving. A label is the same while its value, its text and its placement are: the
// same word that stands elsewhere to its tick is another label, and fades over.
// Method: what is in both of two sets of labels stays as it is; only the difference fades, at one rate
// and by a closed form of time, so that any frame rate sees the same. Labels leaving fade where they
// stand in the data. A label that comes where one is leaving waits until that one is gone, and
// begins at the very time at which it went. What zooming brings together faster than that is parted
// by room: of two labels the one leaving, or leaving longer, is only as opaque as there is room left
// between them, so that it is gone before they touch; of two that began together both are.
// Limits: quadratic in the labels while some are leaving; there are dozens.
// Rejected: fading the whole set over to the next one (labels in both would flicker); moving labels
// to their new places (they would leave their data).

/// The labels or grid lines of an axis, fading in and out.
public struct LabelFades<Content> {
    /// What makes a label the same as one that was there before.
    public struct Identity: Hashable, Sendable {
        /// The value of the tick.
        public var value: Double
        /// Empty for a grid line.
        public var text: String
        /// Where the text stands to the tick.
        public var placement: LabelPlacement

        /// An identity; without a text that of a grid line.
        public init(value: Double, text: String = "", placement: LabelPlacement = .centered) {
            self.value = value
            self.text = text
            self.placement = placement
        }
    }

    /// A label at its place, with what is to be seen of it.
    public struct Label {
        /// What tells it from the others: two labels are the same where this is.
        public let id: Identity
        /// The value that it stands at.
        public var anchor: Double
        /// From where to where it goes along the axis, in points from its anchor; `nothing` where it
        /// takes no room.
        public var reach: Extent
        /// What is drawn for it, whatever the owner of the labels keeps.
        public var content: Content
        /// Whether it is one of those asked for; else it is leaving.
        public var isWanted: Bool { left == nil }
        /// How much of it can be seen, from 0 to 1.
        public fileprivate(set) var opacity = 1.0
        fileprivate var fade = Fade(to: 1)
        /// Since when it is leaving; nil where it is wanted.
        fileprivate var left: Double?
        /// Since when it waits for others to go; nil where it does not.
        fileprivate var waiting: Double?

        /// A label that is wanted, whole from the beginning; `LabelFades` lets it fade.
        ///
        /// - Parameter reach: what it covers along the axis, in points from its anchor; without it,
        ///   it gives way to no other.
        public init(_ id: Identity, at anchor: Double, reach: Extent = .nothing, content: Content) {
            self.id = id
            self.anchor = anchor
            self.reach = reach
            self.content = content
        }
    }

    /// How long a label takes to come or to go, in seconds.
    public var duration: Double
    /// With less room than this to the next one, in points, a label that is leaving pales.
    public var room: Double
    /// In the order of their anchors.
    public private(set) var labels: [Label] = []

    /// No labels.
    public init(duration: Double = 0.15, room: Double = 4) {
        precondition(duration > 0 && room > 0, "fades take time, and labels room")
        self.duration = duration
        self.room = room
    }

    /// Makes these the labels; what is there already, alike in value, text and placement, stays.
    ///
    /// - Parameters:
    ///   - wanted: each identity once.
    ///   - time: of the change, in seconds.
    ///   - visible: the anchors that can be seen; what is outside changes at once.
    ///   - isFading: whether the others take their time; else they change at once too. What is under
    ///     way goes on either way.
    public mutating func show(
        _ wanted: [Label], at time: Double, over visible: Extent, isFading: Bool = true
    ) {
        let before = labels
        var known: [Identity: Label] = [:]
        for label in before { known[label.id] = label }
        labels = wanted.map { label in
            var label = label
            guard let old = known.removeValue(forKey: label.id) else {
                if isFading, visible.contains(label.anchor) { label.wait(since: time) }
                return label
            }
            label.fade = old.fade
            label.waiting = old.waiting
            label.opacity = old.opacity
            guard !old.isWanted else { return label }
            if !isFading {
                label.fade = Fade(to: 1)
            } else if old.opacity > 0 {
                label.move(to: 1, at: time, duration)
            } else {
                label.wait(since: time)
            }
            return label
        }
        // In their order, so that the same changes give the same picture.
        for old in before where old.opacity > 0 && visible.contains(old.anchor) {
            guard known[old.id] != nil else { continue }
            var label = old
            if old.isWanted {
                guard isFading else { continue }
                label.left = time
                label.move(to: 0, at: time, duration)
            }
            labels.append(label)
        }
        sort()
    }

    /// Brings the opacities up to date; whether any is another than before.
    ///
    /// - Parameters:
    ///   - density: how many points a unit of the data takes.
    ///   - isSeen: whether a label could be seen at its place; what could not, for being beyond the
    ///     ends of the axis, is in nobody's way.
    @discardableResult
    public mutating func update(
        at time: Double, density: Double, isSeen: (Label) -> Bool = { _ in true }
    ) -> Bool {
        if labels.contains(where: { $0.waiting != nil }) { admit(at: time, density, isSeen) }
        let count = labels.count
        let opacities = labels.indices.map { index in
            let opacity = labels[index].fade.value(at: time)
            // What gave way once does not come up again while it leaves.
            return labels[index].isWanted
                ? opacity
                : min(opacity, labels[index].opacity, space(of: index, density, isSeen) / room)
        }
        var changed = false
        for (index, opacity) in opacities.enumerated() where opacity != labels[index].opacity {
            labels[index].opacity = opacity
            changed = true
        }
        labels.removeAll { !$0.isWanted && $0.opacity <= 0 }
        return changed || labels.count != count
    }

    /// Whether some label is still coming or going.
    public func isFading(at time: Double) -> Bool {
        labels.contains { !$0.isWanted || $0.waiting != nil || $0.fade.isMoving(at: time) }
    }

    /// Gives labels other places: of those that do not stand at one place of the data.
    public mutating func place(_ body: (inout Label) -> Void) {
        for index in labels.indices { body(&labels[index]) }
        sort()
    }

    /// Lets labels begin that wait for none any more.
    private mutating func admit(
        at time: Double, _ density: Double, _ isSeen: (Label) -> Bool
    ) {
        for index in labels.indices {
            guard let since = labels[index].waiting else { continue }
            var start = since
            for other in labels
            where !other.isWanted && other.opacity > 0
                && gap(labels[index], other, density) < room && isSeen(other)
            {
                start = max(start, other.fade.end)
            }
            if start <= time {
                labels[index].waiting = nil
                labels[index].fade = Fade(from: 0, to: 1, start: start, duration: duration)
            } else {
                // Should room take those before it sooner than they meant to go.
                labels[index].waiting = time
            }
        }
    }

    /// How much room a leaving label has, up to `room`: to what is wanted, and to what is not leaving
    /// longer than it is.
    private func space(
        of index: Int, _ density: Double, _ isSeen: (Label) -> Bool
    ) -> Double {
        let label = labels[index]
        guard let left = label.left, !label.reach.isEmpty else { return room }
        var least = room
        for (at, other) in labels.enumerated()
        where at != index && other.waiting == nil && (other.left ?? .infinity) >= left {
            let gap = gap(label, other, density)
            if gap < least, isSeen(other) { least = gap }
        }
        return max(0, least)
    }

    private func gap(_ a: Label, _ b: Label, _ density: Double) -> Double {
        guard !a.reach.isEmpty, !b.reach.isEmpty else { return .infinity }
        let distance = (b.anchor - a.anchor) * density
        return max(distance + b.reach.min - a.reach.max, a.reach.min - b.reach.max - distance)
    }

    private mutating func sort() {
        labels.sort { $0.anchor < $1.anchor }
    }
}

extension LabelFades: Sendable where Content: Sendable {}

extension LabelFades.Label: Sendable where Content: Sendable {}

extension LabelFades.Label {
    fileprivate mutating func wait(since time: Double) {
        fade = Fade(to: 0)
        opacity = 0
        waiting = time
    }

    /// Goes from what can be seen to another opacity, at the rate at which all of it takes `duration`.
    fileprivate mutating func move(to target: Double, at time: Double, _ duration: Double) {
        let value = min(fade.value(at: time), opacity)
        fade = Fade(
            from: value, to: target, start: time, duration: duration * abs(target - value))
    }
}

/// An opacity that changes at one rate.
private struct Fade: Hashable, Sendable {
    var from: Double
    var to: Double
    var start: Double
    var end: Double

    /// At rest.
    init(to: Double) { self.init(from: to, to: to, start: 0, duration: 0) }

    init(from: Double, to: Double, start: Double, duration: Double) {
        (self.from, self.to, self.start, end) = (from, to, start, start + duration)
    }

    func isMoving(at time: Double) -> Bool { time < end }

    func value(at time: Double) -> Double {
        guard time < end else { return to }
        return from + (to - from) * max(0, (time - start) / (end - start))
    }
}
