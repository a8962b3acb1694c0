import ChartCore
import ChartScene
import Geometry
import Painting
import Text

/// The names of lanes at the left of a plot, each with a second line below it.
///
/// They belong to a chart with a `LaneMark`: lane `n` is at the value `-(n + 0.5)`. Where lanes are too
/// low for two lines, the second one is behind the name. Cost: they are recorded when they or the plot
/// change.
@MainActor
public final class LaneLabels: Annotation {
    /// The texts of a lane.
    public struct Lane: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// What is written below the name; empty for nothing.
        public var detail: String

        /// Texts of a lane.
        public init(name: String, detail: String = "") {
            self.name = name
            self.detail = detail
        }
    }

    private struct Key: Equatable {
        var lanes: [Lane]
        var room: Rect
        var plot: Rect
        var style: ChartStyle
        var nameColor: Color
        var scale: Double
        var fonts: ObjectIdentifier
    }

    /// The lanes from the top to the bottom; without any, no room is taken.
    public var lanes: [Lane] = []
    /// The colour of names.
    public var nameColor: Color
    /// The type of names.
    public var nameType = TextStyle(size: 13, weight: .semibold)
    private var recorded: (key: Key, picture: Picture, labels: [AnnotationLabel])?
    /// From the texts to the plot, in points.
    private static let distance = 10.0

    /// Labels without lanes.
    public init(nameColor: Color) { self.nameColor = nameColor }

    /// The rectangles of lanes in the last layout, across labels and plot, in points.
    public private(set) var frames: [Rect] = []

    public func margin(in chart: Chart, typesetter: Typesetter) -> AnnotationMargin? {
        guard !lanes.isEmpty else { return nil }
        let widest = lanes.reduce(0) {
            max(
                $0, typesetter.measure($1.name, nameType).width,
                typesetter.measure($1.detail, chart.style.type).width)
        }
        // In a narrow chart the plot has at least two thirds.
        let most = chart.frame.width / 3
        return AnnotationMargin(.leading, thickness: min(widest + Self.distance, most).rounded(.up))
    }

    public func prepare(for chart: Chart, deviceScale: Double, typesetter: Typesetter) {
        guard let room = chart.margin(of: self), !chart.plot.isEmpty else {
            recorded = nil
            frames = []
            return
        }
        let key = Key(
            lanes: lanes, room: room, plot: chart.plot, style: chart.style, nameColor: nameColor,
            scale: deviceScale, fonts: ObjectIdentifier(typesetter.fonts))
        guard recorded?.key != key else { return }
        let left = room.x + chart.style.insets.left
        let height = chart.plot.height / Double(lanes.count)
        frames = lanes.indices.map {
            Rect(
                x: left, y: chart.plot.y + Double($0) * height, width: chart.plot.maxX - left,
                height: height)
        }
        let canvas = Canvas(scale: deviceScale)
        // The borders of lanes go on under the names.
        let pixel = 1 / deviceScale
        for index in 0...lanes.count {
            let place = (chart.plot.y + Double(index) * height) * deviceScale
            let y = (place + 1e-6).rounded(.down) * pixel
            canvas.fill(
                Rect(x: left, y: y, width: chart.plot.x - left, height: pixel), chart.style.grid)
        }
        var labels: [AnnotationLabel] = []
        let width = max(0, room.width - Self.distance)
        for (index, lane) in lanes.enumerated() {
            let name = typesetter.line(lane.name, nameType, fitting: width)
            let detail = typesetter.line(lane.detail, chart.style.type, fitting: width)
            let hasDetail = !lane.detail.isEmpty && name.height + detail.height <= height
            let tall = name.height + (hasDetail ? detail.height : 0)
            guard name.height <= height + 4 else { continue }
            let top = frames[index].midY - tall / 2
            let rect = Rect(x: left, y: top, width: width, height: tall)
            canvas.text(
                name, in: Rect(x: left, y: top, width: width, height: name.height),
                color: nameColor)
            if hasDetail {
                canvas.text(
                    detail,
                    in: Rect(x: left, y: top + name.height, width: width, height: detail.height),
                    color: chart.style.strongLabel)
            }
            labels.append(
                AnnotationLabel(
                    axis: chart.y.id, value: LaneMark.middle(of: index),
                    text: hasDetail ? lane.name + "\n" + lane.detail : lane.name, rect: rect))
        }
        recorded = (key, canvas.finish(), labels)
    }

    public func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        if let recorded { scene.picture(recorded.picture) }
    }

    public func placedLabels(in chart: Chart) -> [AnnotationLabel] { recorded?.labels ?? [] }
}
