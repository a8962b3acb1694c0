import Geometry
import Testing

@testable import Viewer

/// The contrast that every text and mark must have: checked for each appearance, so that a token is
/// mended and not the rule.
@Suite struct ThemeTests {
    static let themes: [Theme] = Appearance.allCases.flatMap { appearance in
        [Theme.theme(appearance), Theme.theme(appearance, highContrast: true)]
    }

    @Test(arguments: themes) func textStandsOut(theme: Theme) {
        let grounds = [theme.window, theme.bar, theme.card, theme.selectedControl, theme.board]
        for ground in grounds {
            for text in [theme.text1, theme.text2, theme.text3] {
                #expect(
                    text.contrast(with: ground) >= 4.5,
                    "\(text.hexString) on \(ground.hexString) (\(theme.appearance))")
            }
        }
        #expect(theme.text2.contrast(with: theme.control) >= 4.5)
    }

    @Test(arguments: themes) func marksStandOut(theme: Theme) {
        for accent in Accent.allCases {
            let mark = theme.color(of: accent)
            for ground in [theme.card, theme.window, theme.bar] {
                #expect(
                    mark.contrast(with: ground) >= 3,
                    "\(accent) \(mark.hexString) on \(ground.hexString) (\(theme.appearance))")
            }
        }
    }

    @Test(arguments: themes) func zonesLeaveMarksReadable(theme: Theme) {
        for zone in [theme.zoneGood, theme.zoneElevated, theme.zoneHigh] {
            let ground = zone.over(theme.card)
            #expect(theme.heart.contrast(with: ground) >= 3)
            #expect(theme.text2.contrast(with: ground) >= 4.5)
        }
    }
}
