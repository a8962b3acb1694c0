import ChartCore
import ChartInteraction
import ChartScene
import Geometry

/// A chart that is being built: the parts added so far.
@MainActor
public struct ChartPlan {
    /// The chart's own theme; nil to have that of the figure it is in.
    public let theme: ChartTheme?
    /// The x dimension; nil for one of numbers.
    public var x: Dimension?
    /// The value dimensions; marks belong to the first one by default.
    public private(set) var dimensions: [ValueDimension] = []
    /// The x axes, the nearest to the plot first.
    public var xAxes: [ChartAxis] = []
    /// The value axes, the nearest to the plot first.
    public var valueAxes: [ChartAxis] = []
    /// The marks, in drawing order.
    public var marks: [any Mark] = []
    /// Drawn under the grid and the marks.
    public var background: [any Attachment] = []
    /// Drawn over the marks.
    public var foreground: [any Attachment] = []
    /// Drawn over everything.
    public var overlay: [any Attachment] = []
    /// Laid out with the chart.
    public var annotations: [any Annotation] = []
    /// The title of the chart; nil for none.
    public var title: ChartTitle?
    /// The titles of the axes.
    public var axisTitles: [AxisTitles.Title] = []
    /// The legend of the figure that shows the chart; nil for none.
    public var legend: Legend?
    /// The parts assigned to a value dimension by its id.
    private var assignments: [(part: AnyObject, dimension: String)] = []
    /// Closures that are called with the chart's theme.
    fileprivate private(set) var followers: [(Chart, ChartTheme) -> Void] = []

    /// A plan without parts.
    public init(theme: ChartTheme? = nil) { self.theme = theme }

    /// Gives a part a look that follows the chart's theme: `look` is called when the chart is built
    /// and whenever its theme changes, as long as the part exists.
    public mutating func follow<Part: AnyObject>(
        _ part: Part, _ look: @escaping @MainActor (Part, ChartTheme) -> Void
    ) {
        followers.append { [weak part] _, theme in
            if let part { look(part, theme) }
        }
    }

    /// The value dimension with an id, created if it does not exist yet.
    public mutating func dimension(
        _ id: String, orElse make: @MainActor () -> ValueDimension
    ) -> ValueDimension {
        if let known = dimensions.first(where: { $0.id == id }) { return known }
        let made = make()
        precondition(made.id == id, "a dimension with the id \(made.id) was made for \(id)")
        dimensions.append(made)
        return made
    }

    /// Assigns a part to the value dimension with an id, which may be added later.
    ///
    /// A precondition checks that the plan has it when the chart is built.
    public mutating func assign(_ part: AnyObject, to dimension: String) {
        assignments.append((part, dimension))
    }

    /// Completes the plan: a chart has an x dimension, a value dimension and an axis of each.
    @discardableResult
    mutating func complete() -> (x: Dimension, y: ValueDimension) {
        if xAxes.isEmpty {
            let axis = NumberAxis()
            if x == nil { axis.add(to: &self) } else { addHidden(.bottom) }
        }
        if dimensions.isEmpty { ValueAxis().add(to: &self) }
        for (_, id) in assignments {
            precondition(
                dimensions.contains { $0.id == id },
                "no ValueAxis has the id “\(id)”, which a part is on; there are: "
                    + dimensions.map { "“\($0.id)”" }.joined(separator: ", "))
        }
        guard let x, let y = dimensions.first else {
            preconditionFailure("a plan of a chart is complete")
        }
        if !valueAxes.contains(where: { $0.scale === y.scale }) { addHidden(.trailing) }
        return (x, y)
    }

    /// Adds an invisible axis.
    private mutating func addHidden(_ side: ChartAxis.Side) {
        guard let scale = side.isHorizontal ? x?.scale : dimensions.first?.scale else { return }
        let axis = ChartAxis(scale: scale, side: side, labeling: HiddenLabels())
        if side.isHorizontal { xAxes.append(axis) } else { valueAxes.append(axis) }
    }

    /// Assigns the parts of a chart to their dimensions.
    fileprivate func assignParts(of chart: Chart) {
        for (part, id) in assignments {
            if let dimension = chart.dimension(id) { chart.assign(part, to: dimension) }
        }
    }
}

extension Chart {
    /// Builds the planned chart, which shows all the data of its marks.
    public convenience init(plan: ChartPlan) {
        var plan = plan
        let (x, y) = plan.complete()
        guard let xAxis = plan.xAxes.first,
            let yAxis = plan.valueAxes.first(where: { $0.scale === y.scale })
        else { preconditionFailure("a complete plan has an axis of each dimension") }
        self.init(x: x, y: y, xAxis: xAxis, yAxis: yAxis, style: (plan.theme ?? .light).style)
        begin(in: plan.theme)
        for dimension in plan.dimensions { add(dimension) }
        for axis in plan.xAxes + plan.valueAxes { add(axis) }
        // Parts that set their own colour use up none of the theme's.
        for follower in plan.followers { onTheme(follower) }
        marks = plan.marks
        background = plan.background
        foreground = plan.foreground
        overlay = plan.overlay
        // The first is the nearest to the plot, so the title is above everything else.
        annotations =
            plan.annotations
            + (plan.axisTitles.isEmpty ? [] : AxisTitles(plan.axisTitles).annotations)
            + (plan.title.map { [$0] } ?? [])
        legend = plan.legend
        plan.assignParts(of: self)
        // (Property observers do not run in an initialiser.)
        theming.applyToParts(of: self)
        showAll()
    }
}
