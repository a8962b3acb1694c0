// The names under the bars and the values on them.
//
// Data layout: three buffers of labels anchored in the data: the two lines of the names, anchored
// along x alone, and the values, anchored in both directions. They contain the categories whose
// bars are made: a pan over them sends nothing. Method: a name is broken where a line may break, at
// most once; the rest then ends in an ellipsis, and so does a word that is wider than its slot:
// only ideographs and kana are broken anywhere. Values are never shortened: slots are as wide as
// the widest of them.

import ChartCore
import ChartScene
import Geometry
import Text

/// The names of categories under their bars, and the values on them.
@MainActor
final class CategoryLabels: Annotation {
    private let mark: CategoryMark
    /// Formats values.
    var format: (Double) -> String { didSet { key = nil } }
    private var key: Key?
    private var placed: [Placed] = []
    private var rows: [LabelBuffer] = []
    private var values: LabelBuffer?
    private var plot = Rect.zero
    private var frame = Rect.zero
    private var slot = 0.0
    private var deviceScale = 1.0
    private var nameMetrics = (ascent: 0.0, row: 0.0)
    /// Whether the larger type is used.
    var isWide = true { didSet { if isWide != oldValue { key = nil } } }
    /// Measures texts; nil before the first frame.
    private(set) var typesetter: Typesetter?

    /// The conditions that names and values were made for.
    private struct Key: Equatable {
        var series: Revision
        var made: Range<Int>
        var slot: Double
        var style: CategoryStyle
        var scale: Double
        var fonts: ObjectIdentifier
    }

    private struct Placed {
        var index: Int
        var names: [ShapedLine]
        var value: ShapedLine?
        var isMaximum: Bool
    }

    /// The distance from the plot's bottom to the first line of the names, from a bar to its value,
    /// and between a name and its neighbour; in points.
    static let nameGap = 8.0
    static let valueGap = 6.0
    static let between = 8.0

    init(mark: CategoryMark, format: @escaping (Double) -> String) {
        self.mark = mark
        self.format = format
    }

    func prepare(
        for chart: Chart, deviceScale: Double, typesetter: Typesetter
    ) {
        self.typesetter = typesetter
        plot = chart.plot
        frame = chart.frame
        self.deviceScale = deviceScale
        let range = chart.x.range
        guard range.isProper, plot.width > 0 else { return }
        slot = (plot.width / range.length * 64).rounded() / 64
        let style = mark.style
        let now = Key(
            series: mark.series.revision, made: mark.made, slot: slot, style: style,
            scale: deviceScale, fonts: ObjectIdentifier(typesetter.fonts))
        let isOther = now != key
        guard isOther || mark.isGrowing || wasGrowing else { return }
        wasGrowing = mark.isGrowing
        if isOther {
            key = now
            let type = style.nameType(isWide: isWide)
            nameMetrics = (typesetter.metrics(type).ascent, style.nameRow(isWide: isWide))
            placed = mark.made.map { place($0, type, typesetter) }
            sendNames(deviceScale)
        }
        sendValues(deviceScale, typesetter)
    }

    private var wasGrowing = false

    private func place(_ index: Int, _ type: TextStyle, _ typesetter: Typesetter) -> Placed {
        let isMaximum = mark.isMaximum(index)
        let value = mark.series.values[index]
        return Placed(
            index: index,
            names: Self.fitted(
                mark.series.names[index], type, width: max(0, slot - Self.between), typesetter),
            value: value.isFinite
                ? typesetter.line(
                    format(value), mark.style.valueType(isWide: isWide, isMaximum: isMaximum),
                    fitting: max(0, plot.width)) : nil, isMaximum: isMaximum)
    }

    /// A name in at most two lines of a width.
    static func fitted(
        _ name: String, _ type: TextStyle, width: Double, _ typesetter: Typesetter
    ) -> [ShapedLine] {
        // Far more than two lines of any slot contain.
        let name = String(
            name.prefix(400).map { $0.isNewline ? " " : $0 }
                .drop { $0 == " " })
        guard !name.isEmpty else { return [] }
        let lines = typesetter.lines(name, type, wrappedTo: width)
        guard let first = lines.first, lines.count > 1 else { return lines }
        let rest = name.dropFirst(first.text.count)
        guard isBreak(first.text.last, rest.first) else {
            return [typesetter.line(name, type, fitting: width)]
        }
        let second = typesetter.line(
            String(rest.drop { $0 == " " }), type, fitting: width)
        return [first, second]
    }

    /// Whether a line may end between two characters.
    private static func isBreak(_ before: Character?, _ after: Character?) -> Bool {
        guard let before, let after else { return true }
        return before.isWhitespace || after.isWhitespace || "-–—/・、。".contains(before)
            || !isAlphabetic(before) || !isAlphabetic(after)
    }

    /// Whether a character belongs to words that stay together.
    private static func isAlphabetic(_ character: Character) -> Bool {
        guard character.isLetter || character.isNumber,
            let scalar = character.unicodeScalars.first?.value
        else { return false }
        // From the radicals on: ideographs, kana, hangul and their full-width signs.
        return scalar < 0x2E80
    }

    /// The width of the widest value with room around it, in points.
    ///
    /// Only the longest texts are measured; all digits have the same width.
    func widestValue(isWide: Bool, _ typesetter: Typesetter) -> Double {
        var longest: [String] = []
        for value in mark.series.values where value.isFinite {
            let text = format(value)
            let count = text.utf8.count
            if longest.count < 12 {
                longest.append(text)
            } else if let place = longest.indices.min(by: {
                longest[$0].utf8.count < longest[$1].utf8.count
            }), longest[place].utf8.count < count {
                longest[place] = text
            }
        }
        let type = mark.style.valueType(isWide: isWide, isMaximum: true)
        return longest.reduce(0) { max($0, typesetter.measure($1, type).width) } + Self.between
    }

    // MARK: Buffers

    private func sendNames(_ scale: Double) {
        while rows.count < 2 { rows.append(LabelBuffer()) }
        for (row, buffer) in rows.enumerated() {
            buffer.replace(
                placed.filter { row < $0.names.count }.map {
                    AnchoredLabel($0.names[row], x: Double($0.index), color: mark.style.name)
                })
        }
    }

    private func sendValues(_ scale: Double, _ typesetter: Typesetter) {
        let buffer = values ?? LabelBuffer()
        values = buffer
        buffer.replace(
            placed.compactMap { entry in
                guard let line = entry.value else { return nil }
                return AnchoredLabel(
                    line, x: Double(entry.index), y: mark.shownValue(entry.index),
                    offset: Vector(dx: 0, dy: drop(entry, line, typesetter)),
                    color: entry.isMaximum ? mark.style.accentValue : mark.style.value)
            })
    }

    /// The distance from the end of a bar to the baseline of its value: above it, below it for a
    /// negative one.
    private func drop(_ entry: Placed, _ line: ShapedLine, _ typesetter: Typesetter) -> Double {
        mark.series.values[entry.index] < 0
            ? Self.valueGap + typesetter.metrics(line.style).capHeight : -Self.valueGap
    }

    // MARK: Drawing

    func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard !mark.isHidden, let values else { return }
        // Names and values enter and leave at the plot's sides with their bars.
        let strip = scene.pixels(
            Rect(x: plot.x, y: frame.y, width: plot.width, height: frame.height))
        let reach = projection.scaleX
        let limits = Rect(
            x: projection.plot.x - reach, y: projection.plot.y,
            width: projection.plot.width + 2 * reach,
            height: projection.plot.height)
        scene.labels(values, .both, in: projection, strip: strip, limits: limits)
        for (row, buffer) in rows.enumerated() {
            let baseline =
                plot.maxY + Self.nameGap + nameMetrics.ascent + Double(row) * nameMetrics.row
            scene.labels(
                buffer, .x(baseline: baseline * deviceScale), in: projection, strip: strip,
                limits: limits)
        }
    }

    func placedLabels(in chart: Chart) -> [AnnotationLabel] {
        guard !mark.isHidden else { return [] }
        let projection = chart.projection
        var labels: [AnnotationLabel] = []
        /// Adds the part of a text that is visible between the plot's sides.
        func add(_ axis: String, _ value: Double, _ text: String, _ rect: Rect) {
            let shown = rect.intersection(
                Rect(x: plot.x, y: frame.y, width: plot.width, height: frame.height))
            guard !shown.isEmpty else { return }
            labels.append(AnnotationLabel(axis: axis, value: value, text: text, rect: shown))
        }
        for entry in placed {
            let x = projection.px(Double(entry.index))
            let width = entry.names.reduce(0) { max($0, $1.width) }
            add(
                "x", Double(entry.index), entry.names.map(\.text).joined(separator: "\n"),
                Rect(
                    x: x - width / 2, y: plot.maxY + Self.nameGap, width: width,
                    height: Double(entry.names.count) * nameMetrics.row))
            guard let line = entry.value else { continue }
            let value = mark.series.values[entry.index]
            let end = projection.py(mark.shownValue(entry.index))
            let top = value < 0 ? end + Self.valueGap : end - Self.valueGap - line.ascent
            add(
                "bar", value, line.text,
                Rect(x: x - line.width / 2, y: top, width: line.width, height: line.ascent))
        }
        return labels
    }
}
