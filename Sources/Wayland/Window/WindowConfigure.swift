import Geometry

/// The states that the compositor sends in addition to a window's size.
public struct WindowStates: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// It fills the work area of the screen.
    public static let maximized = WindowStates(rawValue: 1 << 0)
    /// It covers the whole screen.
    public static let fullscreen = WindowStates(rawValue: 1 << 1)
    /// The user is resizing the window at this moment.
    public static let resizing = WindowStates(rawValue: 1 << 2)
    /// The window should look active; keyboard focus is separate.
    public static let activated = WindowStates(rawValue: 1 << 3)
    /// Its left edge is adjacent to another window or the screen's edge.
    public static let tiledLeft = WindowStates(rawValue: 1 << 4)
    /// Its right edge is adjacent to another window or the screen's edge.
    public static let tiledRight = WindowStates(rawValue: 1 << 5)
    /// Its top edge is adjacent to another window or the screen's edge.
    public static let tiledTop = WindowStates(rawValue: 1 << 6)
    /// Its bottom edge is adjacent to another window or the screen's edge.
    public static let tiledBottom = WindowStates(rawValue: 1 << 7)
    /// The window is not visible; nothing needs to be drawn.
    public static let suspended = WindowStates(rawValue: 1 << 8)

    /// All four edges; a tiled window has some of them.
    public static let tiled: WindowStates = [.tiledLeft, .tiledRight, .tiledTop, .tiledBottom]

    /// Whether the window is floating, so that the program chooses its size.
    public var isFloating: Bool {
        isDisjoint(with: Self.tiled.union([.maximized, .fullscreen]))
    }

    /// The states listed by `xdg_toplevel.configure`; unknown numbers are ignored.
    init(protocolValues: some Sequence<UInt32>) {
        self = []
        for value in protocolValues where (1...9).contains(value) {
            // maximized 1, fullscreen 2, resizing 3, activated 4, tiled 5...8, suspended 9.
            insert(WindowStates(rawValue: 1 << (value - 1)))
        }
    }
}

/// The requests that the compositor supports for a window; omit buttons for the others.
public struct WindowCapabilities: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `Window.showWindowMenu` shows one.
    public static let windowMenu = WindowCapabilities(rawValue: 1 << 0)
    /// The window can be maximized.
    public static let maximize = WindowCapabilities(rawValue: 1 << 1)
    /// The window can cover the screen.
    public static let fullscreen = WindowCapabilities(rawValue: 1 << 2)
    /// The window can be minimized.
    public static let minimize = WindowCapabilities(rawValue: 1 << 3)

    /// Everything: the default for compositors that send no capabilities.
    public static let all: WindowCapabilities = [.windowMenu, .maximize, .fullscreen, .minimize]

    /// The capabilities listed by `xdg_toplevel.wm_capabilities`.
    init(protocolValues: some Sequence<UInt32>) {
        self = []
        for value in protocolValues where (1...4).contains(value) {
            insert(WindowCapabilities(rawValue: 1 << (value - 1)))
        }
    }
}

/// The side that draws the window's frame.
public enum WindowDecoration: Hashable, Sendable {
    /// The compositor draws a title bar and border outside the content.
    case server
    /// The program draws its own header bar and shadow.
    case client
}

/// The compositor's decisions about a window, as one value.
public struct WindowConfigure: Hashable, Sendable {
    /// The size of the content in points: the compositor's, or if the choice is the program's, the
    /// last size of the floating window, or its first size.
    public var size: Size
    /// The compositor's size, per side; 0 means that the side is the program's choice.
    public var suggestedSize: Size
    /// The largest sensible size on this output, if the compositor sends it.
    public var bounds: Size?
    /// The current states of the window: maximized, tiled, active and so on.
    public var states: WindowStates
    /// The requests that the compositor supports.
    public var capabilities: WindowCapabilities
    /// The side that draws the window's frame.
    public var decoration: WindowDecoration
    /// Device pixels per point.
    public var scale: Double
}

/// Collects the events of one configure sequence until `xdg_surface.configure` closes it.
///
/// States, bounds, capabilities and decoration stay the same until they are sent again; a size that
/// is left to the program is the last one of the floating window.
struct ConfigureSequence {
    private(set) var states: WindowStates = []
    private(set) var decoration: WindowDecoration = .client
    private(set) var capabilities: WindowCapabilities = .all
    private var suggestion = PixelSize(width: 0, height: 0)
    private var bounds: PixelSize?
    private var floatingSize: PixelSize
    private var size: PixelSize
    /// The two sizes before the last sequence.
    private var before: (floatingSize: PixelSize, size: PixelSize)

    /// The smallest sensible content, in points; 0 for none.
    var minimum = PixelSize(width: 0, height: 0)

    /// A window that uses `defaultSize` if the choice is its own.
    init(defaultSize: PixelSize) {
        floatingSize = defaultSize
        size = defaultSize
        before = (defaultSize, defaultSize)
    }

    mutating func toplevel(width: Int32, height: Int32, states: WindowStates) {
        suggestion = PixelSize(width: max(0, Int(width)), height: max(0, Int(height)))
        self.states = states
    }

    /// A bound of 0×0 means unknown.
    mutating func bounds(width: Int32, height: Int32) {
        bounds = width > 0 && height > 0 ? PixelSize(width: Int(width), height: Int(height)) : nil
    }

    mutating func capabilities(_ values: WindowCapabilities) { capabilities = values }

    mutating func decoration(_ mode: WindowDecoration) { decoration = mode }

    /// Completes the sequence and returns its value for the program.
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

    /// The program set another size for a floating window.
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
