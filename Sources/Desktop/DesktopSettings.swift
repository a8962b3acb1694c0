import Geometry

/// What the person has chosen for the whole desktop; every part has a value where nothing is known.
public struct DesktopSettings: Hashable, Sendable {
    /// Light or dark.
    public enum ColorScheme: Hashable, Sendable {
        /// The desktop does not say.
        case noPreference
        /// Dark.
        case dark
        /// Light.
        case light
    }

    /// Light or dark.
    public var colorScheme = ColorScheme.noPreference
    /// Whether grounds and texts should stand far apart.
    public var highContrast = false
    /// Whether things should appear in their place rather than move there.
    public var reducedMotion = false
    /// The desktop's accent colour.
    public var accent: Color?
    /// The family of the desktop's interface font.
    public var interfaceFont: String?
    /// The name of the pointer theme.
    public var cursorTheme: String?
    /// The size of the pointer, in points.
    public var cursorSize: Int?

    /// The settings of a desktop that says nothing.
    public init() {}
}

extension DesktopSettings {
    static let appearance = "org.freedesktop.appearance"
    static let interface = "org.gnome.desktop.interface"
    static let accessibility = "org.gnome.desktop.a11y.interface"

    /// The settings by the portal's keys; what is missing, unknown or of another type is as if
    /// unset.
    ///
    /// Source: the appearance keys of `org.freedesktop.portal.Settings` and, for desktops that lack
    /// some of them, GNOME's own.
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
    /// Descriptions are family, style words and size, the last two optional; a comma ends the
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
    /// A colour of three components between 0 and 1; others mean that none is set.
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
