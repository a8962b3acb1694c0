// All subjects that have readings, two on a sheet: for each the box with its figures, and its chart.
//
// The plots of a sheet share the height that is left; their texts are as large as on sheets of their own.

import ChartCore
import ChartExport
import Geometry
import Localization
import Painting
import Text

/// A subject of a sheet with several.
@MainActor
struct SheetSection {
    var title: String
    /// The method of its figures.
    var foot: String
    /// Its height without its plots.
    var fixedHeight: Double
    /// How many plots it has.
    var plots = 1
    /// Draws the section from a y on, with plots of a height; returns the y below it.
    var draw: (_ pen: SheetPen, _ top: Double, _ plotHeight: Double) -> Double
}

/// Draws several subjects on as few sheets as they need.
@MainActor
struct CombinedSheets {
    let sections: [SheetSection]
    let notes: [ReportNote]
    let period: ReportPeriod
    let heading: SheetHeading

    /// The title of the document.
    static var title: String { tr("Health report") }

    private static let perPage = 2
    private static let highestPlot = 190.0
    private static let titleHeight = 24.0

    /// The pages, with a pen for each.
    func pages(_ makePen: () -> SheetPen) -> [PDFExport.Page] {
        let groups = stride(from: 0, to: sections.count, by: Self.perPage).map {
            Array(sections[$0..<min($0 + Self.perPage, sections.count)])
        }
        return groups.enumerated().map { index, group in
            let pen = makePen()
            draw(
                group, pen, page: index + 1, of: groups.count,
                notes: index + 1 == groups.count ? notes : [])
            return pen.page()
        }
    }

    private func draw(
        _ group: [SheetSection], _ pen: SheetPen, page: Int, of pages: Int, notes: [ReportNote]
    ) {
        let frame = SheetFrame(pen: pen, heading: heading)
        // The last sentence is the same for all.
        let feet = group.map { section in
            section.title + ". " + section.foot.replacing(" " + SheetFrame.origin, with: "")
        }
        let foot = (feet + [SheetFrame.origin]).joined(separator: " ")
        let list = NoteList(notes: notes, pen: pen)
        var y = frame.drawHead(title: Self.title, period: period)
        let bottom = pen.area.maxY - frame.footHeight(foot) - list.height - 4
        let fixed = group.reduce(0) { $0 + $1.fixedHeight + Self.titleHeight }
        let plots = group.reduce(0) { $0 + $1.plots }
        let height = min(
            max((bottom - y - fixed) / Double(max(plots, 1)), 36), Self.highestPlot)
        for section in group {
            y = pen.heading(section.title, SheetStyle.section, top: y)
            y = section.draw(pen, y + 4, height)
        }
        list.draw(top: y)
        frame.drawFoot(foot, page: page, of: pages)
    }
}
