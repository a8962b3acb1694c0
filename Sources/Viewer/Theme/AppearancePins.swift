import Desktop

/// What the person has chosen of the window's appearance in place of what the desktop says.
struct AppearancePins: Hashable, Sendable {
    /// Light or dark; nil follows the desktop.
    var appearance: Appearance?
    /// High contrast or not; nil follows the desktop.
    var highContrast: Bool?
    /// No motion or all of it; nil follows the desktop.
    var reducedMotion: Bool?

    /// Where they are kept between runs.
    static let file = KeptFile(name: "settings.json", kind: .config)

    /// Those that were kept: of a file that is broken, what can be read.
    static func load(library: String?) -> AppearancePins {
        file.load(AppearancePins.self, library: library) ?? AppearancePins()
    }

    /// Keeps them; whether that went well.
    @discardableResult
    func save(library: String?) -> Bool { Self.file.save(self, library: library) }

    /// The theme for a desktop's settings.
    func theme(on desktop: DesktopSettings) -> Theme {
        Theme.theme(
            appearance ?? (desktop.colorScheme == .dark ? .dark : .light),
            highContrast: highContrast ?? desktop.highContrast, accent: desktop.accent)
    }

    /// Whether things appear in their place, for a desktop's settings.
    func reducesMotion(on desktop: DesktopSettings) -> Bool {
        reducedMotion ?? desktop.reducedMotion
    }
}

extension AppearancePins: Codable {
    private enum CodingKeys: String, CodingKey {
        case appearance = "theme"
        case highContrast = "high-contrast"
        case reducedMotion = "reduced-motion"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        // What is of another type, or says something unknown, is as if it were not there.
        appearance = try? values.decode(Appearance.self, forKey: .appearance)
        highContrast = try? values.decode(Bool.self, forKey: .highContrast)
        reducedMotion = try? values.decode(Bool.self, forKey: .reducedMotion)
    }
}
