import ChartInteraction
import Charts
import Ink
import Localization

/// Drawing on the chart: whether it is on, and with what.
@MainActor
final class InkMode {
    /// What a press on the chart does while drawing is on, in the order of the palette.
    enum Tool: String, CaseIterable, Sendable {
        case pen, marker, eraser, partEraser, select, text
        case trendLine, level, measure, rangeBox, span, moment
        case line, arrow, ellipse, rectangle

        /// Its name, for people.
        var title: String {
            switch self {
            case .pen: tr("Pen")
            case .marker: tr("Marker")
            case .eraser: tr("Eraser")
            case .partEraser: tr("Erase parts")
            case .select: tr("Select")
            case .text: tr("Text")
            case .trendLine: InkFigure.Kind.trendLine.title
            case .level: InkFigure.Kind.level.title
            case .measure: InkFigure.Kind.measure.title
            case .rangeBox: InkFigure.Kind.rangeBox.title
            case .span: InkFigure.Kind.span.title
            case .moment: InkFigure.Kind.moment.title
            case .line: InkFigure.Kind.line.title
            case .arrow: InkFigure.Kind.arrow.title
            case .ellipse: InkFigure.Kind.ellipse.title
            case .rectangle: InkFigure.Kind.rectangle.title
            }
        }

        /// The title of its command: tools that are much alike share a row of the help.
        var commandTitle: String {
            switch self {
            case .pen, .marker: tr("Pen or marker")
            case .eraser, .partEraser: tr("Eraser, of whole drawings or of parts")
            default: title
            }
        }

        /// What it is for, as a sentence.
        var explanation: String {
            switch self {
            case .pen: tr("Hold still at the end to straighten a line.")
            case .marker: tr("Marks a part of the chart under its data.")
            case .eraser: tr("Erases whole drawings.")
            case .partEraser: tr("Erases the parts of lines that it touches.")
            case .select: tr("Press a drawing, or draw a loop around several.")
            case .text: tr("Press the chart to write a note there.")
            case .trendLine: tr("Draw from one reading to another for the change a week.")
            case .level: tr("Press a value to see how much is at or above it.")
            case .measure: tr("Draw from one reading to another for their difference.")
            case .rangeBox: tr("Draw a box to see how much of its time is inside.")
            case .span: tr("Draw from one time to another for the average between them.")
            case .moment: tr("Press a time to mark it, with its value.")
            case .line, .arrow, .ellipse, .rectangle: tr("Draw from one corner to the other.")
            }
        }

        /// The key that chooses it; nil for none.
        var key: KeyCombination? {
            switch self {
            case .pen: KeyCombination(.character("b"))
            case .marker: KeyCombination(.character("b"), shift: true)
            case .eraser: KeyCombination(.character("e"))
            case .partEraser: KeyCombination(.character("e"), shift: true)
            case .select: KeyCombination(.character("v"))
            case .text: KeyCombination(.character("x"))
            case .arrow: KeyCombination(.character("a"))
            default: nil
            }
        }

        var command: CommandID { CommandID("ink." + rawValue) }

        /// What the chart's tool does; nil for text, which is a note.
        var action: InkTool.Action? {
            switch self {
            case .pen, .marker: .draw
            case .eraser: .erase
            case .partEraser: .erasePart
            case .select: .select
            case .text: nil
            case .trendLine: .figure(.trendLine)
            case .level: .figure(.level)
            case .measure: .figure(.measure)
            case .rangeBox: .figure(.rangeBox)
            case .span: .figure(.span)
            case .moment: .figure(.moment)
            case .line: .figure(.line)
            case .arrow: .figure(.arrow)
            case .ellipse: .figure(.ellipse)
            case .rectangle: .figure(.rectangle)
            }
        }

        /// Whether it makes marks of a colour.
        var draws: Bool {
            switch self {
            case .eraser, .partEraser, .select, .text: false
            default: true
            }
        }
    }

    /// Whether drawing is on.
    var isOpen = false
    /// What a press does.
    var tool = Tool.pen
    /// The colour of the next mark.
    var color = InkColor.named(.red)
    /// Whether the palette shows colours that do not follow the theme.
    var showsFixedColors = false
    /// The sizes of pen, marker and part eraser, in points.
    private var sizes: [Tool: Double] = [.pen: 3, .marker: 16, .partEraser: 16]
    /// Whether pen and marker write on the page instead of drawing on the data.
    private var writes: Set<Tool> = []
    /// The strokes with a pen that look like handwriting and follow the data.
    private(set) var likelyWriting: [InkMark.ID] = []
    /// Whether the person was offered to write on the page.
    var hasOfferedWriting = false
    /// Whether the person was shown that drawings are kept in the library only.
    var hasExplained = false

    /// The tool of a press: while drawing is off a pen only draws, whatever was chosen last.
    var activeTool: Tool { isOpen || tool == .marker ? tool : .pen }

    /// The tool whose size and way count now: lines have those of the pen.
    private var sizedTool: Tool {
        [.marker, .partEraser].contains(activeTool) ? activeTool : .pen
    }

    /// The size of what is drawn now, in points.
    var size: Double {
        get { sizes[sizedTool] ?? 3 }
        set {
            sizes[sizedTool] = min(
                max(newValue, InkBrush.sizes.lowerBound), InkBrush.sizes.upperBound)
        }
    }

    /// Whether what is drawn now keeps its places in the data, or its shape.
    var fidelity: StrokeModel.Fidelity {
        get { writes.contains(sizedTool) ? .write : .draw }
        set { if newValue == .write { writes.insert(sizedTool) } else { writes.remove(sizedTool) } }
    }

    /// Notes a stroke that was drawn; returns whether it looks like handwriting and follows the data.
    func noteStroke(_ mark: InkMark) -> Bool {
        guard fidelity == .draw, mark.tool == .pen, mark.stroke?.looksLikeWriting == true else {
            return false
        }
        likelyWriting.append(mark.id)
        return true
    }

    /// Lets the pen write on the page from now on; returns the strokes that already looked like it.
    func beginWriting() -> [InkMark.ID] {
        writes.insert(.pen)
        defer { likelyWriting = [] }
        return likelyWriting
    }

    /// The brush of what is drawn now.
    var brush: InkBrush { InkBrush(activeTool == .marker ? .marker : .pen, size: size) }
}
