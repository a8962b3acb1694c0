/// What a global is needed for, and in which versions it is understood.
public struct GlobalRequirement: Hashable, Sendable {
    /// Whether the program can do without.
    public enum Need: Hashable, Sendable {
        /// Without it nothing can be shown, and connecting throws.
        case required
        /// Without it what it unlocks is missing, and the rest works.
        case optional
    }

    /// The interface's name in its protocol.
    public let interface: String
    /// The oldest version that is of use.
    public let minimum: UInt32
    /// The newest version that is understood; what is bound is the lesser of this and the offer.
    public let preferred: UInt32
    /// Whether the program can do without.
    public let need: Need
    /// What having it makes possible, in a few words.
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

/// The registry table: everything this program may bind.
///
/// libwayland aborts on an event that the client has no code for, so no global is ever bound above
/// `preferred`, which is at most the version of the protocol description the code was made from.
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
        "zwp_pointer_gestures_v1", 1, 3, .optional, "pinch, swipe and hold on a touchpad"),
    GlobalRequirement(
        "zwp_text_input_manager_v3", 1, 1, .optional, "input methods and screen keyboards"),
]

/// One line of what the compositor offers and what was made of it.
public struct GlobalReport: Hashable, Sendable {
    /// The interface's name in its protocol.
    public let interface: String
    /// The version the compositor offers, or nil where it offers none.
    public let advertised: UInt32?
    /// The version that was bound, or nil where it was not.
    public let bound: UInt32?
    /// How many such globals there are: one per monitor or seat.
    public let count: Int
    /// What it makes possible, or nil for an interface this program does not know.
    public let unlocks: String?
    /// Whether the program cannot run without it.
    public let isRequired: Bool
}
