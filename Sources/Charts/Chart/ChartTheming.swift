// The parts of a chart that follow a theme.
//
// Method: a chart has one theme at a time, its own or that of the figure it is in, and remembers
// which one. A new theme replaces the colours that are still equal to those of the theme
// before it. What a program has chosen stays as it is and needs no flag for that. Limits: a colour
// that a program chose and that happens to equal the theme's counts as the theme's. Rejected:
// colours looked up at drawing time (every style would hold a colour or the name of one, and no
// style could return its colours).

import ChartScene
import Geometry

/// The theme of a chart, and the parts that take its colours.
@MainActor
final class ChartTheming {
    /// The theme that the style's colours come from; nil if the chart was given a style of its own.
    private(set) var theme: ChartTheme?
    /// The theme of the chart's container.
    private var hosted: ChartTheme?
    /// The marks that were given a colour of the theme, with its index.
    private var tints: [Tint] = []
    /// The number of marks that were given one.
    private var tinted = 0
    /// Closures that are also called with the theme.
    private var followers: [(Chart, ChartTheme) -> Void] = []

    private struct Tint {
        weak var mark: (any TintedMark)?
        var number: Int
    }

    /// Starts with a theme whose colours the style already has.
    func begin(in theme: ChartTheme) { self.theme = theme }

    /// Calls a closure with the theme of `chart`, at once and at every change.
    func addFollower(_ follower: @escaping (Chart, ChartTheme) -> Void, of chart: Chart) {
        followers.append(follower)
        if let theme { follower(chart, theme) }
    }

    /// Takes the theme of the chart's container.
    func adopt(_ theme: ChartTheme, for chart: Chart) {
        hosted = theme
        renew(chart)
    }

    /// Applies the theme that is valid now: the chart's own, else that of its container.
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
        applyToParts(of: chart)
        for follower in followers { follower(chart, new) }
    }

    /// Applies the theme to all parts of a chart.
    func applyToParts(of chart: Chart) {
        apply(chart.marks)
        for layer in [chart.background, chart.foreground, chart.overlay] { apply(layer) }
        apply(chart.annotations)
    }

    /// Applies the theme to the parts that were not there before.
    func apply(_ parts: [any AnyObject], after old: [any AnyObject]) {
        let known = Set(old.map { ObjectIdentifier($0) })
        apply(parts.filter { !known.contains(ObjectIdentifier($0)) })
    }

    /// Passes the theme to parts, and gives its colours in turn to marks without a colour of their
    /// own.
    private func apply(_ parts: [any AnyObject]) {
        guard let theme else { return }
        for part in parts {
            if let mark = part as? any TintedMark, mark.takesThemeColor {
                mark.retint(from: .unset, to: theme.color(of: tinted))
                tints.append(Tint(mark: mark, number: tinted))
                tinted += 1
            }
            (part as? any Themed)?.take(theme)
        }
    }
}
