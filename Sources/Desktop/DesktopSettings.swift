import Geometry

/// The user's settings for the whole desktop; each has a default for an unknown value.
public struct DesktopSettings: Hashable, Sendable {
    /// Light or dark.
    public enum ColorScheme: Hashable, Sendable {
        /// The desktop has no preference.
        case noPreference
        /// Dark.
        case dark
        /// Light.
        case light
    }

    /// Light or dark.
    public var colorScheme = ColorScheme.noPreference
    /// Whether backgrounds and texts should have a high contrast.
    public var highContrast = false
    /// Whether elements should appear in place instead of moving there.
    public var reducedMotion = false
    /// The desktop's accent colour.
    public var accent: Color?
    /// The family of the desktop's interface font.
    public var interfaceFont: String?
    /// The name of the pointer theme.
    public var cursorTheme: String?
    /// The size of the pointer, in points.
    public var cursorSize: Int?

    /// The settings of a desktop that provides none.
    public init() {}
}

extension DesktopSettings {
    static let appearance = "org.freedesktop.appearance"
    static let interface = "org.gnome.desktop.interface"
    static let accessibility = "org.gnome.desktop.a11y.interface"

    /// The settings from the portal's keys; a value that is missing, unknown or of another type
    /// counts as unset.
    ///
    /// Source: the appearance keys of `org.freedesktop.portal.Settings`, and GNOME's own for
    /// desktops that lack some of them.
    init(_ values: [String: [String: BusValue]]) {
        func value(_ namespace: String, _ key: String) -> BusValue? {
            values[namespace]?[key]?.unwrapped
        }
        switch value(DesktopSettings.appearance, "color-scheme")?.integer {
        case 1: colorScheme = .dark
        case 2: colorScheme = .light
        default: colorScheme = .noPreference
        }
        highContrast =
            value(DesktopSettings.appearance, "contrast")?.integer == 1
            || value(DesktopSettings.accessibility, "high-contrast")?.boolean == true
        switch value(DesktopSettings.appearance, "reduced-motion")?.integer {
        case .some(let choice): reducedMotion = choice == 1
        case nil:
            reducedMotion = value(DesktopSettings.interface, "enable-animations")?.boolean == false
        }
        accent = value(DesktopSettings.appearance, "accent-color")?.color
        interfaceFont = value(DesktopSettings.interface, "font-name")?.text.flatMap(
            DesktopSettings.family)
        cursorTheme = value(DesktopSettings.interface, "cursor-theme")?.text
        cursorSize = value(DesktopSettings.interface, "cursor-size")?.integer.flatMap {
            (1...512).contains($0) ? $0 : nil
        }
    }

    /// The family in a Pango font description: `Noto Sans Medium 10` is `Noto Sans`.
    ///
    /// A description is family, style words and size, the last two optional; a comma ends the
    /// family.
    static func family(inDescription text: String) -> String? {
        let styles: Set<String> = [
            "thin", "ultra-light", "extra-light", "light", "semi-light", "demi-light", "book",
            "regular", "normal", "roman", "medium", "semi-bold", "demi-bold", "semibold", "bold",
            "ultra-bold", "extra-bold", "heavy", "black", "italic", "oblique", "condensed",
        ]
        if let comma = text.firstIndex(of: ",") {
            let family = String(text[..<comma]).trimmed
            return family.isEmpty ? nil : family
        }
        var words = text.split(separator: " ")
        if let last = words.last, Double(last.hasSuffix("px") ? last.dropLast(2) : last) != nil {
            words.removeLast()
        }
        while words.count > 1, let last = words.last, styles.contains(last.lowercased()) {
            words.removeLast()
        }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}

extension String {
    fileprivate var trimmed: String {
        let start = drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}

extension BusValue {
    /// A colour of three components between 0 and 1; other values mean that none is set.
    fileprivate var color: Color? {
        guard case .structure(let parts) = self, parts.count == 3 else { return nil }
        let components = parts.compactMap { part -> Float? in
            guard case .double(let value) = part, (0...1).contains(value) else { return nil }
            return Float(value)
        }
        guard components.count == 3 else { return nil }
        return Color(red: components[0], green: components[1], blue: components[2])
    }
}
