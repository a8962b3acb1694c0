import Geometry

/// The ground a picture is drawn on.
public enum Appearance: String, Sendable, CaseIterable {
    case light
    case dark
}

/// A family of metrics, each with one accent colour.
public enum Accent: Sendable, CaseIterable {
    case activity
    case body
    case heart
    case secondary
    case sleep
    case route
}

/// The visual tokens: every colour the window uses, for one appearance.
///
/// Sizes and distances, which do not depend on the appearance, are in `Measure`. `ThemeTests`
/// checks that every text stands at 4.5:1 and every mark at 3:1 against what it is drawn on.
public struct Theme: Hashable, Sendable {
    public let appearance: Appearance
    public let isHighContrast: Bool
    public let window: Color
    public let bar: Color
    public let card: Color
    public let hairline: Color
    public let grid: Color
    public let text1: Color
    public let text2: Color
    public let text3: Color
    public let control: Color
    public let selectedControl: Color
    public let board: Color
    /// The ground over what lies outside the overview's window.
    public let overviewVeil: Color
    public let activity: Color
    public let body: Color
    public let heart: Color
    public let secondary: Color
    public let sleep: Color
    public let route: Color
    public let zoneGood: Color
    public let zoneElevated: Color
    public let zoneHigh: Color
    public let danger: Color

    public func color(of accent: Accent) -> Color {
        switch accent {
        case .activity: activity
        case .body: body
        case .heart: heart
        case .secondary: secondary
        case .sleep: sleep
        case .route: route
        }
    }

    public static func theme(_ appearance: Appearance, highContrast: Bool = false) -> Theme {
        switch (appearance, highContrast) {
        case (.light, false): light
        case (.dark, false): dark
        case (.light, true): light.withHighContrast(ground: Color(hex: 0xFFFFFF))
        case (.dark, true): dark.withHighContrast(ground: Color(hex: 0x000000))
        }
    }

    public static let light = Theme(
        appearance: .light, isHighContrast: false, window: Color(hex: 0xF4F5F7),
        bar: Color(hex: 0xECEDF1), card: Color(hex: 0xFFFFFF), hairline: Color(hex: 0xE1E3E8),
        grid: Color(hex: 0xECEEF2), text1: Color(hex: 0x15171C), text2: Color(hex: 0x565C69),
        text3: Color(hex: 0x666C79), control: Color(hex: 0xE3E5EA),
        selectedControl: Color(hex: 0xFFFFFF), board: Color(hex: 0xFFFFFF),
        overviewVeil: Color(hex: 0xF4F5F7, alpha: 0.72), activity: Color(hex: 0xE8590C),
        body: Color(hex: 0x7048E8), heart: Color(hex: 0xD6336C), secondary: Color(hex: 0x1971C2),
        sleep: Color(hex: 0x4263EB), route: Color(hex: 0x0B8A66),
        zoneGood: Color(hex: 0x2F9E44, alpha: 0.10),
        zoneElevated: Color(hex: 0xF08C00, alpha: 0.12),
        zoneHigh: Color(hex: 0xE03131, alpha: 0.09), danger: Color(hex: 0xC92A2A))

    public static let dark = Theme(
        appearance: .dark, isHighContrast: false, window: Color(hex: 0x111317),
        bar: Color(hex: 0x15181D), card: Color(hex: 0x1B1E24), hairline: Color(hex: 0x2B2F37),
        grid: Color(hex: 0x262A31), text1: Color(hex: 0xF1F2F5), text2: Color(hex: 0xA9AFBB),
        text3: Color(hex: 0x8E95A3), control: Color(hex: 0x22262D),
        selectedControl: Color(hex: 0x272B33), board: Color(hex: 0x272B33),
        overviewVeil: Color(hex: 0x111317, alpha: 0.66), activity: Color(hex: 0xFF8A3D),
        body: Color(hex: 0x9B7DFF), heart: Color(hex: 0xFF6B9A), secondary: Color(hex: 0x5AB0FF),
        sleep: Color(hex: 0x7C93FF), route: Color(hex: 0x38D9A9),
        zoneGood: Color(hex: 0x40C057, alpha: 0.08),
        zoneElevated: Color(hex: 0xFAB005, alpha: 0.11),
        zoneHigh: Color(hex: 0xFF6B6B, alpha: 0.11), danger: Color(hex: 0xFF8787))

    /// Pure grounds, text 1 everywhere, borders in text 2.
    private func withHighContrast(ground: Color) -> Theme {
        let ink = appearance == .light ? Color(hex: 0x000000) : Color(hex: 0xFFFFFF)
        return Theme(
            appearance: appearance, isHighContrast: true, window: ground, bar: ground, card: ground,
            hairline: text2, grid: text3, text1: ink, text2: ink, text3: ink, control: ground,
            selectedControl: control, board: ground, overviewVeil: ground.opacity(0.7),
            activity: activity, body: body, heart: heart, secondary: secondary, sleep: sleep,
            route: route, zoneGood: zoneGood, zoneElevated: zoneElevated, zoneHigh: zoneHigh,
            danger: danger)
    }
}

/// Sizes and distances in points, on a grid of 4.
public enum Measure {
    public static let headerHeight = 46.0
    public static let sidebarWidth = 232.0
    public static let headlineHeight = 58.0
    public static let windowPaddingX = 24.0
    public static let windowPaddingY = 20.0
    public static let gap = 12.0
    public static let cardCorner = 12.0
    /// Of the window, where we draw its frame.
    public static let windowCorner = 12.0
    public static let controlCorner = 8.0
    public static let segmentCorner = 6.0
    public static let rowCorner = 10.0
    public static let boardCorner = 8.0
    public static let barCorner = 7.0
    /// The least distance between ticks of a value axis; its range ends on such ticks.
    public static let tickDistance = 60.0
    public static let overviewHeight = 56.0
    public static let legendHeight = 26.0
    /// Below this width of the window the sidebar becomes a drawer.
    public static let drawerBelow = 720.0
}
