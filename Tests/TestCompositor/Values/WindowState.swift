/// A rectangle with whole-number edges.
public struct PixelBox: Sendable, Hashable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// A part that was added to a region, or subtracted from it; later parts override earlier ones.
public struct RegionPart: Sendable, Hashable {
    public let box: PixelBox
    public let isAdded: Bool
}

/// The edge or corner by which a window is resized.
public enum ResizeEdge: UInt32, Sendable, Hashable {
    case none = 0
    case top = 1
    case bottom = 2
    case left = 4
    case topLeft = 5
    case bottomLeft = 6
    case right = 8
    case topRight = 9
    case bottomRight = 10
}

/// A request of a window to the shell.
///
/// `fromInput` is whether the serial was one of recent input; real compositors ignore other
/// requests.
public enum WindowRequest: Sendable, Hashable {
    case move(fromInput: Bool)
    case resize(edge: ResizeEdge, fromInput: Bool)
    case showWindowMenu(x: Int, y: Int, fromInput: Bool)
    case maximize
    case unmaximize
    case fullscreen
    case leaveFullscreen
    case minimize
}

/// The state of a surface (a window, a popup, a cursor) at one moment.
public struct WindowState: Sendable, Hashable {
    /// The title and application of a toplevel.
    public var title = ""
    public var appID = ""
    /// Whether it is displayed: a buffer is committed, according to the rules of its role.
    public var isMapped = false
    /// Whether the client destroyed it.
    public var isGone = false
    /// The number of commits, and of those with a buffer.
    public var commits = 0
    public var frames = 0
    /// All `attach` requests.
    public var attaches = 0
    /// The size of every committed buffer, in order.
    public var bufferSizes: [Configure.Size] = []
    /// The damage of the last commit: in the surface's points, and in the buffer's pixels.
    public var damage: [PixelBox] = []
    public var bufferDamage: [PixelBox] = []
    /// The surface's size in points after scale and viewport.
    public var width = 0
    public var height = 0
    public var bufferScale = 1
    public var viewportDestination: Configure.Size?
    /// The viewport's source as x, y, width, height in buffer coordinates.
    public var viewportSource: [Double]?
    /// The part that is the window for the user, without shadows; nil if never set.
    public var geometry: PixelBox?
    public var minimumSize = Configure.Size(width: 0, height: 0)
    public var maximumSize = Configure.Size(width: 0, height: 0)
    /// Nil means everything for input, nothing for opaque.
    public var inputRegion: [RegionPart]?
    public var opaqueRegion: [RegionPart]?
    /// The window's requests, in order.
    public var requests: [WindowRequest] = []
    /// The serial of the last configure that a commit applies, and its contents.
    public var committedSerial: UInt32?
    public var committedConfigure: Configure?
    /// The serials of configures that are not acknowledged yet.
    public var unacknowledged: [UInt32] = []
    /// Whether it has a decoration object, the mode it requested, and the last mode sent to it.
    public var hasDecoration = false
    public var wishedDecoration: DecorationMode?
    public var decoration: DecorationMode?
    /// Whether it has viewport and fractional scale objects.
    public var hasViewport = false
    public var hasFractionalScale = false
    /// Frame callbacks that wait to be answered.
    public var waitingCallbacks = 0
    /// Pings that were sent to its client and not answered.
    public var unansweredPings = 0
    /// The names of its outputs.
    public var outputs: [String] = []

    /// The last committed buffer.
    public var bufferSize: Configure.Size? { bufferSizes.last }

    public init() {}
}

extension WindowState: CustomStringConvertible {
    /// The important values for a failed test, on one line.
    public var description: String {
        var parts = ["'\(title)' (\(appID))", isGone ? "gone" : isMapped ? "shown" : "not shown"]
        parts.append("\(width) × \(height) points")
        if let size = bufferSize { parts.append("buffer \(size.width) × \(size.height)") }
        parts.append("buffer scale \(bufferScale)")
        if let geometry {
            parts.append(
                "geometry \(geometry.x), \(geometry.y), \(geometry.width) × \(geometry.height)")
        }
        parts.append("\(commits) commits")
        parts.append("\(frames) frames")
        parts.append("\(waitingCallbacks) callbacks waiting")
        if let committedSerial { parts.append("honours configure \(committedSerial)") }
        if !unacknowledged.isEmpty { parts.append("has not acknowledged \(unacknowledged)") }
        if unansweredPings > 0 { parts.append("\(unansweredPings) pings unanswered") }
        if !requests.isEmpty { parts.append("asked for \(requests.map { "\($0)" })") }
        return parts.joined(separator: ", ")
    }
}

/// The pointer image that a client set.
public enum CursorState: Sendable, Hashable {
    /// No client has set one since the pointer entered.
    case unset
    /// The client hides the pointer.
    case hidden
    /// A surface is the pointer's image: its hot spot in points, and the size of its buffer.
    case image(hotspotX: Int, hotspotY: Int, buffer: Configure.Size?)
}
