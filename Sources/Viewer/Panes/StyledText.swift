import ChartScene
import Geometry
import Painting
import Text

/// A sentence in parts, some of which are emphasised.
struct EmphasisedText: Equatable {
    struct Run: Equatable {
        var text: String
        var isStrong: Bool
    }

    var runs: [Run]

    /// - Parameter marked: the sentence, with two asterisks on each side of what is emphasised.
    init(_ marked: String) {
        var runs: [Run] = []
        var isStrong = false
        var rest = Substring(marked)
        while let mark = rest.firstRange(of: "**") {
            let text = rest[..<mark.lowerBound]
            if !text.isEmpty { runs.append(Run(text: String(text), isStrong: isStrong)) }
            isStrong.toggle()
            rest = rest[mark.upperBound...]
        }
        if !rest.isEmpty { runs.append(Run(text: String(rest), isStrong: isStrong)) }
        self.runs = runs
    }

    /// The sentence without marks.
    var plain: String { runs.map(\.text).joined() }
}

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
