import ChartCore
import ChartInteraction
import ChartScene
import Geometry
import Localization
import Painting
import Text

/// What a figure has below its charts: an overview and a legend.
@MainActor
final class FigureParts {
    private unowned let figure: ChartFigure
    var overview: Overview? {
        didSet {
            guard overview !== oldValue else { return }
            oldValue?.host = Overview.Host()
            connectOverview()
        }
    }
    var legend: Legend? { didSet { if legend !== oldValue { connectLegend() } } }
    /// Whether a part has to be drawn again.
    private var hasChanged = false
    private var showsOverview = false
    private var showsLegend = false

    /// Between the charts and the parts, between these, and around them, in points.
    private static let gap = 12.0
    /// Parts are left out where less height than this would remain for the charts, in points.
    private static let leastHeight = 160.0

    init(_ figure: ChartFigure) { self.figure = figure }

    /// What input goes to before anything else.
    var tools: [any InputTool] {
        var tools: [any InputTool] = []
        if let legend { tools.append(legend) }
        if let overview { tools.append(overview) }
        return tools
    }

    /// Whether a part has to be drawn again since the last call.
    func takeChange() -> Bool {
        defer { hasChanged = false }
        return hasChanged
    }

    // MARK: Layout

    /// Lays the parts out at the bottom of a frame, and returns the rest.
    ///
    /// Where there is no room for all, the legend is left out first.
    func prepare(in frame: Rect, deviceScale: Double, typesetter: Typesetter) -> Rect {
        guard overview != nil || legend != nil else { return frame }
        let theme = figure.theme
        let width = max(0, frame.width - 2 * Self.gap)
        var bottom = frame.maxY - Self.gap
        func place(_ height: Double) -> Rect? {
            let top = bottom - height
            guard height > 0, top - Self.gap - frame.minY >= Self.leastHeight else { return nil }
            bottom = top - Self.gap
            return Rect(x: frame.x + Self.gap, y: top, width: width, height: height)
        }
        showsLegend = false
        if let legend {
            legend.apply(theme)
            if let place = place(legend.height(width: width, typesetter: typesetter)) {
                showsLegend = true
                legend.prepare(in: place, deviceScale: deviceScale, typesetter: typesetter)
            } else {
                legend.clear()
            }
        }
        showsOverview = false
        if let overview {
            overview.apply(theme)
            if let place = place(overview.height) {
                showsOverview = true
                overview.prepare(in: place, deviceScale: deviceScale)
            } else {
                overview.clear()
            }
        }
        guard showsLegend || showsOverview else { return frame }
        return Rect(x: frame.x, y: frame.y, width: frame.width, height: bottom - frame.y)
    }

    /// Adds the parts to a scene; in a document each has its name.
    func encode(into scene: SceneBuilder) {
        func tagged(_ role: PictureRole, _ label: String, _ id: String, _ body: () -> Void) {
            guard scene.purpose == .document else { return body() }
            scene.tagged(PictureTag(role, label: label, id: id), body)
        }
        if showsOverview {
            tagged(.figure, tr("Overview"), "overview") { overview?.encode(into: scene) }
        }
        if showsLegend { tagged(.group, tr("Series"), "legend") { legend?.encode(into: scene) } }
    }

    // MARK: Overview

    private func connectOverview() {
        guard let overview else { return }
        let dimension = overview.dimension
        func panels() -> [ChartFigure.Panel] {
            figure.panels.filter { $0.chart.x === dimension }
        }
        overview.onChange = { [unowned self] in hasChanged = true }
        overview.host = Overview.Host(
            duration: { panels().first?.chart.duration() ?? 0 },
            didTake: { time in
                for panel in panels() {
                    panel.chart.interaction.stop(at: time)
                    panel.fitting.isHeld = true
                }
            },
            didDrag: { time in for panel in panels() { panel.fitting.follow(at: time) } },
            didRelease: { time in
                for panel in panels() {
                    panel.fitting.isHeld = false
                    panel.fitting.releaseTime = time
                }
            },
            didGlide: { [unowned self] in figure.fitTarget(of: dimension, at: $0) })
    }

    // MARK: Legend

    private func connectLegend() {
        guard let legend else { return }
        legend.onChange = { [unowned self] in hasChanged = true }
        guard legend.source == nil else { return }
        legend.source = Legend.Source(
            items: { [unowned self, unowned legend] in items(legend.name) },
            setShown: { [unowned self] in setShown($0, $1, at: $2) })
    }

    /// The marks of all charts; those of one id are one item.
    private func items(_ name: (String) -> String?) -> [Legend.Item] {
        var items: [Legend.Item] = []
        for mark in figure.panels.flatMap(\.chart.marks) {
            guard !items.contains(where: { $0.id == mark.id }), let name = name(mark.id) else {
                continue
            }
            items.append(
                Legend.Item(
                    id: mark.id, name: name, color: mark.color.opaque,
                    shape: mark.kind.isFilled ? .square : .disc, isShown: !mark.isHidden))
        }
        return items
    }

    private func setShown(_ isShown: Bool, _ id: String, at time: Double) {
        for panel in figure.panels {
            let marks = panel.chart.marks.filter { $0.id == id }
            guard !marks.isEmpty else { continue }
            for mark in marks { panel.chart.setShown(isShown, of: mark, at: time) }
            panel.fitting.fit(at: time, animated: true)
        }
    }
}

extension MarkKind {
    /// Whether it fills areas: a legend then shows a square.
    fileprivate var isFilled: Bool {
        [.bars, .ranges, .band, .area, .pie, .heat, .polarArea, .polarBars].contains(self)
    }
}

extension Color {
    /// The colour without transparency: boards and legends name a series in it.
    var opaque: Color { Color(red: red, green: green, blue: blue) }
}
