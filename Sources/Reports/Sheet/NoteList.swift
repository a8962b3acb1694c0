import Geometry
import Localization
import Painting
import Text

/// The notes of a sheet with their numbers, below its tables.
@MainActor
struct NoteList {
    let notes: [ReportNote]
    let pen: SheetPen

    /// The most notes that are printed.
    static let most = 6

    private var texts: [String] {
        let format = pen.format
        var texts = notes.prefix(Self.most).enumerated().map { index, note in
            tr(
                "{1}  {2}: {3}", format.number(index + 1),
                note.lastDay > note.day
                    ? format.days(from: note.day.moment, to: note.lastDay.moment)
                    : format.date(note.day.moment, .fullDate), note.text)
        }
        let more = notes.count - Self.most
        if more > 0 {
            texts.append(
                trn("{n} more note is not printed.", "{n} more notes are not printed.", count: more)
            )
        }
        return texts
    }

    /// The height with the heading; 0 without notes.
    var height: Double {
        guard !notes.isEmpty else { return 0 }
        return texts.reduce(19) {
            $0 + pen.height($1, SheetStyle.small, width: pen.area.width)
        }
    }

    /// Draws the heading and the notes.
    func draw(top: Double) {
        guard !notes.isEmpty else { return }
        var y = pen.heading(tr("Notes"), top: top + 4) + 1
        pen.canvas.tagged(PictureTag(.list)) {
            for text in texts {
                pen.canvas.tagged(PictureTag(.listItem)) {
                    for line in pen.typesetter.lines(
                        text, SheetStyle.small, wrappedTo: pen.area.width)
                    {
                        pen.canvas.text(
                            line, x: pen.area.minX, baseline: y + 8.5, color: .black)
                        y += pen.leading(SheetStyle.small)
                    }
                }
            }
        }
    }
}
