import Desktop
import Geodesy
import HealthData

/// The person's choices that override the desktop's settings or the program's defaults.
struct Preferences: Hashable, Sendable {
    /// Light or dark; nil follows the desktop.
    var appearance: Appearance?
    /// High contrast or not; nil follows the desktop.
    var highContrast: Bool?
    /// No motion or all of it; nil follows the desktop.
    var reducedMotion: Bool?
    /// The guideline for the zones of blood pressures; nil for the default.
    var guideline: BloodPressureGuideline?
    /// The hand that draws; nil for the right one.
    var drawingHand: Hand?
    /// How places are written; nil for degrees.
    var coordinates: CoordinateFormat?
    /// Whether going along a way is heard: rings around the target, and passing it; nil for not.
    var targetTones: Bool?
    /// The metrics on top of the summary, in order; nil for those that most people look at.
    var favourites: [MetricID]?
    /// What the person wants to reach, one goal for a metric.
    var goals: [Goal] = []
    /// The bands that the person has put on charts.
    var bands: [BandChoice] = []
    /// The units of displayed values; if none is chosen, those of the locale.
    var units = UnitPreferences()

    /// A hand of a person.
    enum Hand: String, Codable, Hashable, Sendable { case left, right }

    /// Where they are kept between runs.
    static let file = KeptFile(name: "settings.json", kind: .config)

    /// Loads the preferences; a broken file is used as far as it can be read.
    static func load(library: String?) -> Preferences {
        file.load(Preferences.self, library: library) ?? Preferences()
    }

    /// Saves the preferences, and returns whether that succeeded.
    @discardableResult
    func save(library: String?) -> Bool { Self.file.save(self, library: library) }

    /// The theme for a desktop's settings.
    func theme(on desktop: DesktopSettings) -> Theme {
        Theme.theme(
            appearance ?? (desktop.colorScheme == .dark ? .dark : .light),
            highContrast: highContrast ?? desktop.highContrast, accent: desktop.accent)
    }

    /// Whether things move without animation, for a desktop's settings.
    func reducesMotion(on desktop: DesktopSettings) -> Bool {
        reducedMotion ?? desktop.reducedMotion
    }
}

extension Preferences {
    /// The goal of a metric; nil if there is none.
    func goal(of metric: MetricID) -> Goal? { goals.first { $0.metric == metric } }

    /// Sets the goal of a metric in place of the one before, or removes it.
    mutating func setGoal(_ goal: Goal?, of metric: MetricID) {
        goals.removeAll { $0.metric == metric }
        if let goal { goals.append(goal) }
    }
}

extension Preferences: Codable {
    private enum CodingKeys: String, CodingKey {
        case appearance = "theme"
        case highContrast = "high-contrast"
        case reducedMotion = "reduced-motion"
        case guideline = "blood-pressure-guideline"
        case drawingHand = "drawing-hand"
        case coordinates
        case targetTones = "target-tones"
        case favourites
        case goals
        case bands
        case units
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        // A value of another type or with an unknown name is ignored.
        appearance = try? values.decode(Appearance.self, forKey: .appearance)
        highContrast = try? values.decode(Bool.self, forKey: .highContrast)
        reducedMotion = try? values.decode(Bool.self, forKey: .reducedMotion)
        guideline = try? values.decode(BloodPressureGuideline.self, forKey: .guideline)
        drawingHand = try? values.decode(Hand.self, forKey: .drawingHand)
        coordinates = (try? values.decode(String.self, forKey: .coordinates))
            .flatMap(CoordinateFormat.init)
        targetTones = try? values.decode(Bool.self, forKey: .targetTones)
        favourites = (try? values.decode([String].self, forKey: .favourites))?.map {
            MetricID($0)
        }
        goals = ((try? values.decode([Tolerated<Goal>].self, forKey: .goals)) ?? [])
            .compactMap(\.value)
        bands = ((try? values.decode([Tolerated<BandChoice>].self, forKey: .bands)) ?? [])
            .compactMap(\.value)
        units = (try? values.decode(UnitPreferences.self, forKey: .units)) ?? UnitPreferences()
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(appearance, forKey: .appearance)
        try values.encodeIfPresent(highContrast, forKey: .highContrast)
        try values.encodeIfPresent(reducedMotion, forKey: .reducedMotion)
        try values.encodeIfPresent(guideline, forKey: .guideline)
        try values.encodeIfPresent(drawingHand, forKey: .drawingHand)
        try values.encodeIfPresent(coordinates?.rawValue, forKey: .coordinates)
        try values.encodeIfPresent(targetTones, forKey: .targetTones)
        try values.encodeIfPresent(favourites?.map(\.rawValue), forKey: .favourites)
        if !goals.isEmpty { try values.encode(goals, forKey: .goals) }
        if !bands.isEmpty { try values.encode(bands, forKey: .bands) }
        if !units.isEmpty { try values.encode(units, forKey: .units) }
    }
}
