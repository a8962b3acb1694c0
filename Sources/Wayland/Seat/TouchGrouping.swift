// Groups the events of wl_touch into frames.
//
// A `frame` event closes a group, but some compositors (weston up to 10, mutter) send none after
// the last `up`. So a group that contains an up is also closed when all received events have been
// dispatched. A group of downs and motions waits for its frame, which may be in the next packet.
// `cancel` ends every finger at once. Fingers of one frame may be on different surfaces.

import Geometry

/// Builds `TouchFrame`s from the single events of a touchscreen.
struct TouchGrouping<Surface: Hashable> {
    private struct Finger {
        let surface: Surface
        var position: Point
        var contact: Double?
    }

    private var fingers: [Int32: Finger] = [:]
    private var changes: [(surface: Surface, change: TouchChange)] = []
    private var hasUp = false

    /// The number of fingers that are down.
    var count: Int { fingers.count }

    mutating func down(_ id: Int32, on surface: Surface, at position: Point, time: Double) {
        guard fingers[id] != nil || fingers.count < EventBounds.mostFingers else { return }
        fingers[id] = Finger(surface: surface, position: position)
        add(id, .down, surface, position, time)
    }

    mutating func motion(_ id: Int32, to position: Point, time: Double) {
        guard var finger = fingers[id] else { return }
        finger.position = position
        fingers[id] = finger
        // If a finger moves several times within one frame, the last position counts.
        if let last = changes.indices.last(where: { changes[$0].change.id == id }),
            changes[last].change.phase == .moved
        {
            changes[last].change.position = position
            changes[last].change.time = time
            return
        }
        add(id, .moved, finger.surface, position, time)
    }

    /// The contact of a finger changed its size: it counts as a movement in place.
    mutating func shape(_ id: Int32, major: Double, now: Double) {
        guard let finger = fingers[id] else { return }
        fingers[id]?.contact = EventBounds.clamped(major, to: 0...EventBounds.longestContact)
        if let last = changes.indices.last(where: { changes[$0].change.id == id }) {
            changes[last].change.contact = fingers[id]?.contact
        } else {
            add(id, .moved, finger.surface, finger.position, now)
        }
    }

    mutating func up(_ id: Int32, time: Double) {
        guard let finger = fingers.removeValue(forKey: id) else { return }
        add(id, .up, finger.surface, finger.position, time)
        hasUp = true
    }

    /// The compositor took over the touches, or the device or one surface is gone.
    mutating func cancel(on surface: Surface? = nil, now: Double) {
        for (id, finger) in fingers.sorted(by: { $0.key < $1.key })
        where surface == nil || finger.surface == surface {
            fingers[id] = nil
            add(id, .cancelled, finger.surface, finger.position, now)
        }
    }

    /// Closes the group and returns one frame per surface with a finger, in order.
    mutating func close(modifiers: Modifiers) -> [(surface: Surface, frame: TouchFrame)] {
        defer {
            changes = []
            hasUp = false
        }
        var frames: [(surface: Surface, frame: TouchFrame)] = []
        for (surface, change) in changes {
            if let index = frames.firstIndex(where: { $0.surface == surface }) {
                frames[index].frame.changes.append(change)
                frames[index].frame.time = max(frames[index].frame.time, change.time)
            } else {
                frames.append(
                    (
                        surface,
                        TouchFrame(time: change.time, changes: [change], modifiers: modifiers)
                    ))
            }
        }
        return frames
    }

    /// All received events have been dispatched: closes a group that contains an up.
    mutating func closeAfterDispatch(
        modifiers: Modifiers
    ) -> [(surface: Surface, frame: TouchFrame)] {
        hasUp ? close(modifiers: modifiers) : []
    }

    private mutating func add(
        _ id: Int32, _ phase: TouchChange.Phase, _ surface: Surface, _ position: Point,
        _ time: Double
    ) {
        // The end of a finger is always reported; there are few of these changes.
        guard changes.count < EventBounds.mostChanges || phase == .up || phase == .cancelled else {
            return
        }
        changes.append(
            (
                surface,
                TouchChange(
                    id: id, phase: phase, position: position, contact: fingers[id]?.contact,
                    time: time)
            ))
    }
}
