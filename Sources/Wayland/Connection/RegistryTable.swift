/// The use of a global, and the supported versions.
public struct GlobalRequirement: Hashable, Sendable {
    /// Whether the program can run without it.
    public enum Need: Hashable, Sendable {
        /// Without it no window is possible, and connecting throws.
        case required
        /// Without it its feature is missing, and the rest works.
        case optional
    }

    /// The interface's name in its protocol.
    public let interface: String
    /// The oldest usable version.
    public let minimum: UInt32
    /// The newest supported version; the lesser of this and the offer is bound.
    public let preferred: UInt32
    /// Whether the program can run without it.
    public let need: Need
    /// The feature that it provides, in a few words.
    public let unlocks: String

    init(
        _ interface: String, _ minimum: UInt32, _ preferred: UInt32, _ need: Need, _ unlocks: String
    ) {
        self.interface = interface
        self.minimum = minimum
        self.preferred = preferred
        self.need = need
        self.unlocks = unlocks
    }
}

/// The registry table: all globals that this program may bind.
///
/// libwayland aborts on an event that the client has no code for. So no global is ever bound above
/// `preferred`, which is at most the version of the protocol description that the code was
/// generated from.
public let registryTable: [GlobalRequirement] = [
    GlobalRequirement("wl_compositor", 4, 5, .required, "surfaces"),
    GlobalRequirement("wl_shm", 1, 1, .required, "cursors and pixels drawn without a GPU"),
    GlobalRequirement("xdg_wm_base", 1, 5, .required, "windows"),
    GlobalRequirement("wl_seat", 1, 8, .optional, "pointer, touch and keyboard"),
    GlobalRequirement("wl_output", 1, 4, .optional, "whole-number scale and refresh rate"),
    GlobalRequirement("wl_data_device_manager", 1, 3, .optional, "clipboard and dropped files"),
    GlobalRequirement("wp_viewporter", 1, 1, .optional, "fractional scale"),
    GlobalRequirement("wp_fractional_scale_manager_v1", 1, 1, .optional, "fractional scale"),
    GlobalRequirement("wp_presentation", 1, 1, .optional, "frame times as presented"),
    GlobalRequirement(
        "zxdg_decoration_manager_v1", 1, 1, .optional, "window frames drawn by the compositor"),
    GlobalRequirement("xdg_activation_v1", 1, 1, .optional, "focus when started from a launcher"),
    GlobalRequirement(
        "zxdg_exporter_v2", 1, 1, .optional, "the desktop's dialogs over their window"),
    GlobalRequirement(
        "zxdg_exporter_v1", 1, 1, .optional, "the same on desktops without the second version"),
    GlobalRequirement(
        "zwp_pointer_gestures_v1", 1, 3, .optional, "pinch, swipe and hold on a touchpad"),
    GlobalRequirement(
        "zwp_tablet_manager_v2", 1, 1, .optional, "pens with pressure and tilt"),
    GlobalRequirement(
        "zwp_text_input_manager_v3", 1, 1, .optional, "input methods and screen keyboards"),
]

/// One interface that the compositor offers, and how it is used.
public struct GlobalReport: Hashable, Sendable {
    /// The interface's name in its protocol.
    public let interface: String
    /// The version that the compositor offers, or nil if it offers none.
    public let advertised: UInt32?
    /// The version that was bound, or nil if it was not.
    public let bound: UInt32?
    /// The number of such globals: one per monitor or seat.
    public let count: Int
    /// The feature that it provides, or nil for an interface that this program does not use.
    public let unlocks: String?
    /// Whether the program cannot run without it.
    public let isRequired: Bool
}
