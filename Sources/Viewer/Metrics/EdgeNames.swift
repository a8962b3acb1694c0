// The names of zones and lines at the right of a plot, inside.
//
// Method: a line's name is over its line, or under it where the plot ends; a zone's name is at the top of what is
// visible of it, or at its bottom if a line's name is in the way, or to the left of that one. So a name is always
// there unless its zone is too low for words. The words have the ground of their zone, nearly opaque, so that marks
// under them do not make them illegible. A name is recorded once and drawn where it belongs in each frame: values
// that glide take their names along.

import ChartCore
import ChartScene
import Charts
import Geometry
import Painting
import Text

/// Names at the right of a plot, inside, of zones and of lines across it.
@MainActor
final class EdgeNames: Annotation {
    /// A name and what it belongs to.
    struct Name: Equatable {
        var text: String
        /// Fewer words, for where there is no room for all; empty for none.
        var shortText = ""
        /// The ends of the zone; the same for a line.
        var values: ClosedRange<Double>
        var color: Color
        /// Under the words.
        var ground: Color

        var isLine: Bool { values.lowerBound == values.upperBound }
    }

    private struct Key: Equatable {
        var style: ChartStyle
        var scale: Double
        var fonts: ObjectIdentifier
    }

    private struct Written {
        var text: String
        var picture: Picture
        var size: Size
    }

    private struct Placed {
        var index: Int
        var rect: Rect
        var words: Written
    }

    var names: [Name] = [] { didSet { if names != oldValue { written = [:] } } }
    var isHidden = false
    private var key: Key?
    /// What was recorded of each name, all words and fewer.
    private var written: [Int: [Written]] = [:]
    private var placed: [Placed] = []

    /// The distance from words to a line and to the plot's edge.
    private static let gap = 3.0
    private static let side = 6.0
    /// Between two names in one row.
    private static let space = 14.0

    func prepare(for chart: Chart, deviceScale: Double, typesetter: Typesetter) {
        placed = []
        guard !isHidden, !names.isEmpty, !chart.plot.isEmpty else { return }
        let now = Key(
            style: chart.style, scale: deviceScale, fonts: ObjectIdentifier(typesetter.fonts))
        if now != key {
            key = now
            written = [:]
        }
        let plot = chart.plot
        let projection = chart.projection(of: chart.dimension(of: self))
        let order =
            names.indices.filter { names[$0].isLine } + names.indices.filter { !names[$0].isLine }
        for index in order {
            let name = names[index]
            guard !name.text.isEmpty else { continue }
            let texts =
                written[index]
                ?? [name.text, name.shortText].filter { !$0.isEmpty }.map {
                    record($0, name, chart.style, deviceScale, typesetter)
                }
            written[index] = texts
            let top = max(projection.pointY(min(name.values.upperBound, 1e9)), plot.minY)
            let bottom = min(projection.pointY(max(name.values.lowerBound, -1e9)), plot.maxY)
            guard top.isFinite, bottom.isFinite else { continue }
            for words in texts {
                let rect =
                    name.isLine
                    ? place(words.size, atLine: top, bottom, plot)
                    : place(words.size, top: top, bottom: bottom, plot)
                guard let rect else { continue }
                placed.append(Placed(index: index, rect: rect, words: words))
                break
            }
        }
    }

    /// The place of a line's name; nil if the line is not in the plot.
    private func place(_ size: Size, atLine top: Double, _ bottom: Double, _ plot: Rect) -> Rect? {
        // A line outside of the plot is clamped to its edges, which differ.
        guard top == bottom, top > plot.minY, top < plot.maxY else { return nil }
        return [top - Self.gap - size.height, top + Self.gap].map {
            Rect(
                x: plot.maxX - Self.side - size.width, y: $0, width: size.width,
                height: size.height)
        }.first { isFree($0, plot) }
    }

    /// The place of a zone's name between its visible ends; nil if there is no room for words.
    private func place(_ size: Size, top: Double, bottom: Double, _ plot: Rect) -> Rect? {
        guard bottom - top >= size.height + 2 else { return nil }
        let inset = min(Self.gap + 2, (bottom - top - size.height) / 2)
        let right = Rect(
            x: plot.maxX - Self.side - size.width, y: top + inset, width: size.width,
            height: size.height)
        var low = right
        low.y = bottom - inset - size.height
        var candidates = [right, low]
        for other in placed where other.rect.maxY > top && other.rect.minY < bottom {
            for y in [other.rect.y, right.y, low.y] {
                var left = right
                left.y = min(max(y, top + 1), bottom - size.height - 1)
                left.x = other.rect.x - Self.space - size.width
                candidates.append(left)
            }
        }
        return candidates.first { isFree($0, plot) }
    }

    private func isFree(_ rect: Rect, _ plot: Rect) -> Bool {
        rect.minX >= plot.minX && rect.minY >= plot.minY && rect.maxY <= plot.maxY
            && placed.allSatisfy { $0.rect.intersection(rect).isEmpty }
    }

    private func record(
        _ text: String, _ name: Name, _ style: ChartStyle, _ scale: Double, _ typesetter: Typesetter
    ) -> Written {
        let line = typesetter.line(text, style.type)
        let canvas = Canvas(scale: scale)
        let rect = Rect(x: 0, y: 0, width: line.width, height: line.height)
        canvas.fill(
            rect.inset(by: Insets(left: -3, top: 0, right: -3, bottom: 0)), name.ground,
            corners: Corners(3))
        canvas.text(line, in: rect, color: name.color)
        return Written(text: text, picture: canvas.finish(), size: rect.size)
    }

    func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        for name in placed { scene.picture(name.words.picture, at: name.rect.origin, alpha: 1) }
    }

    func placedLabels(in chart: Chart) -> [AnnotationLabel] {
        placed.map {
            let name = names[$0.index]
            return AnnotationLabel(
                axis: "reference", value: name.values.lowerBound, text: $0.words.text, rect: $0.rect
            )
        }
    }
}
