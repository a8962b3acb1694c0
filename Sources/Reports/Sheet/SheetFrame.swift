import ChartCore
import Geometry
import Localization
import Painting
import Text

/// What the head and the foot of a sheet say.
package struct SheetHeading: Sendable, Hashable {
    /// The name of the person; empty for none.
    package var name: String
    /// The person's birth date; nil for none.
    package var born: CivilDate?
    /// The day of printing.
    package var printed: CivilDate
    /// The version of the program.
    package var version: String

    /// A heading from its parts.
    package init(
        name: String = "", born: CivilDate? = nil, printed: CivilDate, version: String
    ) {
        (self.name, self.born, self.printed, self.version) = (name, born, printed, version)
    }
}

/// The head and the foot of a sheet.
@MainActor
struct SheetFrame {
    /// The last sentence of a foot.
    static var origin: String { tr("Recorded by the person at home.") }

    let pen: SheetPen
    let heading: SheetHeading

    /// Draws the head; returns the y below it.
    func drawHead(title: String, period: ReportPeriod) -> Double {
        let (area, format) = (pen.area, pen.format)
        let days = trn("{n} day", "{n} days", count: period.days)
        let subtitle = tr("{1} ({2})", period.text(format), days)
        let printed = tr("printed {1}", format.date(heading.printed.moment, .fullDate))
        let facts =
            heading.born.map {
                tr("born {1} · {2}", format.date($0.moment, .fullDate), printed)
            } ?? printed
        let titleWidth = pen.width(title, SheetStyle.title)
        let firstBaseline = area.minY + 14
        let secondBaseline = firstBaseline + 16.5
        pen.canvas.tagged(PictureTag(.heading)) {
            pen.write(
                title, SheetStyle.title, x: area.minX, baseline: firstBaseline,
                within: area.width)
        }
        if !heading.name.isEmpty {
            pen.canvas.tagged(PictureTag(.text)) {
                pen.write(
                    heading.name, SheetStyle.name, x: area.maxX, baseline: firstBaseline, .trailing,
                    within: area.width - titleWidth - 16)
            }
        }
        let subtitleWidth = pen.width(subtitle, SheetStyle.subtitle)
        pen.canvas.tagged(PictureTag(.text)) {
            pen.write(subtitle, SheetStyle.subtitle, x: area.minX, baseline: secondBaseline)
        }
        pen.canvas.tagged(PictureTag(.text)) {
            pen.write(
                facts, SheetStyle.small, x: area.maxX, baseline: secondBaseline, .trailing,
                within: area.width - subtitleWidth - 16)
        }
        pen.decoration { pen.rule(y: secondBaseline + 10, width: 1.5) }
        return secondBaseline + 10 + 13
    }

    /// The words at the right of the foot.
    private func maker(page: Int, of pages: Int) -> [(text: String, style: TextStyle)] {
        [
            (tr("Made with Oresen {1} from", heading.version), SheetStyle.label),
            (tr("the person's own readings"), SheetStyle.label),
            (
                tr("Page {1} of {2}", pen.format.number(page), pen.format.number(pages)),
                SheetStyle.boldLabel
            ),
        ]
    }

    private var makerWidth: Double { 130 }

    /// The height of the foot.
    func footHeight(_ text: String) -> Double {
        let step = pen.leading(SheetStyle.label)
        return 7
            + max(
                pen.height(text, SheetStyle.label, width: pen.area.width - makerWidth - 16),
                3 * step)
    }

    /// Draws the foot at the bottom of the sheet.
    func drawFoot(_ text: String, page: Int = 1, of pages: Int = 1) {
        let top = pen.area.maxY - footHeight(text)
        pen.decoration { pen.rule(y: top, width: 0.75) }
        pen.paragraph(
            text, SheetStyle.label, x: pen.area.minX, top: top + 7,
            width: pen.area.width - makerWidth - 16)
        let step = pen.leading(SheetStyle.label)
        for (index, line) in maker(page: page, of: pages).enumerated() {
            pen.paragraph(
                line.text, line.style, x: pen.area.maxX - makerWidth,
                top: top + 7 + Double(index) * step, width: makerWidth, .trailing)
        }
    }
}

/// The box with the answer: figures at the left, words at the right.
@MainActor
struct AnswerBox {
    /// A name above the figure.
    var caption: String
    /// The figure.
    var figure: String
    var unit: String
    /// A few words below the figure, a line each.
    var details: [String]
    /// The first sentence.
    var headline: String
    var text: String

    private static let padding = 12.0
    private static let share = 0.34

    private func textWidth(_ pen: SheetPen) -> Double {
        pen.area.width * (1 - Self.share) - 2 * Self.padding
    }

    /// The height of the box.
    func height(_ pen: SheetPen) -> Double {
        let room = pen.area.width * Self.share - Self.padding - 4
        let left = details.reduce(11 + 25) {
            $0 + pen.height($1, SheetStyle.label, width: room)
        }
        let right =
            pen.height(headline, SheetStyle.answer, width: textWidth(pen)) + 2
            + pen.height(text, SheetStyle.text, width: textWidth(pen))
        return max(left, right) + 2 * 9
    }

    /// Draws the box; returns the y below it.
    func draw(_ pen: SheetPen, top: Double) -> Double {
        let area = pen.area
        let box = Rect(x: area.minX, y: top, width: area.width, height: height(pen))
        let divide = area.minX + area.width * Self.share
        pen.decoration {
            pen.canvas.stroke(
                Path(box.inset(by: 0.4), corners: 6), .black, StrokeStyle(width: 0.8))
            pen.stroke(
                [Point(x: divide, y: box.minY), Point(x: divide, y: box.maxY)], width: 0.35,
                color: .guide)
        }
        let left = area.minX + Self.padding
        let room = divide - left - 4
        var y = top + 9
        pen.canvas.tagged(PictureTag(.text)) {
            pen.write(caption, SheetStyle.caps, x: left, baseline: y + 8, within: room)
        }
        y += 11
        pen.canvas.tagged(PictureTag(.text)) {
            let end = pen.write(figure, SheetStyle.figure, x: left, baseline: y + 20, within: room)
            pen.write(unit, SheetStyle.text, x: left + end + 4, baseline: y + 20)
        }
        y += 25
        for detail in details {
            y = pen.paragraph(detail, SheetStyle.label, x: left, top: y, width: room)
        }
        let start = divide + Self.padding
        var next = top + 8
        let lines = pen.typesetter.lines(headline, SheetStyle.answer, wrappedTo: textWidth(pen))
        pen.canvas.tagged(PictureTag(.heading)) {
            for line in lines {
                pen.canvas.text(line, x: start, baseline: next + 11, color: .black)
                next += pen.leading(SheetStyle.answer)
            }
        }
        pen.paragraph(text, SheetStyle.text, x: start, top: next + 2, width: textWidth(pen))
        return box.maxY
    }
}
