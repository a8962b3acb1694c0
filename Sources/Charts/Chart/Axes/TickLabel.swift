import ChartCore
import ChartScene
import Geometry
import Text

/// A tick of an axis with its label, shaped.
struct TickLabel {
    /// A block with its shaped lines.
    struct Block {
        var block: LabelBlock
        var lines: [ShapedLine]
        var size: Size
    }

    let tick: Tick
    let label: AxisLabel
    /// The value that the label is at.
    let anchor: Double
    /// The lines of a label that is a block.
    let block: Block?
    /// Whether there is a shorter text.
    var hasShort: Bool { short != nil }
    /// Whether there is room for the label among the others.
    var isShown = true
    /// Whether the shorter text is written, if there is one.
    var isShort = false
    /// Whether there was no room before.
    var wasHidden = false
    private let whole: ShapedLine
    private let short: ShapedLine?

    /// The label of a tick, whole and with room.
    @MainActor
    init(_ tick: Tick, _ label: AxisLabel, _ style: ChartStyle, _ typesetter: Typesetter) {
        let type = style.type(isStrong: label.isStrong)
        self.tick = tick
        self.label = label
        anchor =
            if case .slot(let end) = label.placement { (tick.value + end) / 2 } else { tick.value }
        block = label.block.map { block in
            let lines = block.shaped(typesetter, type)
            return Block(block: block, lines: lines, size: block.size(lines))
        }
        whole = block?.lines.first ?? typesetter.line(label.text, type)
        short = label.shortText.map {
            typesetter.line($0, style.type(isStrong: label.isShortStrong))
        }
    }

    var isStrong: Bool { isShort ? label.isShortStrong : label.isStrong }
    /// The line that is written.
    var line: ShapedLine { isShort ? short ?? whole : whole }
    var text: String { isShort ? label.shortText ?? label.text : label.text }
    var id: LabelFades<TickLabel>.Identity {
        .init(value: tick.value, text: text, placement: label.placement)
    }
    /// Its size in points.
    var size: Size {
        block?.size ?? Size(width: line.width, height: line.height)
    }
    /// The extent of the text along x, in points from its anchor.
    var reach: Extent { label.placement.reach(width: size.width) }
}

extension LabelPlacement {
    /// The distance from a grid line to the label that begins there, in points.
    static let gap = 7.0

    /// The extent of a text of a width along x, in points from its anchor.
    func reach(width: Double) -> Extent {
        self == .leading
            ? Extent(min: Self.gap, max: Self.gap + width)
            : Extent(min: -width / 2, max: width / 2)
    }
}
