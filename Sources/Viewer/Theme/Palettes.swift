// The plain themes.
//
// The colours that the design names are listed; the others are derived: the background under the
// pointer, the prominent button, the focus ring. High contrast changes a plain theme (pure
// backgrounds, text 1 everywhere, borders in text 2). So does a desktop's accent: it colours the
// selection and the focus, after it was mixed with the text's colour just enough for the required
// contrast (3:1, in high contrast 4.5:1). Mixing keeps the hue as far as possible. Rejected:
// leaving out an accent without enough contrast (the person chose it), and using it for series
// (each family keeps the colour by which it is known).

import Geometry

extension Theme {
    /// The theme of an appearance.
    ///
    /// - Parameter accent: that of the desktop; nil if it has none.
    package static func theme(
        _ appearance: Appearance, highContrast: Bool = false, accent: Color? = nil
    ) -> Theme {
        var colors = appearance == .light ? lightTokens : darkTokens
        if highContrast { raiseContrast(&colors, appearance) }
        complete(&colors, appearance, isHighContrast: highContrast)
        if let accent { apply(accent, to: &colors, isHighContrast: highContrast) }
        setBand(&colors)
        return Theme(appearance: appearance, isHighContrast: highContrast, colors)
    }

    /// The light theme of the design.
    package static let light = theme(.light)
    /// The dark theme of the design.
    package static let dark = theme(.dark)

    private static let lightTokens: [Token: Color] = [
        .window: Color(hex: 0xF4F5F7), .bar: Color(hex: 0xECEDF1), .card: Color(hex: 0xFFFFFF),
        .board: Color(hex: 0xFFFFFF), .control: Color(hex: 0xE3E5EA),
        .selectedControl: Color(hex: 0xFFFFFF), .hairline: Color(hex: 0xE1E3E8),
        .grid: Color(hex: 0xECEEF2), .text1: Color(hex: 0x15171C), .text2: Color(hex: 0x565C69),
        .text3: Color(hex: 0x666C79), .danger: Color(hex: 0xC92A2A),
        .overviewVeil: Color(hex: 0xF4F5F7, alpha: 0.72), .activity: Color(hex: 0xE8590C),
        .body: Color(hex: 0x7048E8), .heart: Color(hex: 0xD6336C),
        .secondary: Color(hex: 0x1971C2), .sleep: Color(hex: 0x4263EB),
        .inBed: Color(hex: 0x7B8494), .awake: Color(hex: 0xD9730D),
        .remSleep: Color(hex: 0x5C8DF6), .coreSleep: Color(hex: 0x4263EB),
        .deepSleep: Color(hex: 0x2B3A9E),
        .route: Color(hex: 0x0B8A66), .zoneGood: Color(hex: 0x2F9E44, alpha: 0.10),
        .zoneElevated: Color(hex: 0xF08C00, alpha: 0.12),
        .zoneHigh: Color(hex: 0xE03131, alpha: 0.09),
        .chipGood: Color(hex: 0xE3F3E6), .chipGoodText: Color(hex: 0x1E6E30),
        .chipElevated: Color(hex: 0xFDF0DC), .chipElevatedText: Color(hex: 0x8A4B00),
        .chipHigh: Color(hex: 0xFCE6E6), .chipHighText: Color(hex: 0xB01E1E),
    ]

    private static let darkTokens: [Token: Color] = [
        .window: Color(hex: 0x111317), .bar: Color(hex: 0x15181D), .card: Color(hex: 0x1B1E24),
        .board: Color(hex: 0x272B33), .control: Color(hex: 0x22262D),
        .selectedControl: Color(hex: 0x272B33), .hairline: Color(hex: 0x2B2F37),
        .grid: Color(hex: 0x262A31), .text1: Color(hex: 0xF1F2F5), .text2: Color(hex: 0xA9AFBB),
        .text3: Color(hex: 0x8E95A3), .danger: Color(hex: 0xFF8787),
        .overviewVeil: Color(hex: 0x111317, alpha: 0.66), .activity: Color(hex: 0xFF8A3D),
        .body: Color(hex: 0x9B7DFF), .heart: Color(hex: 0xFF6B9A),
        .secondary: Color(hex: 0x5AB0FF), .sleep: Color(hex: 0x7C93FF),
        .inBed: Color(hex: 0x8A93A6), .awake: Color(hex: 0xFFA14D),
        .remSleep: Color(hex: 0xB4C4FF), .coreSleep: Color(hex: 0x8497FF),
        .deepSleep: Color(hex: 0x5F6FE0),
        .route: Color(hex: 0x38D9A9), .zoneGood: Color(hex: 0x40C057, alpha: 0.08),
        .zoneElevated: Color(hex: 0xFAB005, alpha: 0.11),
        .zoneHigh: Color(hex: 0xFF6B6B, alpha: 0.11),
        .chipGood: Color(hex: 0x1D3324), .chipGoodText: Color(hex: 0x7BDC8E),
        .chipElevated: Color(hex: 0x3A3019), .chipElevatedText: Color(hex: 0xFFCB5C),
        .chipHigh: Color(hex: 0x412326), .chipHighText: Color(hex: 0xFF9B9B),
    ]

    /// Applies high contrast: pure backgrounds, text 1 everywhere, borders in text 2.
    private static func raiseContrast(_ colors: inout [Token: Color], _ appearance: Appearance) {
        let ground = Color(hex: appearance == .light ? 0xFFFFFF : 0x000000)
        let ink = ground.ink
        colors[.hairline] = colors[.text2]
        // Visible, but weaker than anything drawn over it.
        colors[.grid] = ground.standingOut(on: [ground], at: 3, towards: colors[.text3] ?? ink)
        // The selected element has a border; segments all have one, so the selected one also has a
        // background.
        colors[.selectedSegment] = colors[.control]
        for token: Token in [
            .window, .bar, .card, .board, .control, .selectedControl, .chipGood, .chipElevated,
            .chipHigh,
        ] {
            colors[token] = ground
        }
        for token: Token in [
            .text1, .text2, .text3, .chipGoodText, .chipElevatedText, .chipHighText,
        ] {
            colors[token] = ink
        }
        colors[.overviewVeil] = ground.opacity(0)
    }

    /// Adds the colours that are derived from the tokens of the design.
    private static func complete(
        _ colors: inout [Token: Color], _ appearance: Appearance, isHighContrast: Bool
    ) {
        func color(_ token: Token) -> Color { colors[token] ?? .clear }
        let isLight = appearance == .light
        colors[.hoveredControl] = color(.control).mixed(
            with: color(.text3), isHighContrast ? 0.15 : 0.25)
        let segment = colors[.selectedSegment] ?? color(.selectedControl)
        colors[.selectedSegment] = isLight ? segment : segment.mixed(with: color(.text3), 0.22)
        colors[.keyCap] =
            isLight || isHighContrast ? color(.control) : color(.selectedSegment)
        colors[.prominent] = color(.text1)
        colors[.prominentInk] = color(.window)
        colors[.hoveredProminent] = color(.text1).mixed(with: color(.window), 0.2)
        colors[.controlBorder] = color(.text2).opacity(isHighContrast ? 1 : 0)
        colors[.rowBorder] = color(.text1).opacity(isHighContrast ? 1 : 0)
        colors[.rowMarker] = color(.text1).opacity(0)
        colors[.focus] = color(.text2)
        colors[.selection] = color(.text2)
        colors[.selectionInk] = color(.card)
        func shade(_ light: Float, _ dark: Float) -> Color {
            Color(hex: 0x000000, alpha: isLight ? light : dark)
        }
        colors[.drawerVeil] = shade(0.2, 0.45)
        colors[.dialogVeil] = shade(0.28, 0.55)
        // If backgrounds are pure, borders show which element is on top.
        let low: Float = isHighContrast ? 0 : 1
        colors[.edgeShadow] = shade(0.05, 0).opacity(low)
        colors[.cardShadow] = shade(0.06, 0).opacity(low)
        colors[.segmentShadow] = shade(0.12, 0).opacity(low)
        colors[.rowShadow] = shade(0.08, 0).opacity(low)
        colors[.drawerShadow] = shade(0.18, 0.5)
        colors[.boardShadow] = shade(0.14, 0.4)
        colors[.dialogShadow] = shade(0.25, 0.5)
    }

    private static func apply(
        _ accent: Color, to colors: inout [Token: Color], isHighContrast: Bool
    ) {
        let accent = Color(red: accent.red, green: accent.green, blue: accent.blue)
        let grounds: [Token] = [
            .window, .bar, .card, .board, .control, .hoveredControl, .selectedControl,
            .selectedSegment,
        ]
        let color = accent.standingOut(
            on: grounds.compactMap { colors[$0] }, at: isHighContrast ? 4.5 : 3,
            towards: colors[.text1] ?? accent.ink)
        for token: Token in [.focus, .selection, .prominent, .rowMarker] { colors[token] = color }
        colors[.selectionInk] = color.ink
        colors[.prominentInk] = color.ink
        // Away from the ink, so that the words remain as legible.
        colors[.hoveredProminent] = color.mixed(with: color.ink.ink, 0.15)
    }

    /// Sets the background of a selected span.
    ///
    /// It is the strongest one, up to a seventh, on which marks and labels have the required
    /// contrast.
    private static func setBand(_ colors: inout [Token: Color]) {
        func all(_ tokens: [Token]) -> [Color] { tokens.compactMap { colors[$0] } }
        let marks = all([.activity, .body, .heart, .secondary, .sleep, .route, .inBed])
        let texts = all([.text1, .text2, .text3])
        guard let card = colors[.card], let color = colors[.selection] else { return }
        let alpha = largest(upTo: 0.14) { part in
            let ground = color.opacity(part).over(card)
            return marks.allSatisfy { $0.contrast(with: ground) >= 3 }
                && texts.allSatisfy { $0.contrast(with: ground) >= 4.5 }
        }
        colors[.selectionBand] = color.opacity(alpha)
    }
}
