/// Records the serials that prove to the compositor that a request follows from user input.
///
/// Moving or resizing a window, its menu, a cursor and the clipboard each require the serial of the
/// event that led to them. The latest one is determined by the order of arrival, because serials
/// wrap.
struct SerialTracker {
    /// The kinds of events with a serial.
    enum Kind: Hashable {
        case pointerEnter
        case pointerPress
        case touchDown
        case penDown
        case keyPress
        case keyboardEnter
    }

    private var serials: [Kind: (serial: UInt32, order: UInt64)] = [:]
    private var order: UInt64 = 0

    mutating func record(_ serial: UInt32, _ kind: Kind) {
        order += 1
        serials[kind] = (serial, order)
    }

    /// Forgets a kind, for example when its device is gone.
    mutating func forget(_ kind: Kind) { serials[kind] = nil }

    /// The serial of the latest event of these kinds, if there was one.
    func latest(_ kinds: Set<Kind>) -> UInt32? {
        serials.filter { kinds.contains($0.key) }.max { $0.value.order < $1.value.order }?.value
            .serial
    }

    /// The serial that can start an interactive move or resize.
    var latestPress: UInt32? { latest([.pointerPress, .touchDown, .penDown]) }

    /// The serial of the user's latest input.
    var latestInput: UInt32? { latest([.pointerPress, .touchDown, .penDown, .keyPress]) }
}
