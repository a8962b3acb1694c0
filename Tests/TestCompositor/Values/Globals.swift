/// The globals that the compositor advertises, with their versions; nil leaves one out.
///
/// The default is all supported globals in their newest supported version.
public struct Globals: Sendable {
    /// `wl_compositor`, 1 to 5.
    public var compositor: UInt32? = 5
    /// `wl_subcompositor`.
    public var subcompositor: UInt32? = 1
    /// `wl_shm`; Mesa's software path does not start without it.
    public var shm = true
    /// `wl_output`, 1 to 4.
    public var output: UInt32? = 4
    /// `wl_seat`, 1 to 8.
    public var seat: UInt32? = 8
    /// `xdg_wm_base`, 1 to 5.
    public var shell: UInt32? = 5
    /// `zxdg_decoration_manager_v1`.
    public var decoration: UInt32? = 1
    /// `wp_viewporter`.
    public var viewporter: UInt32? = 1
    /// `wp_fractional_scale_manager_v1`.
    public var fractionalScale: UInt32? = 1
    /// `zwp_pointer_gestures_v1`, 1 to 3; the hold gesture came with 3.
    public var gestures: UInt32? = 3
    /// `wp_presentation`.
    public var presentation: UInt32? = 1
    /// `wl_data_device_manager`, 1 to 3.
    public var dataDeviceManager: UInt32? = 3
    /// `zwp_text_input_manager_v3`.
    public var textInput: UInt32? = 1
    /// `zwp_tablet_manager_v2`.
    public var tablets: UInt32? = 1
    /// `xdg_activation_v1`.
    public var activation: UInt32? = 1
    /// `zxdg_exporter_v2`.
    public var exporter: UInt32? = 1
    /// `zxdg_exporter_v1`.
    public var olderExporter: UInt32?

    public init() {}

    /// The globals of GNOME: no server-side decoration.
    public static var withoutDecoration: Globals {
        var globals = Globals()
        globals.decoration = nil
        return globals
    }

    /// A plain old compositor: integer scale, no gestures, no decoration, old seat.
    public static var old: Globals {
        var globals = Globals()
        globals.compositor = 4
        globals.output = 3
        globals.seat = 5
        globals.shell = 2
        globals.decoration = nil
        globals.viewporter = nil
        globals.fractionalScale = nil
        globals.gestures = nil
        globals.presentation = nil
        globals.activation = nil
        globals.exporter = nil
        globals.textInput = nil
        globals.tablets = nil
        return globals
    }
}

/// The initial properties and behaviour of the compositor.
public struct CompositorSettings: Sendable {
    public var globals = Globals()
    /// The screens; at least one for clients that require one.
    public var outputs = [OutputSettings()]
    /// The devices that the seat has.
    public var devices: InputDevices = [.pointer, .keyboard, .touch]
    /// The first configure of a window; nil sends none.
    public var initialConfigure: Configure? = Configure()
    /// The side that draws the window frame, if the client asks.
    public var decoration = DecorationPolicy.serverSide
    /// When frame callbacks are answered.
    public var pacing = FramePacing.automatic(milliseconds: 16)
    /// The preferred scale of surfaces in fractional scale's unit, 1/120: 120 is 1, 180 is 1.5.
    public var preferredScale: UInt32 = 120
    /// Whether requests to maximise, to fill the screen and to undo that are granted with a
    /// configure.
    public var grantsStateRequests = true
    /// Whether a buffer is released in the same commit (as by a compositor that uploads at once) or
    /// only when another one replaces it.
    public var releasesBuffersAtOnce = true
    /// Whether every message is written to the log from the start.
    public var isLogging = false

    public init(globals: Globals = Globals()) { self.globals = globals }
}

/// A screen.
public struct OutputSettings: Sendable, Hashable {
    public var name: String
    /// The size in device pixels.
    public var width: Int
    public var height: Int
    /// The whole-number scale.
    public var scale: Int
    /// The refresh rate in millihertz.
    public var refresh: Int

    public init(
        name: String = "TEST-1", width: Int = 1920, height: Int = 1200, scale: Int = 1,
        refresh: Int = 60_000
    ) {
        self.name = name
        self.width = width
        self.height = height
        self.scale = scale
        self.refresh = refresh
    }
}

/// The kinds of input device of the seat.
public struct InputDevices: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static var pointer: InputDevices { InputDevices(rawValue: 1) }
    public static var keyboard: InputDevices { InputDevices(rawValue: 2) }
    public static var touch: InputDevices { InputDevices(rawValue: 4) }
}

/// How the compositor decides which side draws the frame.
public enum DecorationPolicy: Sendable {
    /// Always the compositor.
    case serverSide
    /// Always the client.
    case clientSide
    /// The client's preference; the compositor if it has none.
    case asWished
}

/// When frame callbacks are answered.
public enum FramePacing: Sendable, Hashable {
    /// This time after the first commit with a request, all waiting callbacks are answered.
    case automatic(milliseconds: Int32)
    /// Never automatically: only `fireFrames()` answers.
    case withheld
}
