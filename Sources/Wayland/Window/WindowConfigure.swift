import Geometry

/// What the compositor says of a window beside its size.
public struct WindowStates: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// It fills the work area of the screen.
    public static let maximized = WindowStates(rawValue: 1 << 0)
    /// It covers the whole screen.
    public static let fullscreen = WindowStates(rawValue: 1 << 1)
    /// A person is resizing the window at this moment.
    public static let resizing = WindowStates(rawValue: 1 << 2)
    /// The window looks active; keyboard focus is told apart.
    public static let activated = WindowStates(rawValue: 1 << 3)
    /// Its left edge lies against another window or the screen's edge.
    public static let tiledLeft = WindowStates(rawValue: 1 << 4)
    /// Its right edge lies against another window or the screen's edge.
    public static let tiledRight = WindowStates(rawValue: 1 << 5)
    /// Its top edge lies against another window or the screen's edge.
    public static let tiledTop = WindowStates(rawValue: 1 << 6)
    /// Its bottom edge lies against another window or the screen's edge.
    public static let tiledBottom = WindowStates(rawValue: 1 << 7)
    /// Nobody can see the window; nothing needs to be drawn.
    public static let suspended = WindowStates(rawValue: 1 << 8)

    /// All four edges; what is tiled at all has some of them.
    public static let tiled: WindowStates = [.tiledLeft, .tiledRight, .tiledTop, .tiledBottom]

    /// Whether the window stands free, so that its size is its own choice.
    public var isFloating: Bool {
        isDisjoint(with: Self.tiled.union([.maximized, .fullscreen]))
    }

    /// The states listed by `xdg_toplevel.configure`; numbers that are not known are left out.
    init(protocolValues: some Sequence<UInt32>) {
        self = []
        for value in protocolValues where (1...9).contains(value) {
            // maximized 1, fullscreen 2, resizing 3, activated 4, tiled 5...8, suspended 9.
            insert(WindowStates(rawValue: 1 << (value - 1)))
        }
    }
}

/// What the compositor lets a window ask for; a button for anything else is best left out.
public struct WindowCapabilities: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `Window.showWindowMenu` shows one.
    public static let windowMenu = WindowCapabilities(rawValue: 1 << 0)
    /// The window can be maximized.
    public static let maximize = WindowCapabilities(rawValue: 1 << 1)
    /// The window can cover the screen.
    public static let fullscreen = WindowCapabilities(rawValue: 1 << 2)
    /// The window can be put away.
    public static let minimize = WindowCapabilities(rawValue: 1 << 3)

    /// Everything: what compositors mean that say nothing of it.
    public static let all: WindowCapabilities = [.windowMenu, .maximize, .fullscreen, .minimize]

    /// The capabilities listed by `xdg_toplevel.wm_capabilities`.
    init(protocolValues: some Sequence<UInt32>) {
        self = []
        for value in protocolValues where (1...4).contains(value) {
            insert(WindowCapabilities(rawValue: 1 << (value - 1)))
        }
    }
}

/// Who draws the window's frame.
public enum WindowDecoration: Hashable, Sendable {
    /// The compositor draws a title bar and border outside the content.
    case server
    /// The program draws its own header bar and shadow.
    case client
}

/// Everything the compositor has decided about a window, as one value.
public struct WindowConfigure: Hashable, Sendable {
    /// The size of the content in points: what the compositor asks for, or where it leaves the
    /// choice to the program, the size the window had while it stood free, or its first size.
    public var size: Size
    /// The size the compositor asks for, per side; 0 means that the side is the program's choice.
    public var suggestedSize: Size
    /// The largest size that makes sense on this output, where the compositor says.
    public var bounds: Size?
    /// What the window is at the moment: maximized, tiled, active and so on.
    public var states: WindowStates
    /// What the compositor lets the window ask for.
    public var capabilities: WindowCapabilities
    /// Who draws the window's frame.
    public var decoration: WindowDecoration
    /// Device pixels per point.
    public var scale: Double
}

/// Collects the events of one configure sequence until `xdg_surface.configure` closes it.
///
/// States, bounds, capabilities and decoration stay as they are until they are sent again; a size
/// that is left to the program is the last one it had while the window stood free.
struct ConfigureSequence {
    private(set) var states: WindowStates = []
    private(set) var decoration: WindowDecoration = .client
    private(set) var capabilities: WindowCapabilities = .all
    private var suggestion = PixelSize(width: 0, height: 0)
    private var bounds: PixelSize?
    private var floatingSize: PixelSize
    private var size: PixelSize
    /// What those two were before the last sequence.
    private var before: (floatingSize: PixelSize, size: PixelSize)

    /// The smallest content that makes sense, in points; 0 for none.
    var minimum = PixelSize(width: 0, height: 0)

    /// A window that chooses `defaultSize` where it may choose.
    init(defaultSize: PixelSize) {
        floatingSize = defaultSize
        size = defaultSize
        before = (defaultSize, defaultSize)
    }

    mutating func toplevel(width: Int32, height: Int32, states: WindowStates) {
        suggestion = PixelSize(width: max(0, Int(width)), height: max(0, Int(height)))
        self.states = states
    }

    /// A bound of 0×0 means that it is not known.
    mutating func bounds(width: Int32, height: Int32) {
        bounds = width > 0 && height > 0 ? PixelSize(width: Int(width), height: Int(height)) : nil
    }

    mutating func capabilities(_ values: WindowCapabilities) { capabilities = values }

    mutating func decoration(_ mode: WindowDecoration) { decoration = mode }

    /// The sequence is complete: the value that goes to the program.
    mutating func close(scale: Double) -> WindowConfigure {
        before = (floatingSize, size)
        size = PixelSize(
            width: resolved(suggestion.width, own: floatingSize.width, bound: bounds?.width),
            height: resolved(suggestion.height, own: floatingSize.height, bound: bounds?.height))
        if states.isFloating {
            size.width = max(size.width, minimum.width)
            size.height = max(size.height, minimum.height)
            floatingSize = size
        }
        return value(scale: scale)
    }

    /// Ignores the size of the last sequence, so that the window has its own.
    mutating func passOverSize() {
        suggestion = PixelSize(width: 0, height: 0)
        floatingSize = before.floatingSize
        size = floatingSize
    }

    /// The present state as a value, for a change of scale alone.
    func value(scale: Double) -> WindowConfigure {
        WindowConfigure(
            size: Size(size), suggestedSize: Size(suggestion), bounds: bounds.map { Size($0) },
            states: states, capabilities: capabilities, decoration: decoration, scale: scale)
    }

    /// The program chose another size for a window that stands free.
    mutating func resize(to wanted: PixelSize) {
        floatingSize = wanted
        if states.isFloating { size = wanted }
    }

    private func resolved(_ suggested: Int, own: Int, bound: Int?) -> Int {
        guard suggested == 0 else { return suggested }
        return max(1, min(own, bound ?? own))
    }
}

extension Size {
    init(_ size: PixelSize) {
        self.init(width: Double(size.width), height: Double(size.height))
    }
}
