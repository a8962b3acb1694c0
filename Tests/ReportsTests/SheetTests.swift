import ChartCore
import ChartExport
import Foundation
import Geometry
import HealthData
import Painting
import PictureTesting
import Testing
import Text

@testable import Reports

/// The sheets as pictures, and as what other programs read in their PDF.
@MainActor @Suite struct SheetTests {
    private let setting: SheetCase

    init() throws { setting = try SheetCase() }

    private var notes: [ReportNote] {
        [
            ReportNote(day: CivilDate(year: 2026, month: 9, day: 20), text: "walks, less salt"),
            ReportNote(
                day: CivilDate(year: 2026, month: 10, day: 5),
                text: "Lisinopril 10 mg, once a day in the morning, and a text that goes on"),
        ]
    }

    /// A sheet of each kind, with few and with many readings, on both papers.
    private func all() throws -> [(name: String, records: HealthRecords, options: ReportOptions)] {
        var all: [(name: String, records: HealthRecords, options: ReportOptions)] = []
        for paper in Paper.allCases {
            for days in [1, 4, 7, 90, 365] {
                all.append(
                    (
                        "pressure, \(days) days, \(paper)", try setting.pressures(days: days),
                        setting.options(
                            .bloodPressure, paper: paper, days: max(days, 7),
                            name: "Dr. Jürgen Großmann", notes: days > 60 ? notes : [])
                    ))
            }
            all.append(
                (
                    "three readings, \(paper)", try setting.pressures(days: 90, readings: 3),
                    setting.options(.bloodPressure, paper: paper, name: "田中 太郎", notes: notes)
                ))
            for days in [2, 14, 90] {
                all.append(
                    (
                        "glucose, \(days) days, \(paper)", try setting.glucose(days: days),
                        setting.options(.glucose, paper: paper, days: max(days, 14))
                    ))
            }
            all.append(
                (
                    "single glucose, \(paper)", try setting.spots(days: 28),
                    setting.options(.glucose, paper: paper, days: 28)
                ))
            for days in [3, 90, 365] {
                all.append(
                    (
                        "weight, \(days) days, \(paper)", try setting.weights(days: days),
                        setting.options(
                            .weight, paper: paper, days: days, name: "محمد علي",
                            notes: days > 60 ? notes : [])
                    ))
            }
            for days in [2, 60] {
                all.append(
                    (
                        "everything, \(days) days, \(paper)",
                        try setting.everything(days: days),
                        setting.options(.all, paper: paper, days: days, notes: notes)
                    ))
            }
            for days in [1, 28, 365] {
                all.append(
                    (
                        "nights, \(days) days, \(paper)", try setting.nights(days: days),
                        setting.options(.heartSleep, paper: paper, days: max(days, 7))
                    ))
            }
        }
        return all
    }

    // MARK: The picture

    /// Locales whose dates and numbers have other lengths.
    nonisolated private static let locales = [
        "C", "en_US.UTF-8", "de_DE.UTF-8", "ja_JP.UTF-8", "ar_EG.UTF-8",
    ]

    @Test(arguments: locales) func everythingIsOnThePaperInBlackAndGrey(locale: String) throws {
        for (name, records, options) in try all() {
            let report = try setting.report(records, options, locale: locale)
            let area = options.paper.content.inset(by: -0.6)
            for page in report.pages {
                #expect(page.size == options.paper.size)
                for element in page.picture.elements.flatMap(\.flattened) {
                    switch element {
                    case .text(let line, let x, let baseline, let color, let alignment):
                        #expect(line.style.size >= SheetStyle.smallest, "\(name): \(line.text)")
                        #expect(color == .black, "\(name): \(line.text)")
                        let left = x - line.width * alignment.rawValue
                        #expect(
                            left >= area.minX && left + line.width <= area.maxX
                                && baseline - line.style.size * 0.8 >= area.minY
                                && baseline <= area.maxY,
                            "\(name): \(line.text) at \(left), \(baseline) in \(area)")
                    case .stroke(let path, let color, let style):
                        #expect(color.red == color.green && color.green == color.blue)
                        #expect(style.width >= 0.25, "\(name): a line of \(style.width)")
                        let bounds = try #require(path.bounds)
                        #expect(
                            bounds.minX >= area.minX && bounds.maxX <= area.maxX
                                && bounds.minY >= area.minY && bounds.maxY <= area.maxY,
                            "\(name): \(bounds)")
                    case .fill(_, .color(let color), _):
                        #expect(color.red == color.green && color.green == color.blue)
                    case .tagged: break
                    default: Issue.record("\(name): \(element)")
                    }
                }
            }
        }
    }

    /// Texts do not cover one another.
    @Test(arguments: locales) func noTextIsOverAnother(locale: String) throws {
        for (name, records, options) in try all() {
            for page in try setting.report(records, options, locale: locale).pages {
                let texts = page.picture.elements.flatMap(\.flattened).compactMap {
                    element -> (text: String, rect: Rect)? in
                    guard case .text(let line, let x, let baseline, _, let alignment) = element,
                        !line.glyphs.isEmpty
                    else { return nil }
                    let height = line.style.size * 0.72
                    return (
                        line.text,
                        Rect(
                            x: x - line.width * alignment.rawValue, y: baseline - height,
                            width: line.width, height: height)
                    )
                }
                for (index, one) in texts.enumerated() {
                    for other in texts[..<index] {
                        let (a, b) = (one.rect, other.rect)
                        let isOver =
                            a.minX < b.maxX - 0.1 && b.minX < a.maxX - 0.1
                            && a.minY < b.maxY - 0.1 && b.minY < a.maxY - 0.1
                        #expect(!isOver, "\(name): '\(one.text)' is over '\(other.text)'")
                    }
                }
            }
        }
    }

    @Test func aFullPaperDropsTheEarliestRowsAndSaysHowMany() throws {
        let records = try setting.pressures(days: 90)
        var options = setting.options(.bloodPressure, paper: .letter)
        options.rule = .free
        let texts = try setting.report(records, options).pages[0].picture.elements
            .flatMap(\.flattened).compactMap { element -> String? in
                if case .text(let line, _, _, _, _) = element { line.text } else { nil }
            }
        let rows = texts.count {
            $0.contains(" Nov") && $0.count < 12 && $0.first?.isLetter == true
        }
        #expect(rows > 3)
        // 90 days less eight without readings.
        let left = 82 - rows
        #expect(
            texts.joined(separator: " ").contains("no room for \(left) earlier days"),
            "\(rows) rows")
        #expect(texts.contains("Thu 26 Nov"))
    }

    // MARK: The document

    /// Checks that texts are in a document in the given order.
    private func expectOrder(_ texts: [String], in document: String) {
        let words = document.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        var rest = words[...]
        for text in texts {
            guard let found = rest.range(of: text) else {
                Issue.record("\(text) is not where it belongs in \(words)")
                return
            }
            rest = rest[found.upperBound...]
        }
    }

    @Test(arguments: Paper.allCases)
    func theNumbersOfTheBoxAndTheTableAreText(paper: Paper) throws {
        let records = try setting.pressures(days: 90)
        let options = setting.options(.bloodPressure, paper: paper, name: "Anna Lindqvist")
        let pdf = try setting.pdf(records, options)
        let text = try Tool.run("pdftotext", ["-raw", "FILE", "-"], on: pdf, named: "a.pdf")
        // What is expected is computed here from the readings, and not by the sheet.
        let columns = try #require(records[.bloodPressure]?.pairs)
        let days = (0..<7).map { setting.last.adding(days: $0 - 6) }
        func readings(_ day: CivilDate) -> [String] {
            (0..<columns.count).filter { setting.calendar.date(of: columns.starts[$0]) == day }
                .map { "\(Int(columns.upper[$0]))/\(Int(columns.lower[$0]))" }
        }
        let counted = (0..<columns.count).filter {
            let day = setting.calendar.date(of: columns.starts[$0])
            return day > days[0] && day <= days[6]
        }
        #expect(counted.count == 24)
        let systolic = counted.reduce(0) { $0 + columns.upper[$1] } / 24
        let diastolic = counted.reduce(0) { $0 + columns.lower[$1] } / 24
        var expected = [
            "Blood pressure at home", "Anna Lindqvist", "29 August – 26 November 2026 (90 days)",
            "born 14 March 1968 · printed 27 November 2026", "7-DAY AVERAGE, DAY 1 LEFT OUT",
            "\(Int(systolic.rounded()))/\(Int(diastolic.rounded())) mmHg",
            "24 readings on 6 days", "28 of 28 planned readings", "ESC 2024", "135/85", "Morning",
            "evening", "At or above 135/85", "90 days: the mean of each day", "135", "85",
            "Protocol: the last 7 days", "Morning 1", "pulse", "Evening 2",
        ]
        for day in days { expected += readings(day) }
        expected += ["Mean", "Day 1 is not counted", "Highest", "SD of readings"]
        expected += ["Method:", "ESH 2021", "Omron M4", "Made with Oresen 1.2.3", "Page 1 of 1"]
        expectOrder(expected, in: text)
    }

    @Test func otherProgramsFindNothingWrong() throws {
        for (name, records, options) in try all() {
            let pdf = try setting.pdf(records, options)
            let fonts = try Tool.run("pdffonts", ["FILE"], on: pdf, named: "a.pdf")
                .split(separator: "\n").dropFirst(2)
            #expect(!fonts.isEmpty)
            for font in fonts {
                // The columns from the end: emb, sub, uni, object, generation.
                let fields = font.split(separator: " ").suffix(5)
                #expect(fields.prefix(3).allSatisfy { $0 == "yes" }, "\(name): \(font)")
            }
            let images = try Tool.run("pdfimages", ["-list", "FILE"], on: pdf, named: "a.pdf")
            #expect(images.split(separator: "\n").count <= 2, "\(name): \(images)")
            let checked = try Tool.run("qpdf", ["--check", "FILE"], on: pdf, named: "a.pdf")
            #expect(checked.contains("No syntax or stream encoding errors"), "\(name)")
            let plain = try Tool.run(
                "qpdf", ["--qdf", "--object-streams=disable", "FILE", "-"], on: pdf,
                named: "a.pdf")
            func count(_ text: String) -> Int { plain.components(separatedBy: text).count - 1 }
            #expect(count("/S /Figure") > 0, "\(name)")
            #expect(count("/S /Figure") == count("/Alt "), "\(name)")
            #expect(count("/S /H1") > 1)
            #expect(plain.contains("/Lang"))
            #expect(pdf.count <= 250_000, "\(name) has \(pdf.count) bytes")
        }
    }

    @Test func theStructureIsThatOfTheSheet() throws {
        let pdf = try setting.pdf(
            try setting.pressures(days: 90), setting.options(.bloodPressure, notes: notes))
        let structure = try Tool.run("pdfinfo", ["-struct-text", "FILE"], on: pdf, named: "a.pdf")
        expectOrder(
            [
                "H1", "Blood pressure at home", "H1", "limit of 135/85", "H1", "90 days",
                "Figure", "Chart of blood pressure", "H1", "Protocol", "Table", "TR", "TH",
                "Morning 1", "TR", "TH", "Fri 20 Nov", "TD", "TR", "Mean", "Table", "Highest", "H1",
                "Notes", "L", "LI", "walks, less salt", "Method:",
            ], in: structure)
    }

    @Test func aPlanFitsOnBothPapers() throws {
        for paper in Paper.allCases {
            let report = try setting.report(
                try setting.pressures(days: 90, readings: 3),
                setting.options(.bloodPressure, paper: paper, notes: notes))
            let texts = report.pages[0].picture.elements.flatMap(\.flattened).compactMap {
                element -> String? in
                if case .text(let line, _, _, _, _) = element { line.text } else { nil }
            }
            for day in ["Fri 20 Nov *", "Sat 21 Nov", "Thu 26 Nov"] {
                #expect(texts.contains(day), "\(day) on \(paper)")
            }
        }
    }

    @Test(arguments: ["Jürgen Großmann-Überweg", "田中 太郎", "محمد حسن", "O’Brien ✓"])
    func namesOfAnyScriptAreText(name: String) throws {
        let pdf = try setting.pdf(
            try setting.pressures(days: 7), setting.options(.bloodPressure, days: 7, name: name))
        let text = try Tool.run("pdftotext", ["FILE", "-"], on: pdf, named: "a.pdf")
        let plain = text.filter { !"\u{202A}\u{202B}\u{202C}".contains($0) }
        #expect(plain.contains(name), "\(text.prefix(200))")
        // The metadata have no name.
        let metadata = try Tool.run("pdfinfo", ["FILE"], on: pdf, named: "a.pdf")
        #expect(!metadata.contains(name))
        #expect(metadata.contains("Tagged:          yes"))
    }

    @Test func withoutANameThereIsNone() throws {
        let records = try setting.pressures(days: 7)
        var options = setting.options(.bloodPressure, days: 7)
        options.heading.born = nil
        let pdf = try setting.pdf(records, options)
        let text = try Tool.run("pdftotext", ["-raw", "FILE", "-"], on: pdf, named: "a.pdf")
        #expect(!text.contains("born"))
        #expect(text.contains("printed 27 November 2026"))
    }

    @Test func everythingIsOnTwoSheets() throws {
        let records = try setting.everything(days: 28)
        let report = try setting.report(records, setting.options(.all))
        #expect(report.pages.count == 2)
        let pdf = try setting.pdf(records, setting.options(.all))
        let text = try Tool.run("pdftotext", ["-raw", "FILE", "-"], on: pdf, named: "a.pdf")
        expectOrder(
            [
                "Health report", "Blood pressure at home", "Blood glucose", "Page 1 of 2",
                "Health report", "Weight", "Heart and sleep", "Page 2 of 2",
            ], in: text)
        // A subject without readings is not there.
        let one = try setting.report(try setting.weights(days: 28), setting.options(.all))
        #expect(one.pages.count == 1)
    }

    @Test func theSameRecordsGiveTheSameBytes() throws {
        let records = try setting.pressures(days: 30)
        let options = setting.options(.bloodPressure, notes: notes)
        #expect(try setting.pdf(records, options) == setting.pdf(records, options))
    }

    @Test func whatIsNotThereIsSaid() throws {
        let records = try setting.pressures(days: 7)
        #expect(throws: ReportError.self) {
            try setting.report(records, setting.options(.glucose))
        }
        var options = setting.options(.bloodPressure)
        options.span = .dates(
            from: CivilDate(year: 2020, month: 1, day: 1),
            to: CivilDate(year: 2020, month: 2, day: 1))
        #expect(throws: ReportError.self) { try setting.report(records, options) }
    }
}
