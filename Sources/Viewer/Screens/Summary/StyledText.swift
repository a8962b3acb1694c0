import ChartScene
import Geometry
import Painting
import Text

/// Lines of text of which some words are emphasised.
@MainActor
struct StyledText {
    /// The words of a line, each with the space before it.
    private var words: [(text: String, isStrong: Bool, x: Double)] = []
    private var width = 0.0

    private static func style(_ isStrong: Bool) -> TextStyle {
        isStrong ? TypeStyle.name : TypeStyle.text
    }

    /// The rows of a sentence that is broken between words; of more than `most` the last one ends with an
    /// ellipsis.
    static func rows(
        _ text: EmphasisedText, width: Double, most: Int, _ pane: PaneCanvas
    ) -> [StyledText] {
        let rows = allRows(text, width: width, pane)
        guard rows.count > most else { return rows }
        var shown = Array(rows.prefix(most))
        var last = shown.removeLast()
        while let word = last.words.popLast() {
            let short = word.text + "…"
            if word.x + pane.width(short, style(word.isStrong)) <= width || last.words.isEmpty {
                last.words.append((short, word.isStrong, word.x))
                break
            }
        }
        return shown + [last]
    }

    private static func allRows(
        _ text: EmphasisedText, width: Double, _ pane: PaneCanvas
    ) -> [StyledText] {
        var rows = [StyledText()]
        var needsSpace = false
        for run in text.runs {
            let style = style(run.isStrong)
            if run.text.first?.isWhitespace == true { needsSpace = true }
            for word in run.text.split(whereSeparator: \.isWhitespace) {
                let space = needsSpace ? pane.width(" ", TypeStyle.text) : 0
                let size = pane.width(String(word), style)
                var row = rows.removeLast()
                if !row.words.isEmpty, needsSpace, row.width + space + size > width {
                    rows.append(row)
                    row = StyledText()
                }
                let x = row.words.isEmpty ? 0 : row.width + space
                row.words.append((String(word), run.isStrong, x))
                row.width = x + size
                rows.append(row)
                needsSpace = true
            }
            needsSpace = run.text.last?.isWhitespace == true
        }
        return rows
    }

    func draw(x: Double, y: Double, height: Double, _ pane: PaneCanvas) {
        for word in words {
            let line = pane.typesetter.line(word.text, Self.style(word.isStrong))
            pane.canvas.text(
                line, in: Rect(x: x + word.x, y: y, width: line.width, height: height),
                color: pane.theme.text1)
        }
    }
}

/// Draws the small pictures next to sentences.
@MainActor
enum HighlightPicturePane {
    static func draw(
        _ picture: HighlightPicture, _ color: Color, _ rect: Rect, _ pane: PaneCanvas
    ) {
        let canvas = pane.canvas
        func y(_ height: Double) -> Double { rect.maxY - 3 - height * (rect.height - 6) }
        switch picture {
        case .sides(let before, let after):
            let half = rect.width / 2
            for (side, left, ink) in [
                (before, rect.x, pane.theme.text3), (after, rect.x + half, color),
            ] {
                for (day, height) in zip(side.days, side.heights) {
                    canvas.circle(
                        at: Point(x: left + 3 + day * (half - 6), y: y(height)), radius: 1.5,
                        fill: ink)
                }
                canvas.line(
                    from: Point(x: left + 1, y: y(side.mean)),
                    to: Point(x: left + half - 1, y: y(side.mean)), width: 2, color: ink)
            }
        case .line(let values, let from, let to):
            let slot = rect.width / Double(max(values.count - 1, 1))
            for (index, value) in values.enumerated() where value.isFinite {
                canvas.circle(
                    at: Point(x: rect.x + Double(index) * slot, y: y(value)), radius: 1.5,
                    fill: pane.theme.text3)
            }
            canvas.line(
                from: Point(x: rect.x, y: y(from)), to: Point(x: rect.maxX, y: y(to)), width: 2,
                color: color)
        case .bars(let values, let strong):
            let faded = pane.theme.faded(color, by: 0.42, on: pane.theme.card)
            let slot = rect.width / Double(max(values.count, 1))
            for (index, value) in values.enumerated() {
                let height = max(1, value * rect.height)
                canvas.fill(
                    Rect(
                        x: rect.x + Double(index) * slot, y: rect.maxY - height,
                        width: max(1, slot * 0.7), height: height),
                    index == strong ? color : faded, corners: 1)
            }
        }
    }
}
