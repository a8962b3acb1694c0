import Geometry

/// Whether the background is light or dark.
package enum Appearance: String, Sendable, CaseIterable, Codable {
    case light
    case dark

    /// The other one.
    var opposite: Appearance { self == .light ? .dark : .light }
}

/// A family of metrics, each with one accent colour.
package enum Accent: Sendable, CaseIterable {
    case activity
    case body
    case heart
    case secondary
    case sleep
    case route
}

/// The visual tokens: every colour in the window, for one appearance or a mixture.
///
/// A theme is plain (`theme(_:highContrast:accent:)`) or a mixture of plain ones, and everything is
/// drawn from it in the same way: whatever differs between appearances is a token, or is computed
/// by `derived`, so that a change of theme can pass through all intermediate themes.
///
/// Sizes and distances, which do not depend on the appearance, are in `Measure`. `ThemeTests`
/// checks that every text has a contrast of 4.5:1 and every mark of 3:1 to its background.
package struct Theme: Hashable, Sendable {
    /// The appearance of the theme, or of the target of a mixture.
    package let appearance: Appearance
    /// Whether the theme, or the target of a mixture, has high contrast.
    package let isHighContrast: Bool
    /// The contrast that `faded` leaves to a mark: 3 in high contrast, else 1, which requires
    /// nothing.
    let leastMarkContrast: Double
    private let colors: [Color]
    /// The plain themes of a mixture; empty for a plain one.
    private let parts: [Part]

    private struct Part: Hashable {
        var theme: Theme
        var weight: Float
    }

    /// Creates a plain theme.
    ///
    /// - Precondition: every token has a colour.
    init(appearance: Appearance, isHighContrast: Bool, _ colors: [Token: Color]) {
        self.appearance = appearance
        self.isHighContrast = isHighContrast
        leastMarkContrast = isHighContrast ? 3 : 1
        self.colors = Token.allCases.map { token in
            guard let color = colors[token] else {
                preconditionFailure("the token \(token) has no colour")
            }
            return color
        }
        parts = []
    }

    private init(_ from: Theme, _ to: Theme, _ fraction: Float) {
        appearance = to.appearance
        isHighContrast = to.isHighContrast
        leastMarkContrast =
            from.leastMarkContrast
            + (to.leastMarkContrast - from.leastMarkContrast) * Double(fraction)
        colors = zip(from.colors, to.colors).map { $0.mixed(with: $1, fraction) }
        var parts: [Part] = []
        for (theme, weight) in [(from, 1 - fraction), (to, fraction)] {
            for part in theme.isPlain ? [Part(theme: theme, weight: 1)] : theme.parts {
                if let place = parts.firstIndex(where: { $0.theme == part.theme }) {
                    parts[place].weight += part.weight * weight
                } else {
                    parts.append(Part(theme: part.theme, weight: part.weight * weight))
                }
            }
        }
        self.parts = parts
    }

    /// The colour of a token.
    package subscript(token: Token) -> Color { colors[token.rawValue] }

    /// Whether this is not a mixture.
    package var isPlain: Bool { parts.isEmpty }

    // MARK: Between themes

    /// The theme `fraction` of the way to `other`: exactly one of the two at 0 and at 1.
    ///
    /// - Precondition: the fraction is within 0…1.
    package func mixed(with other: Theme, _ fraction: Double) -> Theme {
        precondition((0...1).contains(fraction), "the fraction \(fraction) is not within 0…1")
        if fraction == 0 || self == other { return self }
        if fraction == 1 { return other }
        return Theme(self, other, Float(fraction))
    }

    /// A colour derived from the tokens by a rule that differs between themes.
    ///
    /// In a mixed theme it is a mixture, too, of the colours that the rule returns for the plain
    /// ones.
    package func derived(_ color: (Theme) -> Color) -> Color {
        guard !isPlain else { return color(self) }
        var sum = Color.clear
        for part in parts {
            let color = color(part.theme)
            sum.red += color.red * part.weight
            sum.green += color.green * part.weight
            sum.blue += color.blue * part.weight
            sum.alpha += color.alpha * part.weight
        }
        return sum
    }

    // MARK: Marks

    /// The colour of a family.
    package func color(of accent: Accent) -> Color {
        switch accent {
        case .activity: activity
        case .body: body
        case .heart: heart
        case .secondary: secondary
        case .sleep: sleep
        case .route: route
        }
    }

    /// A mark's colour mixed with its background, for marks behind other things.
    ///
    /// In high contrast it keeps the contrast of a mark (3:1).
    package func faded(_ color: Color, by part: Float, on ground: Color) -> Color {
        faded(color, by: part, on: ground, atLeast: leastMarkContrast)
    }

    /// A mark's colour mixed with its background, as far as it keeps the contrast of a mark (3:1).
    ///
    /// It is for readings and lines behind others.
    package func paleMark(_ color: Color, by part: Float, on ground: Color) -> Color {
        faded(color, by: part, on: ground, atLeast: 3)
    }

    private func faded(
        _ color: Color, by part: Float, on ground: Color, atLeast contrast: Double
    ) -> Color {
        let most = largest(upTo: part) {
            contrast <= 1 || color.mixed(with: ground, $0).contrast(with: ground) >= contrast
        }
        return color.mixed(with: ground, most)
    }

    /// A colour for words: unchanged if legible on the background (4.5:1).
    ///
    /// Otherwise it is mixed with `text1` just enough to be legible.
    package func legible(_ color: Color, on ground: Color) -> Color {
        color.standingOut(on: [ground], at: 4.5, towards: text1)
    }
}

/// Sizes and distances in points, on a grid of 4.
package enum Measure {
    package static let headerHeight = 46.0
    package static let bannerHeight = 44.0
    package static let sidebarWidth = 232.0
    /// The heading of a page without figures.
    package static let headingHeight = 58.0
    /// The headline of a chart, with its figures and their changes.
    package static let headlineHeight = 72.0
    /// What a row of chips under the figures adds to the headline.
    package static let chipRowHeight = 20.0
    package static let chipHeight = 20.0
    package static let windowPaddingX = 24.0
    package static let windowPaddingY = 20.0
    package static let gap = 12.0
    package static let cardCorner = 12.0
    /// The corner of the window, if we draw its frame.
    package static let windowCorner = 12.0
    package static let controlCorner = 8.0
    package static let segmentCorner = 6.0
    package static let rowCorner = 10.0
    package static let boardCorner = 8.0
    package static let barCorner = 7.0
    package static let overviewHeight = 56.0
    package static let legendHeight = 26.0
    package static let listRowHeight = 48.0
    package static let listCaptionHeight = 36.0
    package static let listButtonHeight = 40.0
    /// Below this width of the window the sidebar becomes a drawer.
    package static let drawerBelow = 720.0
}
