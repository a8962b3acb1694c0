// Labels that appear and disappear without a jump.
//
// Data layout: one array, in the order of the places in the data, of the wanted labels and of those
// that are leaving. A label is the same as long as its value, its text and its placement are: the
// same word at another placement is another label, and crossfades.
// Method: labels in both of two sets stay unchanged; only the difference fades, at one rate and by
// a closed form of time, so that the result does not depend on the frame rate. Labels that leave
// fade at their place in the data. A label that appears where one is leaving waits until that one
// is gone, and begins at exactly that time. If zooming brings labels together faster than that, the
// free room limits them: of two labels the one leaving, or leaving longer, is only as opaque as
// there is room left between them, so that it is gone before they touch; if two began to leave
// together, both are limited.
// Limits: quadratic in the labels while some are leaving; there are dozens.
// Rejected: fading the whole set over to the next one (labels in both would flicker); moving labels
// to their new places (they would leave their data).

/// The labels or grid lines of an axis, fading in and out.
public struct LabelFades<Content> {
    /// The properties that identify a label.
    public struct Identity: Hashable, Sendable {
        /// The value of the tick.
        public var value: Double
        /// Empty for a grid line.
        public var text: String
        /// The placement of the text relative to the tick.
        public var placement: LabelPlacement

        /// Creates an identity; without a text that of a grid line.
        public init(value: Double, text: String = "", placement: LabelPlacement = .centered) {
            self.value = value
            self.text = text
            self.placement = placement
        }
    }

    /// A label at its place, with its opacity.
    public struct Label {
        /// Distinguishes it from the others: two labels are the same if their identities are.
        public let id: Identity
        /// The value at which it is placed.
        public var anchor: Double
        /// Its extent along the axis, in points from its anchor; `nothing` if it needs no room.
        public var reach: Extent
        /// The content to draw, defined by the owner of the labels.
        public var content: Content
        /// Whether it is one of the requested labels; otherwise it is leaving.
        public var isWanted: Bool { left == nil }
        /// Its opacity, from 0 to 1.
        public fileprivate(set) var opacity = 1.0
        fileprivate var fade = Fade(to: 1)
        /// Since when it has been leaving; nil if it is wanted.
        fileprivate var left: Double?
        /// Since when it has been waiting for others to leave; nil if it is not waiting.
        fileprivate var waiting: Double?

        /// Creates a wanted label, opaque from the beginning; `LabelFades` fades it.
        ///
        /// - Parameter reach: its extent along the axis, in points from its anchor; without it, it
        ///   gives way to no other label.
        public init(_ id: Identity, at anchor: Double, reach: Extent = .nothing, content: Content) {
            self.id = id
            self.anchor = anchor
            self.reach = reach
            self.content = content
        }
    }

    /// How long a label takes to appear or to disappear, in seconds.
    public var duration: Double
    /// A leaving label fades if there is less room than this to the next one, in points.
    public var room: Double
    /// In the order of their anchors.
    public private(set) var labels: [Label] = []

    /// No labels.
    public init(duration: Double = 0.15, room: Double = 4) {
        precondition(duration > 0 && room > 0, "fades need a duration, and labels room")
        self.duration = duration
        self.room = room
    }

    /// Makes these the labels; present labels with the same value, text and placement stay.
    ///
    /// - Parameters:
    ///   - wanted: each identity once.
    ///   - time: of the change, in seconds.
    ///   - visible: the visible range of anchors; labels outside it change at once.
    ///   - isFading: whether the other labels fade; if not, they change at once too. Fades in
    ///     progress continue in both cases.
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

    /// Updates the opacities; returns whether any has changed.
    ///
    /// - Parameters:
    ///   - density: the number of points for one unit of the data.
    ///   - isSeen: whether a label could be seen at its place; one beyond the ends of the axis
    ///     obstructs no other.
    @discardableResult
    public mutating func update(
        at time: Double, density: Double, isSeen: (Label) -> Bool = { _ in true }
    ) -> Bool {
        if labels.contains(where: { $0.waiting != nil }) { admit(at: time, density, isSeen) }
        let count = labels.count
        let opacities = labels.indices.map { index in
            let opacity = labels[index].fade.value(at: time)
            // A label that has given way does not become more opaque again while it leaves.
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

    /// Whether some label is still appearing or disappearing.
    public func isFading(at time: Double) -> Bool {
        labels.contains { !$0.isWanted || $0.waiting != nil || $0.fade.isMoving(at: time) }
    }

    /// Moves labels that are not at a fixed place of the data.
    public mutating func place(_ body: (inout Label) -> Void) {
        for index in labels.indices { body(&labels[index]) }
        sort()
    }

    /// Starts the labels that no longer have to wait.
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
                // In case lack of room removes the labels before it sooner than planned.
                labels[index].waiting = time
            }
        }
    }

    /// The room of a leaving label, up to `room`: the distance to wanted labels, and to those that
    /// have not been leaving longer than it.
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

    /// Moves from the present opacity to another, at a rate at which a full fade takes `duration`.
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
