import Cartography
import Geometry
import HealthData
import Testing

@testable import Viewer

/// The required contrast of every text and mark, checked for each appearance, so that a token is
/// corrected and not the rule.
@Suite struct ThemeTests {
    static let kinds: [(Appearance, Bool)] = Appearance.allCases.flatMap {
        [($0, false), ($0, true)]
    }
    static let themes: [Theme] = kinds.map { Theme.theme($0.0, highContrast: $0.1) }

    /// Accents of all hues, pale and strong, dark and bright, and those without a hue.
    static let accents: [Color] = {
        var colors: [Color] = []
        for hue in 0..<24 {
            for saturation: Float in [0.25, 0.6, 1] {
                for value: Float in [0.15, 0.4, 0.7, 1] {
                    colors.append(color(Float(hue) / 4, saturation, value))
                }
            }
        }
        for gray: Float in [0, 0.2, 0.46, 0.5, 0.8, 1] {
            colors.append(Color(red: gray, green: gray, blue: gray))
        }
        return colors
    }()

    /// A colour of a hue of 0…6, a saturation and a value (Smith 1978).
    private static func color(_ hue: Float, _ saturation: Float, _ value: Float) -> Color {
        func channel(_ n: Float) -> Float {
            let k = (n + hue).truncatingRemainder(dividingBy: 6)
            return value - value * saturation * max(0, min(k, 4 - k, 1))
        }
        return Color(red: channel(5), green: channel(3), blue: channel(1))
    }

    /// Checks each pair of foreground and background with the contrast that it needs.
    private func check(_ theme: Theme, _ name: String) {
        let grounds: [Theme.Token] = [.window, .bar, .card, .board, .selectedControl]
        var pairs: [(Color, Color, Double, String)] = []
        func pair(_ a: Theme.Token, _ b: Theme.Token, _ least: Double) {
            pairs.append((theme[a], theme[b], least, "\(a) on \(b)"))
        }
        for ground in grounds {
            for text: Theme.Token in [.text1, .text2, .text3] { pair(text, ground, 4.5) }
            for mark: Theme.Token in [
                .activity, .body, .heart, .secondary, .sleep, .route, .inBed,
            ] {
                pair(mark, ground, 3)
            }
        }
        for stage: Theme.Token in [.awake, .remSleep, .coreSleep, .deepSleep] {
            for ground: Theme.Token in [.card, .board] { pair(stage, ground, 3) }
        }
        for text: Theme.Token in [.text1, .text2] { pair(text, .control, 4.5) }
        for ground: Theme.Token in [.hoveredControl, .selectedSegment] { pair(.text1, ground, 4.5) }
        for tone in FigureChip.Tone.allCases {
            let colors = theme.colors(of: tone)
            pairs.append((colors.text, colors.ground, 4.5, "a \(tone) chip"))
        }
        pair(.text1, .keyCap, 4.5)
        for ground: Theme.Token in [.bar, .window, .board] { pair(.danger, ground, 4.5) }
        pair(.prominentInk, .prominent, 4.5)
        pair(.prominentInk, .hoveredProminent, 4.5)
        pair(.prominent, .window, 3)
        let focusGrounds =
            grounds + [.control, .hoveredControl, .selectedSegment]
        for ground in focusGrounds { pair(.focus, ground, theme.isHighContrast ? 4.5 : 3) }
        for ground: Theme.Token in [.card, .window] { pair(.selection, ground, 3) }
        pair(.selectionInk, .selection, 3)
        if theme.rowMarker.alpha > 0 { pair(.rowMarker, .selectedControl, 3) }
        if theme.isHighContrast {
            for ground in grounds { pair(.hairline, ground, 3) }
            pair(.grid, .card, 3)
            // Lines over the grid differ from it clearly.
            pairs.append((theme.text3, theme.grid, 3, "text3 on grid"))
            pair(.controlBorder, .control, 3)
            pair(.rowBorder, .selectedControl, 3)
            pair(.rowBorder, .bar, 3)
        }
        let band = theme.selectionBand.over(theme.card)
        for accent in Accent.allCases {
            let color = theme.color(of: accent)
            pairs.append((color, band, 3, "\(accent) on a span"))
            pairs.append(
                (theme.legible(color, on: theme.board), theme.board, 4.5, "\(accent) in words"))
        }
        for (text, name) in [
            (theme.text1, "text1"), (theme.text2, "text2"), (theme.text3, "text3"),
        ] {
            pairs.append((text, band, 4.5, "\(name) on a span"))
        }
        let hovered = theme.selectedControl.opacity(0.5).over(theme.control)
        pairs.append((theme.text2, hovered, 4.5, "text2 on a segment under the pointer"))
        let pill = theme.text1.opacity(0.05).over(theme.card)
        pairs.append((theme.text1, pill, 4.5, "text1 on a pill under the pointer"))
        for (color, ground, least, what) in pairs {
            let contrast = color.contrast(with: ground)
            #expect(
                contrast >= least,
                "\(what), \(name): \(color.hexString) on \(ground.hexString) is \(contrast)")
        }
    }

    /// Maps have the colours of the theme, and names on them the contrast of texts.
    @Test(arguments: kinds) func mapsHaveTheContrastOfTheTheme(
        appearance: Appearance, isHigh: Bool
    ) {
        let palette = MapPalette.shown(in: Theme.theme(appearance, highContrast: isHigh))
        let wanted: MapPalette =
            appearance == .dark
            ? isHigh ? .darkHighContrast : .dark : isHigh ? .lightHighContrast : .light
        #expect(palette == wanted)
        for ground in [palette.land, palette.water, palette.green, palette.built] {
            #expect(palette.label.contrast(with: ground) >= 4.5)
        }
        if isHigh { #expect(palette.water.contrast(with: palette.land) >= 3) }
    }

    @Test(arguments: kinds) func everythingStandsOut(appearance: Appearance, isHigh: Bool) {
        check(Theme.theme(appearance, highContrast: isHigh), "\(appearance), high: \(isHigh)")
    }

    @Test(arguments: kinds) func everythingStandsOutWithAnyAccent(
        appearance: Appearance, isHigh: Bool
    ) {
        for accent in Self.accents {
            check(
                Theme.theme(appearance, highContrast: isHigh, accent: accent),
                "\(appearance), high: \(isHigh), accent \(accent.hexString)")
        }
    }

    @Test(arguments: kinds) func anAccentColoursWhatIsChosenAndNothingElse(
        appearance: Appearance, isHigh: Bool
    ) {
        let plain = Theme.theme(appearance, highContrast: isHigh)
        // An accent that has enough contrast is used unchanged.
        let accent = Color(hex: appearance == .light ? 0x1C52B8 : 0xD4E4FF)
        let theme = Theme.theme(appearance, highContrast: isHigh, accent: accent)
        for token: Theme.Token in [.focus, .selection, .prominent, .rowMarker] {
            #expect(theme[token] == accent, "\(token)")
        }
        let changed: Set<Theme.Token> = [
            .focus, .selection, .selectionInk, .selectionBand, .prominent, .hoveredProminent,
            .prominentInk, .rowMarker,
        ]
        for token in Theme.Token.allCases where !changed.contains(token) {
            #expect(theme[token] == plain[token], "\(token)")
        }
        #expect(plain.rowMarker.alpha == 0)
    }

    @Test func anAccentThatDoesNotStandOutKeepsItsHueAsFarAsCanBe() {
        let yellow = Color(hex: 0xFFE000)
        let theme = Theme.theme(.light, accent: yellow)
        #expect(theme.focus != yellow)
        #expect(theme.focus.red > theme.focus.blue + 0.2)
        #expect(theme.focus.green > theme.focus.blue + 0.2)
        #expect(Theme.theme(.dark, accent: yellow).focus == yellow)
    }

    @Test(arguments: themes.filter(\.isHighContrast)) func whatStandsBehindStandsOutToo(
        theme: Theme
    ) {
        for accent in Accent.allCases {
            let color = theme.color(of: accent)
            for part: Float in [0.3, 0.42, 0.55, 0.7] {
                let mark = theme.faded(color, by: part, on: theme.card)
                // The same in the overview, outside of its window.
                for mark in [mark, theme.overviewVeil.over(mark)] {
                    #expect(mark.contrast(with: theme.card) >= 3, "\(accent), \(part)")
                }
            }
        }
        #expect(
            Theme.light.faded(theme.heart, by: 0.5, on: theme.card)
                == theme.heart.mixed(with: theme.card, 0.5), "elsewhere there are only mixtures")
    }

    @Test(arguments: themes) func marksThatStandBackStandOut(theme: Theme) {
        for accent in Accent.allCases {
            let color = theme.color(of: accent)
            for part: Float in [0.42, 0.45, 0.55] {
                let mark = theme.paleMark(color, by: part, on: theme.card)
                #expect(mark.contrast(with: theme.card) >= 3, "\(accent), \(part)")
            }
        }
    }

    /// Against black, contrast is lightness.
    @Test(arguments: themes) func deeperSleepIsDarker(theme: Theme) {
        let black = Color(hex: 0)
        let stages: [SleepStage] = [.rem, .core, .deep]
        let lightness = stages.map { theme.color(of: $0).contrast(with: black) }
        #expect(lightness[0] > 1.3 * lightness[1] && lightness[1] > 1.3 * lightness[2])
    }

    @Test(arguments: themes) func zonesLeaveMarksReadable(theme: Theme) {
        for zone in [theme.zoneGood, theme.zoneElevated, theme.zoneHigh] {
            let ground = zone.over(theme.card)
            #expect(theme.heart.contrast(with: ground) >= 3)
            #expect(theme.text2.contrast(with: ground) >= 4.5)
        }
    }
}

/// The states between two themes.
@Suite struct ThemeFadeTests {
    private static let rule: @Sendable (Theme) -> Color = {
        $0.isHighContrast ? $0.heart : $0.heart.opacity($0.appearance == .light ? 0.26 : 0.34)
    }

    /// Every colour of a theme that is visible.
    private func colors(_ theme: Theme) -> [Color] {
        Theme.Token.allCases.map { theme[$0] }
            + [
                theme.derived(Self.rule), theme.faded(theme.body, by: 0.7, on: theme.card),
                theme.faded(theme.activity, by: 0.42, on: theme.card),
            ]
    }

    /// The largest difference of a component.
    private func distance(_ a: Theme, _ b: Theme) -> Float {
        zip(colors(a), colors(b)).reduce(0) { most, pair in
            let (a, b) = pair
            return max(
                most, abs(a.red - b.red), abs(a.green - b.green), abs(a.blue - b.blue),
                abs(a.alpha - b.alpha))
        }
    }

    @Test func theEndsAreExact() {
        let (light, dark) = (Theme.light, Theme.theme(.dark, highContrast: true))
        #expect(light.mixed(with: dark, 0) == light)
        #expect(light.mixed(with: dark, 1) == dark)
        let middle = light.mixed(with: dark, 0.5)
        #expect(!middle.isPlain && middle.appearance == .dark && middle.isHighContrast)
        #expect(middle.mixed(with: dark, 1) == dark)
        #expect(middle.window == light.window.mixed(with: dark.window, 0.5))
    }

    @Test func everyColourGoesItsWayWithoutAJump() {
        for from in ThemeTests.themes {
            for to in ThemeTests.themes {
                for step in 0..<300 {
                    let a = from.mixed(with: to, Double(step) / 300)
                    let b = from.mixed(with: to, Double(step + 1) / 300)
                    // Pale marks are kept apart from their background by a rule: they may change
                    // faster.
                    #expect(distance(a, b) < 0.05)
                }
            }
        }
    }

    @Test func aSecondChangeGoesOnFromThePresentColours() {
        var fade = ThemeFade(.light)
        fade.move(to: .dark, at: 10, duration: 0.3)
        let themes = [Theme.theme(.light, highContrast: true), .light, .dark]
        for (index, next) in themes.enumerated() {
            let time = 10.1 + Double(index) * 0.07
            let before = fade.theme(at: time)
            #expect(!before.isPlain)
            fade.move(to: next, at: time, duration: 0.3)
            #expect(distance(before, fade.theme(at: time)) < 1e-5)
            #expect(distance(before, fade.theme(at: time + 0.001)) < 0.01)
            #expect(fade.isMoving(at: time + 0.299))
        }
        #expect(fade.theme(at: 10.24 + 0.3) == .dark && !fade.isMoving(at: 10.24 + 0.3))
    }

    @Test func aFadeBackAndForthIsMadeOfFewThemes() {
        var fade = ThemeFade(.light)
        for step in 0..<200 {
            fade.move(
                to: step % 2 == 0 ? .dark : .light, at: 1 + Double(step) * 0.01, duration: 0.3)
        }
        let theme = fade.theme(at: 3)
        #expect(!theme.isPlain)
        // A sum of weights that are fractions of one.
        let white = theme.derived { _ in Color(hex: 0xFFFFFF) }
        #expect(abs(white.red - 1) < 1e-4 && abs(white.alpha - 1) < 1e-4)
        var parts = 0
        _ = theme.derived {
            parts += 1
            return $0.card
        }
        #expect(parts == 2)
    }

    @Test func withoutATimeItIsThereAtOnce() {
        var fade = ThemeFade(.light)
        fade.move(to: .dark, at: 5, duration: 0)
        #expect(fade.theme(at: 5) == .dark && !fade.isMoving(at: 5))
    }
}
