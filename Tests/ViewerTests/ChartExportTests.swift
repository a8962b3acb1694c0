import ChartCore
import ChartExport
import ChartInteraction
import Charts
import Foundation
import Geometry
import Imaging
import Testing

@testable import HealthData
@testable import Viewer

/// A window on the sample records, and the ways to give a picture of its chart away.
@MainActor
private final class ExportRig: ViewerRig {
    let files: TestFiles
    let options: ViewerOptions
    var host: TestHost { viewer.host }

    init(
        _ metric: String, _ period: Period = .month, units: UnitPreferences = UnitPreferences(),
        size: Size = Size(width: 1100, height: 720), theme: ViewerOptions.ThemeChoice = .light
    ) throws {
        files = try TestFiles()
        let zone = try ZoneRules.named("Europe/Berlin")
        var options = ViewerOptions(
            files: SampleFiles.all, zone: zone, metric: metric, period: period,
            date: CivilCalendar(zone: zone).start(of: CivilDate(year: 2025, month: 4, day: 9)),
            theme: theme, size: size, library: ":memory:")
        options.units = units
        self.options = options
        try super.init(options)
        viewer.host.onLend = { [files] bytes, name in
            let path = files.folder.path + "/" + name
            return SavedFile.write(bytes, to: path) == nil ? path : nil
        }
        viewer.context.hosts.pictures = PagePictures()
        viewer.context.hosts.printing = viewer.host
    }

    var export: ExportScreen? { viewer.context.dialog(ExportScreen.self) }
    var message: String { viewer.context.toast?.text ?? "" }

    func run(_ id: CommandID) {
        viewer.context.commands.run(id)
        frame()
    }

    /// Presses a control by its name.
    func press(named name: String) throws {
        let node = try #require(viewer.scene.tree.first { $0.name == name && $0.command != nil })
        try #require(viewer.controller.press(control: node.id), "\(name)")
        frame()
    }

    /// Opens the dialog, makes choices by their names, and saves under a name.
    func save(_ name: String, _ choices: String...) throws -> [UInt8] {
        if export == nil { try press(named: "Export…") }
        let path = files.folder.path + "/" + name
        try #require(export).edit(ExportPane.fieldID) { $0 = TextField(path) }
        frame()
        for choice in choices { try press(named: choice) }
        try press(named: "Save")
        try #require(export == nil, "\(export?.prompt.failure ?? "")")
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    /// Tries to save, and returns why that was refused.
    func refusal(_ path: String, _ choices: String...) throws -> String {
        if export == nil { run(.exportView) }
        try #require(export).edit(ExportPane.fieldID) { $0 = TextField(path) }
        frame()
        for choice in choices { try press(named: choice) }
        run(.saveExport)
        return try #require(export?.prompt.failure)
    }

    /// The picture that `oresen render` makes of the same view.
    func rendered(
        _ part: PicturePart, _ form: PictureForm, size: Size, scale: Double = 1
    ) throws
        -> [UInt8]
    {
        var options = options
        options.size = size
        return try ViewerPicture.file(
            options, scale: scale, part: part, form: form, text: .text, created: 0
        ).bytes
    }

    /// Everything that was offered under a type.
    func made(_ type: String, _ offer: OfferedContents?) throws -> [UInt8] {
        let offer = try #require(offer)
        if let ready = offer.ready[type] { return ready }
        var result: [UInt8]?
        offer.make(type) { result = $0 }
        return try #require(result)
    }
}

@MainActor
@Suite struct ChartExportTests {
    /// The rows of a table, cell by cell.
    private func rows(_ bytes: [UInt8]) -> [[String]] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
    }

    // MARK: Files

    @Test(arguments: ["steps", "weight", "blood-pressure"])
    func thePictureIsTheOneThatTheCommandMakes(metric: String) throws {
        let rig = try ExportRig(metric)
        let card = rig.card.size
        let alone = try rig.save("a.png", "The chart alone", "As many pixels as points")
        let size = Size(width: card.width + 24, height: card.height + 24)
        #expect(try alone == rig.rendered(.chart, .png, size: size))
        let bitmap = try Bitmap(png: alone, name: "a.png")
        #expect(bitmap.width == Int(size.width) && bitmap.height == Int(size.height))
        // The same plot as in the window, pixel by pixel.
        let window = try rig.viewer.draw()
        let (dx, dy) = (Int(rig.card.x) - 12, Int(rig.card.y) - 12)
        let plot = rig.plot
        var most = 0
        for y in Int(plot.minY)..<Int(plot.maxY) {
            for x in Int(plot.minX)..<Int(plot.maxX) {
                let (a, b) = (window[x, y], bitmap[x - dx, y - dy])
                for (a, b) in [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)] {
                    most = max(most, abs(Int(a) - Int(b)))
                }
            }
        }
        // Another place on the surface rounds the edge of a curve differently.
        #expect(most <= 2, "the largest difference of a colour")
        // A page has words around the chart.
        let page = try rig.save("b.svg")
        let wish = PictureWish(form: .svg, part: .page)
        let shown = try #require(ShownChart(rig.viewer.context))
        #expect(try page == shown.picture(wish).encoded())
        #expect(try page == rig.rendered(.page, .svg, size: shown.size(of: .page)))
        let text = String(decoding: page, as: UTF8.self)
        #expect(text.hasPrefix("<?xml") || text.hasPrefix("<svg"))
        let name = try #require(rig.model.metricChart?.metric.name)
        #expect(text.contains(name) && text.contains("April 2025"))
        for node in rig.viewer.scene.tree.flattened where node.id.hasPrefix("figure.") {
            let number = node.value.split(separator: "\u{202F}").first.map(String.init) ?? ""
            #expect(text.contains(number), "\(node.name)")
        }
        // What can be pressed in the window is not in a picture.
        #expect(!text.contains("Previous page") && !text.contains("Export"))
    }

    @Test func choicesAreKeptInThePicture() throws {
        let rig = try ExportRig("weight", theme: .dark)
        let card = rig.card.size
        let small = try Bitmap(
            png: rig.save("a.png", "The chart alone", "As many pixels as points"), name: "a")
        let large = try Bitmap(
            png: rig.save("b.png", "The chart alone", "3 pixels a point"), name: "b")
        #expect(small.width == Int(card.width) + 24)
        #expect(large.width == 3 * small.width && large.height == 3 * small.height)
        let light = try Bitmap(
            png: rig.save("c.png", "The chart alone", "Light colours", "As many pixels as points"),
            name: "c")
        // The window is dark, and so is its picture, unless a light one is wanted.
        func ground(_ bitmap: Bitmap) -> Int {
            let pixel = bitmap[bitmap.width / 2, 30]
            return Int(pixel.red) + Int(pixel.green) + Int(pixel.blue)
        }
        #expect(ground(small) < 200 && ground(light) > 700)
        // A page is for paper.
        rig.run(.exportView)
        let screen = try #require(rig.export)
        screen.edit(ExportPane.fieldID) { $0 = TextField("~/a.pdf") }
        #expect(screen.prompt.appearance == .light && screen.prompt.wish?.form == .pdf)
        rig.viewer.context.closeDialogs()
        let pdf = try rig.save("d.pdf")
        #expect(pdf.starts(with: Array("%PDF-".utf8)))
        let text = String(decoding: pdf, as: UTF8.self)
        let year = Calendar(identifier: .gregorian).component(.year, from: Date())
        #expect(!text.contains("D:\(year)") && !text.contains(NSUserName() + ")"))
    }

    @Test func whatIsHiddenInTheWindowIsHiddenInThePicture() throws {
        let rig = try ExportRig("weight")
        func picture() throws -> String {
            String(decoding: try rig.save("a.svg"), as: UTF8.self)
        }
        let whole = try picture()
        let item = try #require(rig.model.metricChart?.legend.first { $0.id == "trend" })
        #expect(item.isShown && whole.contains(">Trend<"))
        try FileManager.default.removeItem(atPath: rig.files.folder.path + "/a.svg")
        rig.model.active.toggleSeries("trend", at: rig.time)
        rig.settle()
        let part = try picture()
        #expect(!part.contains(">Trend<") && part != whole)
        // The range of the window, wherever it was moved to, and values that a hand has chosen.
        try FileManager.default.removeItem(atPath: rig.files.folder.path + "/a.svg")
        rig.press(.left)
        rig.settle()
        rig.model.active.zoomValues(by: 0.5, at: rig.time)
        rig.settle()
        let moved = try #require(ShownChart(rig.viewer.context))
        let range = try #require(rig.model.chart?.y.range)
        let labels = try picture()
        #expect(labels.contains("March 2025"))
        #expect(try moved.picture(PictureWish(form: .svg)).encoded() == Array(labels.utf8))
        #expect(range.length < 10)
    }

    @Test func theNameHasTheMetricAndItsDays() throws {
        let month = try ExportRig("steps")
        month.run(.exportView)
        #expect(month.export?.prompt.field.text == "~/Steps 2025-04.png")
        for (form, name) in [("Drawing, as SVG", "svg"), ("Values, as CSV", "csv")] {
            try month.press(named: form)
            #expect(month.export?.prompt.field.text == "~/Steps 2025-04.\(name)")
        }
        let year = try ExportRig("blood-pressure", .year)
        year.run(.exportView)
        #expect(year.export?.prompt.field.text == "~/Blood pressure 2025.png")
        let week = try ExportRig("weight", .week)
        week.run(.exportView)
        #expect(week.export?.prompt.field.text == "~/Weight 2025-04-07 to 2025-04-13.png")
        // The same key closes it.
        week.viewer.controller.press([KeyCombination(.character("e"), control: true)])
        #expect(week.export == nil)
    }

    // MARK: Tables

    @Test func aTableHasTheRowsInViewInBothUnits() throws {
        var units = UnitPreferences()
        units[.mass] = .pound
        let rig = try ExportRig("weight", units: units)
        let table = rows(try rig.save("w.csv"))
        #expect(
            table.first == [
                "start", "end", "value", "trend", "unit", "shown_value", "shown_trend",
                "shown_unit",
            ])
        let range = rig.model.axis.range
        guard case .readings(let readings)? = rig.model.metricChart?.data.content else {
            Issue.record("no readings")
            return
        }
        let indices =
            readings.series.lowerBound(range.min)..<readings.series.lowerBound(range.max)
        #expect(table.count == indices.count + 1 && indices.count > 5)
        for (row, index) in zip(table.dropFirst(), indices) {
            #expect(row.count == 8 && row[0].hasPrefix("2025-04-") && row[0].hasSuffix("+02:00"))
            #expect(Double(row[2]) == readings.series.value(at: index) && row[4] == "kg")
            let shown = try #require(Double(row[5]))
            #expect(abs(shown * 0.453_592_37 - readings.series.value(at: index)) < 1e-6)
            #expect(row[7] == "lb")
        }
    }

    @Test func barsAndPairsAreRows() throws {
        let steps = try ExportRig("steps")
        let days = rows(try steps.save("s.csv"))
        #expect(days.first == ["start", "end", "total", "unit", "shown_total", "shown_unit"])
        let bars = try #require(steps.model.metricChart?.bars)
        let totals = try #require(bars.ladder[.day])
        let sum = totals.sum(of: totals.indices(over: steps.model.axis.range))
        #expect(abs(days.dropFirst().compactMap { Double($0[2]) }.reduce(0, +) - sum) < 1e-6)
        #expect(days[1][0] == "2025-04-01T00:00:00+02:00")
        #expect(days[1][1] == "2025-04-02T00:00:00+02:00")
        let year = try ExportRig("steps", .year)
        let months = rows(try year.save("y.csv"))
        #expect(
            months.first == [
                "start", "end", "days", "total", "per_day", "unit", "shown_total",
                "shown_per_day", "shown_unit",
            ])
        #expect(months[1][0] == "2025-01-01T00:00:00+01:00" && months.count == 13)
        let pressure = try ExportRig("blood-pressure")
        let pairs = rows(try pressure.save("b.csv"))
        #expect(pairs.first?.contains("systolic") == true && pairs[1].count == pairs[0].count)
    }

    @Test func aTextOfTheFileRunsInNoSpreadsheet() throws {
        let entry = WorkoutEntry(
            id: "1",
            workout: Workout(sport: "=1+1", name: "@SUM(A1)", start: 0, end: 60, source: 0),
            source: "-cmd")
        let table = rows(ChartTable.bytes(of: [entry], zone: .utc))
        #expect(table[1][2...4] == ["'=1+1", "'@SUM(A1)", "'-cmd"])
        #expect(table[1][0] == "1970-01-01T00:00:00+00:00" && table[0][5] == "activeDuration")
    }

    // MARK: Errors

    @Test func troubleIsASentenceAndLosesNothing() throws {
        let rig = try ExportRig("weight")
        #expect(try rig.refusal("~/weight").contains(".png, .svg, .pdf or .csv"))
        #expect(try rig.refusal(rig.files.folder.path).contains("end in"))
        let folder = rig.files.folder.path + "/a.png"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        #expect(try rig.refusal(folder).contains("folder"))
        #expect(try rig.refusal("/nowhere/at/all.png").contains("nowhere"))
        rig.host.onSave = { _, path in "\(path): no space is left on the disk" }
        #expect(try rig.refusal(rig.files.folder.path + "/b.png").contains("no space"))
        // Everything is still there: the path, the choices, and another try.
        #expect(rig.export?.prompt.field.text == rig.files.folder.path + "/b.png")
        rig.host.onSave = nil
        rig.run(.saveExport)
        #expect(rig.export == nil && rig.message.hasPrefix("Saved as b.png in "))
    }

    @Test func anEmptyViewAndAHugePictureAreRefused() throws {
        // Nothing was measured on that day.
        let rig = try ExportRig("blood-pressure", .day)
        #expect(rig.model.metricChart?.hasData(over: rig.model.axis.target) == false)
        #expect(try rig.refusal("~/a.png").contains("no data in this view"))
        #expect(try rig.refusal("~/a.csv").contains("no data in this view"))
        rig.viewer.context.closeDialogs()
        rig.run(.copyPicture)
        #expect(rig.host.offered == nil && rig.message.contains("no data in this view"))
        rig.run(.printView)
        #expect(rig.message.contains("no data in this view"))
        let hidden = try ExportRig("blood-pressure")
        for item in hidden.model.metricChart?.legend ?? [] where item.isShown {
            hidden.model.active.toggleSeries(item.id, at: hidden.time)
        }
        hidden.settle()
        #expect(try hidden.refusal("~/a.png").contains("is hidden"))
        let huge = try ExportRig("steps", size: Size(width: 6000, height: 4000))
        #expect(try huge.refusal("~/a.png", "4 pixels a point").contains("too large"))
        #expect(throws: ExportFailure.self) {
            try ShownChart(huge.viewer.context)?.picture(PictureWish(form: .png, scale: 4))
        }
    }

    @Test func thePlaceComesFromTheDesktopsDialog() throws {
        let rig = try ExportRig("steps")
        let path = try rig.files.write("mine", "old.png")
        rig.run(.exportView)
        // Without such a dialog the path is typed.
        try rig.press(named: "Choose a place")
        #expect(rig.export?.prompt.failure?.contains("Type a path") == true)
        var offered: [String] = []
        rig.host.onChoosePlace = {
            offered.append($0)
            return .dismissed
        }
        try rig.press(named: "Choose a place")
        #expect(offered.first?.hasSuffix("/Steps 2025-04.png") == true)
        rig.host.onChoosePlace = { _ in .failed("that place is on another machine") }
        try rig.press(named: "Choose a place")
        #expect(rig.export?.prompt.failure == "that place is on another machine")
        // The dialog has asked about the file that is there.
        rig.host.onChoosePlace = { _ in .path(path) }
        try rig.press(named: "Choose a place")
        #expect(rig.export?.prompt.field.text == path && rig.export?.prompt.failure == nil)
        try rig.press(named: "Save")
        #expect(rig.export == nil)
        let saved = Array(try Data(contentsOf: URL(filePath: path)))
        #expect(saved.starts(with: [0x89, 0x50]))
        // A name without an ending gets that of the chosen kind.
        rig.run(.exportView)
        try rig.press(named: "Page, as PDF")
        rig.host.onChoosePlace = { [files = rig.files] _ in .path(files.folder.path + "/page") }
        try rig.press(named: "Choose a place")
        #expect(rig.export?.prompt.field.text == rig.files.folder.path + "/page.pdf")
    }

    // MARK: The clipboard and drags

    @Test func theClipboardHasThePictureOfThatMoment() throws {
        let rig = try ExportRig("steps")
        let before = try rig.save("a.png")
        let drawing = try rig.save("a.svg")
        rig.viewer.controller.press([KeyCombination(.character("c"), control: true)])
        #expect(rig.message.hasPrefix("Copied the figures of ") && rig.message.contains("picture"))
        let offer = try #require(rig.host.offered)
        #expect(offer.types == ["image/png", "image/svg+xml"])
        #expect(offer.ready["text/csv"] != nil)
        #expect(String(decoding: offer.ready["text/plain"] ?? [], as: UTF8.self).hasPrefix("Steps"))
        // The window moves on; who pastes gets what was copied.
        rig.press(.left)
        rig.settle()
        rig.model.choose(MetricID("weight"), at: rig.time)
        rig.settle()
        #expect(try rig.made("image/png", offer) == before)
        #expect(try rig.made("image/svg+xml", offer) == drawing)
        #expect(try rig.made("image/gif", offer).isEmpty)
        rig.run(.copyPicture)
        #expect(rig.message == "Copied a picture of Weight, March 2025")
        let other = try rig.made("image/png", rig.host.offered)
        #expect(other != before && other.starts(with: [0x89, 0x50]))
        #expect(
            try rig.made("text/plain", rig.host.offered) == Array("Weight, March 2025".utf8))
    }

    @Test func aPictureIsDraggedFromTheButton() throws {
        let rig = try ExportRig("steps")
        let picture = try rig.save("a.png")
        let button = try #require(rig.node(.exportButton))
        #expect(button.name == "Export…")
        let start = button.frame.center
        // A press that stays is a press.
        rig.send(.pointerMoved, start, after: 1)
        rig.send(.pointerPressed(.left), start)
        rig.send(.pointerMoved, start + Vector(dx: 4, dy: 3))
        rig.send(.pointerReleased(.left), start)
        rig.frame()
        #expect(rig.host.drags.isEmpty && rig.export != nil)
        rig.viewer.context.closeDialogs()
        rig.frame()
        rig.send(.pointerPressed(.left), start, after: 1)
        rig.send(.pointerMoved, start + Vector(dx: 0, dy: 30))
        let drag = try #require(rig.host.drags.first)
        rig.send(.pointerReleased(.left), start)
        rig.frame()
        #expect(rig.export == nil, "the press became a drag")
        #expect(drag.types == ["image/png", "image/svg+xml", "text/uri-list"])
        #expect(try rig.made("image/png", drag) == picture)
        let list = String(decoding: try rig.made("text/uri-list", drag), as: UTF8.self)
        #expect(list.hasPrefix("file:///") && list.hasSuffix("/Steps%202025-04.png\r\n"))
        let path = rig.files.folder.path + "/Steps 2025-04.png"
        #expect(Array(try Data(contentsOf: URL(filePath: path))) == picture)
        // From the dialog it has the choices made there.
        rig.run(.exportView)
        try rig.press(named: "Drawing, as SVG")
        let save = try #require(rig.node(ControlID(.saveExport, in: .dialog)))
        rig.send(.pointerPressed(.left), save.frame.center, after: 1)
        rig.send(.pointerMoved, save.frame.center + Vector(dx: -40, dy: 0))
        let second = try #require(rig.host.drags.last)
        #expect(rig.host.drags.count == 2)
        let name = String(decoding: try rig.made("text/uri-list", second), as: UTF8.self)
        #expect(name.hasSuffix(".svg\r\n"))
        // A disk that is full: there is no file, and the picture is there all the same.
        rig.host.onLend = { _, _ in nil }
        #expect(try rig.made("text/uri-list", second).isEmpty)
        #expect(try !rig.made("image/png", second).isEmpty)
    }

    // MARK: Printing

    @Test func aPageIsPrintedOnTheChosenPaper() throws {
        let rig = try ExportRig("blood-pressure", theme: .dark)
        var printed: [[UInt8]] = []
        rig.host.onPrint = { title, document in
            #expect(title == "Blood pressure, April 2025")
            let paper = PictureWish.Paper(size: Size(width: 842, height: 595), margin: 40)
            guard let bytes = document(paper) else { return .dismissed }
            printed.append(bytes)
            return .printed
        }
        rig.viewer.controller.press([KeyCombination(.character("p"), control: true)])
        #expect(rig.message == "Printing Blood pressure, April 2025")
        let page = try #require(printed.first)
        #expect(page.starts(with: Array("%PDF-".utf8)))
        let shown = try #require(ShownChart(rig.viewer.context))
        var wish = PictureWish(form: .pdf, part: .page, appearance: .light)
        #expect(try shown.picture(wish).encoded() != page)
        wish.paper = PictureWish.Paper(size: Size(width: 842, height: 595), margin: 40)
        #expect(try shown.picture(wish).encoded() == page)
        rig.host.onPrint = { _, _ in .dismissed }
        rig.run(.printView)
        #expect(rig.message == "Nothing was printed." && rig.export == nil)
        rig.host.onPrint = { _, _ in .failed("the folder /tmp is full") }
        rig.run(.printView)
        #expect(rig.message == "Nothing was printed: the folder /tmp is full")
    }

    @Test func withoutAPrinterThePageIsSavedAndOpened() throws {
        let rig = try ExportRig("steps")
        rig.run(.printView)
        let screen = try #require(rig.export)
        #expect(screen.prompt.form == .pdf)
        #expect(rig.node("export.message")?.name.contains("cannot print") == true)
        let path = rig.files.folder.path + "/page.pdf"
        var opened: [String] = []
        rig.host.onOpen = {
            opened.append($0)
            return opened.count > 1
        }
        screen.edit(ExportPane.fieldID) { $0 = TextField(path) }
        rig.run(.saveExport)
        #expect(rig.export == nil && opened == [path])
        #expect(rig.message.contains("page.pdf") && rig.message.contains("to print it"))
        // Where a program opens it, there is nothing more to say.
        rig.run(.printView)
        try #require(rig.export).edit(ExportPane.fieldID) { $0 = TextField(path + "2.pdf") }
        rig.run(.saveExport)
        #expect(opened.count == 2 && !rig.message.contains("to print it"))
    }

    @Test func theDialogCopiesAndPrintsToo() throws {
        let rig = try ExportRig("steps")
        let picture = try rig.save("a.png", "The chart alone", "Dark colours")
        rig.run(.exportView)
        for choice in ["The chart alone", "Dark colours", "Copy instead of saving"] {
            try rig.press(named: choice)
        }
        #expect(rig.export == nil && rig.message == "Copied a picture of Steps, April 2025")
        #expect(try rig.made("image/png", rig.host.offered) == picture)
        var copied: [String: [UInt8]] = [:]
        rig.host.onCopy = { copied = $0 }
        let table = try rig.save("a.csv")
        rig.run(.exportView)
        try rig.press(named: "Values, as CSV")
        try rig.press(named: "Copy instead of saving")
        #expect(copied["text/csv"] == table && copied["text/plain"] == table)
        var printed = 0
        rig.host.onPrint = { _, document in
            let paper = PictureWish.Paper(size: Size(width: 595, height: 842), margin: 30)
            printed = document(paper)?.count ?? 0
            return .printed
        }
        rig.run(.exportView)
        try rig.press(named: "Print instead of saving")
        #expect(rig.export == nil && printed > 1000)
    }

    // MARK: Places

    @Test func thereIsSomethingToExportWhereThereIsAChart() throws {
        let rig = try ExportRig("steps")
        #expect(rig.viewer.context.exportSubject == .chart(hasPage: true))
        rig.run(.openMenu)
        for name in ["Export…"] {
            #expect(
                rig.viewer.scene.tree.first { $0.name == name && $0.id.hasPrefix("menu.") } != nil)
        }
        let empty = try ViewerRig(
            ViewerOptions(zone: .utc, theme: .light, library: ":memory:"),
            snapshot: ImportSnapshot())
        #expect(empty.viewer.context.exportSubject == nil && empty.node(.exportButton) == nil)
        // A narrow window has it in its menu.
        let narrow = try ExportRig("steps", size: Size(width: 360, height: 480))
        #expect(narrow.node(.exportButton) == nil)
        narrow.run(.exportView)
        let dialog = try #require(narrow.viewer.scene.tree.first(where: \.isModal))
        #expect(narrow.viewer.scene.layout.window.contains(dialog.frame))
    }
}
