/// Offered data of one type.
public struct OfferedData: Sendable, Hashable {
    /// The MIME type, such as `text/uri-list`.
    public let type: String
    public let bytes: [UInt8]
    /// Whether its owner never sends it, so that readers keep waiting.
    public let isSilent: Bool

    public init(type: String, bytes: [UInt8], isSilent: Bool = false) {
        self.type = type
        self.bytes = bytes
        self.isSilent = isSilent
    }

    /// Text as UTF-8.
    public init(type: String, text: String) { self.init(type: type, bytes: Array(text.utf8)) }
}

/// The possible actions for dropped data.
public struct DropActions: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static var copy: DropActions { DropActions(rawValue: 1) }
    public static var move: DropActions { DropActions(rawValue: 2) }
    public static var ask: DropActions { DropActions(rawValue: 4) }
}

/// A client's actions in the last drag over its window.
public struct DragRecord: Sendable, Hashable {
    /// The last type that it accepted; nil if it accepts none.
    public internal(set) var acceptedType: String?
    /// The actions it supports, and the one it prefers.
    public internal(set) var actions: DropActions = []
    public internal(set) var preferredAction: DropActions = []
    /// The types whose data it requested, in order.
    public internal(set) var receivedTypes: [String] = []
    public internal(set) var isDropped = false
    /// Whether it reported that it is done, which only a successful receiver may.
    public internal(set) var isFinished = false
    /// Whether it destroyed the offer.
    public internal(set) var isOfferDestroyed = false
}

/// The owner of the clipboard.
public enum ClipboardOwner: Sendable, Hashable {
    case nobody
    /// The test, through `Clipboard.offer`.
    case compositor(types: [String])
    /// A client, with the types it offers.
    case client(types: [String])
}
