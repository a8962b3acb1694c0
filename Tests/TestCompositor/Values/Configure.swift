/// The states of a window, as in `xdg_toplevel.configure`.
public struct ToplevelStates: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static var maximized: ToplevelStates { ToplevelStates(rawValue: 1 << 1) }
    public static var fullscreen: ToplevelStates { ToplevelStates(rawValue: 1 << 2) }
    public static var resizing: ToplevelStates { ToplevelStates(rawValue: 1 << 3) }
    public static var activated: ToplevelStates { ToplevelStates(rawValue: 1 << 4) }
    public static var tiledLeft: ToplevelStates { ToplevelStates(rawValue: 1 << 5) }
    public static var tiledRight: ToplevelStates { ToplevelStates(rawValue: 1 << 6) }
    public static var tiledTop: ToplevelStates { ToplevelStates(rawValue: 1 << 7) }
    public static var tiledBottom: ToplevelStates { ToplevelStates(rawValue: 1 << 8) }

    /// The protocol's numbers, as far as this version has them.
    func words(version: UInt32) -> [UInt32] {
        (0..<32).filter { rawValue & (1 << $0) != 0 && (version >= 2 || $0 < 5) }.map { UInt32($0) }
    }
}

/// The requests among window menu, maximise, fullscreen and minimise that are supported.
public struct ShellCapabilities: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static var windowMenu: ShellCapabilities { ShellCapabilities(rawValue: 1 << 1) }
    public static var maximize: ShellCapabilities { ShellCapabilities(rawValue: 1 << 2) }
    public static var fullscreen: ShellCapabilities { ShellCapabilities(rawValue: 1 << 3) }
    public static var minimize: ShellCapabilities { ShellCapabilities(rawValue: 1 << 4) }
    public static var all: ShellCapabilities { [.windowMenu, .maximize, .fullscreen, .minimize] }

    var words: [UInt32] { (0..<32).filter { rawValue & (1 << $0) != 0 }.map { UInt32($0) } }
}

/// The side that draws a window's frame.
public enum DecorationMode: UInt32, Sendable, Hashable {
    case clientSide = 1
    case serverSide = 2
}

/// The contents of a configure for a window.
public struct Configure: Sendable, Hashable {
    /// The size of the window geometry in points; 0 leaves it to the client.
    public var width: Int
    public var height: Int
    public var states: ToplevelStates
    /// A change of the side that draws the frame, if the window has a decoration object.
    public var decoration: DecorationMode?
    /// The available space, in points (version 4).
    public var bounds: Size?
    /// The shell's capabilities (version 5).
    public var capabilities: ShellCapabilities?

    public init(
        width: Int = 0, height: Int = 0, states: ToplevelStates = .activated,
        decoration: DecorationMode? = nil, bounds: Size? = nil,
        capabilities: ShellCapabilities? = nil
    ) {
        self.width = width
        self.height = height
        self.states = states
        self.decoration = decoration
        self.bounds = bounds
        self.capabilities = capabilities
    }

    /// A whole-number size.
    public struct Size: Sendable, Hashable {
        public var width: Int
        public var height: Int

        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }
}
