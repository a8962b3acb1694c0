// What of a chart follows a theme.
//
// Method: a chart wears one theme at a time, its own or that of the figure it is in, and knows which
// one it wears. Putting another one on replaces the colours that are still those of the theme worn
// before: what a program has chosen itself stays as it is, and needs no mark of its own for that.
// Limits: a colour that a program chose and that is by chance the theme's counts as the theme's.
// Rejected: colours that are looked up when something is drawn (every style would hold a colour or a
// name of one, and nobody could ask a style what it looks like).

import ChartScene
import Geometry

/// A part of a chart that takes colours from its theme: a mark, an attachment or an annotation.
///
/// A part that a program writes itself may be one; for parts that know nothing of themes there is
/// `themed(_:)`.
@MainActor
public protocol Themed: AnyObject {
    /// Takes the colours of a theme that were not chosen for the part itself.
    ///
    /// Called when it is put into a chart, and whenever the chart's theme changes.
    func take(_ theme: ChartTheme)
}

/// What a chart wears.
@MainActor
struct ChartWear {
    /// The theme whose colours the style has; nil where the chart was given a style of its own.
    var theme: ChartTheme?
    /// The theme of what the chart is in.
    var hosted: ChartTheme?
    /// The marks that were given a colour of the theme, by its number.
    var tints: [Tint] = []
    /// How many marks were given one.
    var tinted = 0
    /// What else is told of the theme.
    var followers: [(Chart, ChartTheme) -> Void] = []

    struct Tint {
        weak var mark: (any TintedMark)?
        var number: Int
    }
}

extension Chart {
    /// The theme whose colours the chart has: its own, else that of the figure it is in; nil for one
    /// that was given a style and no theme.
    public var shownTheme: ChartTheme? { wear.theme }

    /// Calls `body` with the chart and its theme, at once and whenever it takes another one: for what
    /// a program colours itself.
    ///
    ///     chart.onTheme { chart, theme in chart.style.tierGround = theme.board }
    ///
    /// The chart keeps `body` as long as it lives; one that names the chart itself, rather than the one
    /// it is called with, would keep the chart alive. Not called while the chart has a style that it was
    /// given and no theme.
    public func onTheme(_ body: @escaping (_ chart: Chart, _ theme: ChartTheme) -> Void) {
        wear.followers.append(body)
        if let theme = wear.theme { body(self, theme) }
    }

    /// Takes the theme of what the chart is in, such as a figure.
    ///
    /// Changes nothing where the chart has a theme of its own, or was given a style and no theme.
    public func adopt(_ theme: ChartTheme) {
        wear.hosted = theme
        renewTheme()
    }

    /// The theme of what stands on the ground that the chart was given with its style; nil where it
    /// has a theme or no such ground.
    var themeOfOwnGround: ChartTheme? {
        guard shownTheme == nil, let ground = style.ground else { return nil }
        var theme = style.suitedTheme
        (theme.ground, theme.grid) = (ground, style.grid)
        (theme.label, theme.strongLabel) = (style.label, style.strongLabel)
        return theme
    }

    /// Begins with the colours of a theme, of its own where it is not nil.
    func begin(in theme: ChartTheme?) {
        wear.theme = theme ?? .light
        self.theme = theme
    }

    /// Puts on the theme that is to be worn now.
    func renewTheme() {
        let followed = wear.theme == nil ? nil : wear.hosted
        guard let new = theme ?? followed, new != wear.theme else { return }
        let old = wear.theme
        wear.theme = new
        style.recolor(
            from: old?.style, to: new.style, [\.grid, \.label, \.strongLabel], [\.ground])
        wear.tints.removeAll { $0.mark == nil }
        for tint in wear.tints {
            guard let old, let mark = tint.mark else { continue }
            mark.retint(from: old.color(of: tint.number), to: new.color(of: tint.number))
        }
        dressParts()
        for follower in wear.followers { follower(self, new) }
    }

    /// Dresses all parts there are.
    func dressParts() {
        dress(marks)
        for layer in [background, foreground, overlay] { dress(layer) }
        dress(annotations)
    }

    /// Dresses the parts that are new beside what was there before.
    func dress(_ parts: [any AnyObject], after old: [any AnyObject]) {
        let known = Set(old.map { ObjectIdentifier($0) })
        dress(parts.filter { !known.contains(ObjectIdentifier($0)) })
    }

    /// Tells parts of the theme, and gives marks without a colour of their own those of it in turn.
    func dress(_ parts: [any AnyObject]) {
        guard let theme = wear.theme else { return }
        for part in parts {
            if let mark = part as? any TintedMark, mark.takesThemeColor {
                mark.retint(from: .untold, to: theme.color(of: wear.tinted))
                wear.tints.append(.init(mark: mark, number: wear.tinted))
                wear.tinted += 1
            }
            (part as? any Themed)?.take(theme)
        }
    }
}

/// What has colours of a theme.
protocol Recolorable {}

extension Recolorable {
    /// Replaces those of some colours that are as in one style by those of another one; all of them
    /// where the first style is nil.
    mutating func recolor(
        from old: Self?, to new: Self, _ colors: [WritableKeyPath<Self, Color>],
        _ optional: [WritableKeyPath<Self, Color?>] = []
    ) {
        for color in colors where old.map({ self[keyPath: color] == $0[keyPath: color] }) ?? true {
            self[keyPath: color] = new[keyPath: color]
        }
        for color in optional
        where old.map({ self[keyPath: color] == $0[keyPath: color] }) ?? true {
            self[keyPath: color] = new[keyPath: color]
        }
    }
}

extension ChartStyle: Recolorable {}

extension ChartStyle {
    /// The light theme or the dark one: that on whose ground its labels stand out more.
    var suitedTheme: ChartTheme {
        let (light, dark) = (ChartTheme.light, ChartTheme.dark)
        return label.contrast(with: dark.ground) > label.contrast(with: light.ground) ? dark : light
    }
}
