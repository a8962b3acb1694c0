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

/// What a chart wears: whose colours it has, and who has been given which of them.
@MainActor
final class ChartWear {
    /// The theme whose colours the style has; nil where the chart was given a style of its own.
    private(set) var theme: ChartTheme?
    /// The theme of what the chart is in.
    private var hosted: ChartTheme?
    /// The marks that were given a colour of the theme, by its number.
    private var tints: [Tint] = []
    /// How many marks were given one.
    private var tinted = 0
    /// What else is told of the theme.
    private var followers: [(Chart, ChartTheme) -> Void] = []

    private struct Tint {
        weak var mark: (any TintedMark)?
        var number: Int
    }

    /// Begins with a theme whose colours the style has already.
    func begin(in theme: ChartTheme) { self.theme = theme }

    /// Tells somebody of the theme of the chart that wears this, at once and whenever it is another.
    func tell(_ follower: @escaping (Chart, ChartTheme) -> Void, of chart: Chart) {
        followers.append(follower)
        if let theme { follower(chart, theme) }
    }

    /// Takes the theme of what the chart is in.
    func adopt(_ theme: ChartTheme, for chart: Chart) {
        hosted = theme
        renew(chart)
    }

    /// Puts on the theme that is to be worn now: the chart's own, else that of what it is in.
    func renew(_ chart: Chart) {
        let followed = theme == nil ? nil : hosted
        guard let new = chart.theme ?? followed, new != theme else { return }
        let old = theme
        theme = new
        chart.style.recolor(
            from: old?.style, to: new.style, [\.grid, \.label, \.strongLabel], [\.ground])
        tints.removeAll { $0.mark == nil }
        for tint in tints {
            guard let old, let mark = tint.mark else { continue }
            mark.retint(from: old.color(of: tint.number), to: new.color(of: tint.number))
        }
        dressParts(of: chart)
        for follower in followers { follower(chart, new) }
    }

    /// Dresses all parts that a chart has.
    func dressParts(of chart: Chart) {
        dress(chart.marks)
        for layer in [chart.background, chart.foreground, chart.overlay] { dress(layer) }
        dress(chart.annotations)
    }

    /// Dresses the parts that are new beside what was there before.
    func dress(_ parts: [any AnyObject], after old: [any AnyObject]) {
        let known = Set(old.map { ObjectIdentifier($0) })
        dress(parts.filter { !known.contains(ObjectIdentifier($0)) })
    }

    /// Tells parts of the theme, and gives marks without a colour of their own those of it in turn.
    private func dress(_ parts: [any AnyObject]) {
        guard let theme else { return }
        for part in parts {
            if let mark = part as? any TintedMark, mark.takesThemeColor {
                mark.retint(from: .untold, to: theme.color(of: tinted))
                tints.append(Tint(mark: mark, number: tinted))
                tinted += 1
            }
            (part as? any Themed)?.take(theme)
        }
    }
}
