import ChartCore
import Foundation
import Streams
import Testing

@testable import HealthData

/// Workbooks in the form of the programs that write them: the parts, prefixes and orders are theirs,
/// the numbers are made up.
@Suite("Workbooks") struct WorkbookTests {
    private let files: TestFiles

    init() throws { files = try TestFiles() }

    private func values(_ result: ImportResult, _ id: MetricID) -> [Double] {
        result.records[id].map { Array($0.columns.values) } ?? []
    }

    private func starts(_ result: ImportResult, _ id: MetricID) -> [Double] {
        result.records[id].map { Array($0.columns.starts) } ?? []
    }

    /// Seconds since 1970 in UTC.
    private func utc(_ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0) -> Double {
        // 2026-03-01 is day 20,513.
        let days = 20_513 + day - 1
        return Double(days * 86_400 + hour * 3600 + minute * 60 + second)
    }

    // MARK: Office Open XML

    private static let types = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>
        """
    private static let rootLinks = """
        <?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>
        """

    /// A workbook in Office Open XML; each sheet has a name, the rest of its element, and its XML.
    private func workbook(
        _ sheets: [(name: String, rest: String, xml: String)], styles: String = "",
        texts: [String] = [], is1904: Bool = false, more: [(String, String)] = [],
        _ name: String = "log.xlsx"
    ) throws -> String {
        let list = sheets.enumerated().map { index, sheet in
            #"<sheet name="\#(sheet.name)" sheetId="\#(index + 1)" r:id="rId\#(index + 1)"\#(sheet.rest)/>"#
        }.joined()
        let links = sheets.indices.map { index in
            #"<Relationship Id="rId\#(index + 1)" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet\#(index + 1).xml"/>"#
        }.joined()
        let book = """
            <?xml version="1.0" encoding="UTF-8"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr\(is1904 ? " date1904=\"1\"" : "")/><sheets>\(list)</sheets></workbook>
            """
        var members: [(name: String, text: String)] = [
            ("[Content_Types].xml", Self.types), ("_rels/.rels", Self.rootLinks),
            ("xl/workbook.xml", book),
            (
                "xl/_rels/workbook.xml.rels",
                "<Relationships>\(links)<Relationship Id=\"s\" Type=\"x/styles\" Target=\"styles.xml\"/><Relationship Id=\"t\" Type=\"x/sharedStrings\" Target=\"/xl/sharedStrings.xml\"/></Relationships>"
            ),
        ]
        for (index, sheet) in sheets.enumerated() {
            members.append(("xl/worksheets/sheet\(index + 1).xml", sheet.xml))
        }
        if !styles.isEmpty { members.append(("xl/styles.xml", styles)) }
        if !texts.isEmpty {
            members.append(("xl/sharedStrings.xml", "<sst>\(texts.joined())</sst>"))
        }
        members += more.map { (name: $0.0, text: $0.1) }
        return try files.zip(members, name)
    }

    /// Formats 0 number, 1 date, 2 date and time, 3 time, 4 share, 5 length, 6 a code of its own.
    private static let styles = """
        <styleSheet><numFmts count="2"><numFmt numFmtId="164" formatCode="[$-407]d/\\ mmm\\ yyyy;@"/><numFmt numFmtId="165" formatCode="&quot;Tag &quot;0.0"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs count="7"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="20"/><xf numFmtId="10"/><xf numFmtId="46"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>
        """

    private func rows(_ rows: [String], behind: String = "") -> String {
        "<worksheet><sheetData>\(rows.joined())</sheetData>\(behind)</worksheet>"
    }

    @Test("Dates, times and shares by the formats of cells, and texts that are shared")
    func excel() throws {
        let texts = [
            "<si><t>Datum</t></si>", "<si><t>Zeit</t></si>",
            "<si><r><t>Gewi</t></r><r><rPr><b/></rPr><t>cht (kg)</t></r><rPh><t>no</t></rPh></si>",
            "<si><t xml:space=\"preserve\">Fett </t></si>", "<si><t>81,3</t></si>",
        ]
        // 46082 is 2026-03-01; 0.30208333 is 07:15.
        let sheet = rows(
            [
                #"<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row>"#,
                #"<row r="2"><c r="A2" s="1"><v>46082</v></c><c r="B2" s="3"><v>0.30208333333333331</v></c><c r="C2"><v>81.400000000000006</v></c><c r="D2" s="4"><v>0.192</v></c></row>"#,
                #"<row r="4"><c r="A4" s="6"><v>46083</v></c><c r="B4" s="3"><v>0.99999999</v></c><c r="C4" t="s"><v>4</v></c><c r="D4" s="4"><v>0.193</v></c></row>"#,
            ])
        let result = load(
            try workbook([("Werte", "", sheet)], styles: Self.styles, texts: texts))
        #expect(values(result, .weight) == [81.4, 81.3])
        #expect(starts(result, .weight) == [utc(1, 7, 15), utc(2, 23, 59, 59)])
        #expect(values(result, .bodyFat) == [19.2, 19.3])
        #expect(result.report.files[0].format == "workbook")
        expectBalanced(result.report)
    }

    @Test("Numbers of days: the day that was none, the count from 1904, fractions of a second")
    func serialDays() {
        let cases: [(CellFormat, Double, Bool, String)] = [
            (.date, 1, false, "1900-01-01"), (.date, 59, false, "1900-02-28"),
            (.date, 61, false, "1900-03-01"), (.date, 46_082, false, "2026-03-01"),
            (.date, 44_620, true, "2026-03-01"), (.date, 0, true, "1904-01-01"),
            (.dateAndTime, 45_691.302002314813, false, "2025-02-03 07:14:53"),
            (.dateAndTime, 46_081.999999, false, "2026-03-01 00:00:00"),
            (.date, 46_082.5, false, "2026-03-01 12:00:00"),
            (.time, 0.5, false, "12:00:00"), (.time, 46_082.25, false, "2026-03-01 06:00:00"),
            (.length, 1.0625, false, "25:30:00"), (.share, 0.07, false, "7%"),
            (.number, 1e6, false, "1000000"), (.number, 0.1 + 0.2, false, "0.30000000000000004"),
            (.date, -3, false, "-3"), (.dateAndTime, 1e9, false, "1000000000"),
        ]
        for (format, number, from1904, text) in cases {
            #expect(format.text(number, from1904: from1904) == text, "\(format) \(number)")
        }
    }

    @Test(
        "What a format's code says",
        arguments: [
            ("yyyy\\-mm\\-dd", CellFormat.date), ("dd/mm/yy;@", .date), ("h:mm AM/PM", .time),
            ("[h]:mm:ss", .length), ("[mm]", .length), ("d.m.yyyy hh:mm", .dateAndTime),
            ("0.00", .number), ("\"days \"0", .number), ("[Red]0.0", .number), ("General", .number),
            ("0.0%", .share), ("[$-F400]h:mm:ss", .time), ("_-* #,##0.00\\ \"mmHg\"", .number),
            ("mmm yy", .date), ("0.00E+00", .number), ("Standard", .number), ("0\\d", .number),
            ("yyyy\"年\"m\"月\"d\"日\"", .date), ("", .number),
        ])
    func codes(code: String, format: CellFormat) { #expect(CellFormat(code: code) == format) }

    @Test("A workbook that counts from 1904, without names of cells, with prefixes")
    func otherWriters() throws {
        let sheet = """
            <x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>date</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>steps</x:t></x:is></x:c></x:row><x:row><x:c s="1"><x:v>44620</x:v></x:c><x:c><x:v>5000</x:v></x:c></x:row><x:row><x:c t="d"><x:v>2026-03-02</x:v></x:c><x:c t="str"><x:f>1+1</x:f><x:v>6000</x:v></x:c></x:row></x:sheetData></x:worksheet>
            """
        let result = load(
            try workbook([("S", "", sheet)], styles: Self.styles, is1904: true, "mac.xlsm"))
        #expect(values(result, .steps) == [5000, 6000])
        #expect(starts(result, .steps) == [utc(1), utc(2)])
    }

    @Test("Merged dates hold for all their rows; titles, formulas and errors harm nothing")
    func merged() throws {
        func text(_ cell: String, _ text: String) -> String {
            "<c r=\"\(cell)\" t=\"inlineStr\"><is><t>\(text)</t></is></c>"
        }
        let sheet = rows(
            [
                "<row r=\"1\">\(text("A1", "My log"))</row>",
                "<row r=\"3\">\(text("A3", "Date"))\(text("B3", "Time"))\(text("C3", "Pulse"))</row>",
                #"<row r="4"><c r="A4" s="1"><v>46082</v></c><c r="B4" s="3"><v>0.25</v></c><c r="C4"><v>61</v></c></row>"#,
                #"<row r="5"><c r="B5" s="3"><v>0.75</v></c><c r="C5"><v>72</v></c></row>"#,
                #"<row r="6"><c r="A6" s="1"><v>46083</v></c><c r="B6" s="3"><v>0.25</v></c><c r="C6" t="e"><v>#N/A</v></c></row>"#,
                #"<row r="7"><c r="B7" s="3"><v>0.75</v></c><c r="C7"><v>73</v></c></row>"#,
                "<row r=\"9\">\(text("A9", "Mean"))<c r=\"C9\"><f>AVERAGE(C4:C7)</f></c></row>",
            ],
            behind:
                #"<mergeCells count="3"><mergeCell ref="A1:C1"/><mergeCell ref="A4:A5"/><mergeCell ref="A6:A7"/></mergeCells>"#
        )
        let result = load(try workbook([("Log", "", sheet)], styles: Self.styles))
        #expect(values(result, .heartRate) == [61, 72, 73])
        #expect(starts(result, .heartRate) == [utc(1, 6), utc(1, 18), utc(2, 18)])
        let file = result.report.files[0]
        #expect(file.refusals.map(\.place).contains("Log row 9"))
        #expect(file.notes.contains { $0.text.hasPrefix("1 formula has no stored result") })
        expectBalanced(result.report)
    }

    @Test("Each sheet is a table of its own; others are named, and hidden ones are not read")
    func sheets() throws {
        let weights = rows([
            #"<row r="1"><c r="A1" t="inlineStr"><is><t>date</t></is></c><c r="B1" t="inlineStr"><is><t>weight kg</t></is></c></row>"#,
            #"<row r="2"><c r="A2" s="1"><v>46082</v></c><c r="B2"><v>81</v></c></row>"#,
        ])
        let steps = weights.replacing("weight kg", with: "steps").replacing(">81<", with: ">5000<")
        let words = rows([
            #"<row r="1"><c r="A1" t="inlineStr"><is><t>Call the doctor</t></is></c></row>"#
        ])
        let result = load(
            try workbook(
                [
                    ("Body", "", weights), ("Notes", "", words),
                    ("Old", " state=\"hidden\"", weights),
                    ("Walks", "", steps), ("Gone", "", ""),
                ], styles: Self.styles))
        #expect(values(result, .weight) == [81])
        #expect(values(result, .steps) == [5000])
        let notes = result.report.files[0].notes.map(\.text)
        #expect(notes.contains { $0.hasPrefix("sheet Notes was passed over: ") })
        #expect(notes.contains { $0.hasPrefix("sheet Gone was passed over: ") })
        #expect(notes.contains("the hidden sheet Old was passed over"))
        expectBalanced(result.report)
    }

    @Test("A workbook in an archive and in a folder, next to other files")
    func containers() throws {
        let weights = rows([
            #"<row r="1"><c r="A1" t="inlineStr"><is><t>date</t></is></c><c r="B1" t="inlineStr"><is><t>weight kg</t></is></c></row>"#,
            #"<row r="2"><c r="A2" s="1"><v>46082</v></c><c r="B2"><v>81</v></c></row>"#,
        ])
        let path = try workbook([("Body", "", weights)], styles: Self.styles)
        let inner = try files.bytes("log.xlsx")
        let outer = try files.zip(
            [("a/log.xlsx", inner), ("b.csv", Array("date,steps\n2026-03-01,7\n".utf8))],
            "all.zip")
        for result in [load(outer), load(files.folder)] {
            #expect(values(result, .weight) == [81])
            #expect(values(result, .steps) == [7])
            expectBalanced(result.report)
        }
        _ = path
    }

    @Test("A sheet of many rows is read in pieces, and its places are its own rows")
    func longSheet() throws {
        var lines = [
            #"<row r="1"><c r="A1" t="inlineStr"><is><t>date</t></is></c><c r="B1" t="inlineStr"><is><t>pulse</t></is></c></row>"#
        ]
        for row in 2...20_001 {
            let day = 46_082 + Double(row - 2) / 1440
            lines.append(
                row == 15_000
                    ? #"<row r="15000"><c r="A15000" t="inlineStr"><is><t>soon</t></is></c><c r="B15000"><v>70</v></c></row>"#
                    : #"<row r="\#(row)"><c r="A\#(row)" s="2"><v>\#(day)</v></c><c r="B\#(row)"><v>\#(60 + row % 40)</v></c></row>"#
            )
        }
        let result = load(try workbook([("Day", "", rows(lines))], styles: Self.styles))
        #expect(values(result, .heartRate).count == 19_999)
        #expect(starts(result, .heartRate)[1] == utc(1, 0, 1))
        #expect(result.report.files[0].refusals.map(\.place) == ["Day row 15000"])
        expectBalanced(result.report)
    }

    @Test("Broken workbooks: cut off, without parts, with wrong numbers, with entities")
    func brokenExcel() throws {
        let sheet = rows([
            #"<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>"#,
            #"<row r="2"><c r="A2" s="1"><v>46082</v></c><c r="B2"><v>81</v></c></row>"#,
            #"<row r="9999999999"><c r="ZZZZ9" s="99"><v>1e999</v></c></row>"#,
            #"<row r="1"><c r="A1" s="-1" t="s"><v>77</v></c></row>"#,
            #"<row r="3"><c r="A3" s="1"><v>46083</v></c><c r="B3"><v>82</v></c></row>"#,
        ])
        let texts = ["<si><t>date</t></si>", "<si><t>weight kg</t></si>"]
        let path = try workbook([("B", "", sheet)], styles: Self.styles, texts: texts)
        #expect(values(load(path), .weight) == [81, 82])
        // Every truncation is refused or read in part.
        let whole = try files.bytes("log.xlsx")
        for count in stride(from: 40, to: whole.count, by: 97) {
            let part = load(try files.write(Array(whole.prefix(count)), "part.xlsx"))
            #expect(values(part, .weight).count <= 2)
            if values(part, .weight).isEmpty {
                #expect(part.report.files[0].failure != nil, "\(count)")
            }
        }
        let laughs = """
            <!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>
            """
        let bad = load(
            try workbook([("B", "", laughs + sheet)], styles: Self.styles, "laughs.xlsx"))
        #expect(bad.report.files[0].failure != nil)
        let none = load(
            try files.zip(
                [("[Content_Types].xml", Self.types), ("xl/nothing.xml", "<a/>")], "n.xlsx"))
        let failure = try #require(none.report.files[0].failure)
        #expect(failure.problem.contains("Office document without sheets"))
    }

    @Test("What is locked or old is named")
    func locked() throws {
        let name = "EncryptedPackage".utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        let old: [UInt8] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
        let blank = [UInt8](repeating: 0, count: 1024)
        let locked = load(try files.write(old + blank + name + blank, "locked.xlsx"))
        #expect(
            locked.report.files[0].failure?.problem.contains("locked with a password") == true)
        #expect(locked.report.files[0].failure?.remedy.contains("without a password") == true)
        let excel = load(try files.write(old + blank, "old.xls"))
        #expect(excel.report.files[0].failure?.problem.contains("old Office document") == true)
        let binary = load(
            try files.zip(
                [
                    ("[Content_Types].xml", Self.types),
                    ("_rels/.rels", Self.rootLinks.replacing("workbook.xml", with: "workbook.bin")),
                    ("xl/workbook.bin", "x"),
                ], "b.xlsb"))
        #expect(binary.report.files[0].failure?.problem.contains("binary form") == true)
    }

    @Test("A workbook without a table says so, sheet by sheet")
    func noTable() throws {
        let words = rows([
            #"<row r="1"><c r="A1" t="inlineStr"><is><t>Call the doctor</t></is></c></row>"#
        ])
        let one = load(try workbook([("Notes", "", words)]))
        #expect(one.report.files[0].failure?.problem.hasPrefix("sheet Notes: ") == true)
        let two = load(try workbook([("Notes", "", words), ("More", "", words)], "two.xlsx"))
        let problem = try #require(two.report.files[0].failure?.problem)
        #expect(problem.hasPrefix("none of its sheets is a table of records: sheet Notes: "))
    }

    // MARK: OpenDocument

    private func document(
        _ tables: String, styles: String = "", manifest: String = "<manifest/>",
        _ name: String = "log.ods"
    ) throws -> String {
        try files.zip(
            [
                ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
                ("META-INF/manifest.xml", manifest),
                (
                    "content.xml",
                    """
                    <?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:style="s"><office:automatic-styles>\(styles)</office:automatic-styles><office:body><office:spreadsheet>\(tables)</office:spreadsheet></office:body></office:document-content>
                    """
                ),
            ], name)
    }

    private func cell(_ type: String, _ value: String, _ rest: String = "") -> String {
        let name = [
            "float": "value", "percentage": "value", "date": "date-value", "time": "time-value",
        ]
        return
            #"<table:table-cell office:value-type="\#(type)" office:\#(name[type] ?? "value")="\#(value)"\#(rest)><text:p>shown</text:p></table:table-cell>"#
    }

    private func text(_ text: String, _ rest: String = "") -> String {
        #"<table:table-cell office:value-type="string"\#(rest)><text:p>\#(text)</text:p></table:table-cell>"#
    }

    private let rest =
        #"<table:table-cell table:number-columns-repeated="16380"/>"#
    private let emptyRows =
        #"<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>"#

    @Test("Values by their types; the endless rest of a sheet costs nothing")
    func openDocument() throws {
        let header =
            "<table:table-row>\(text("Date"))\(text("Time"))\(text("Weight (kg)"))\(text("Fat"))\(rest)</table:table-row>"
        let first =
            "<table:table-row>\(cell("date", "2026-03-01"))\(cell("time", "PT07H15M00S"))\(cell("float", "81.4"))\(cell("percentage", "0.192"))\(rest)</table:table-row>"
        let second =
            "<table:table-row>\(cell("date", "2026-03-02"))\(cell("time", "PT21H40M30S"))\(cell("float", "81.1"))\(cell("percentage", "0.19"))\(rest)</table:table-row>"
        let note =
            "<table:table-row><table:table-cell office:value-type=\"string\"><office:annotation><text:p>aside</text:p></office:annotation><text:p>My <text:span>log</text:span></text:p></table:table-cell>\(rest)</table:table-row>"
        let hidden =
            "<style:style style:name=\"ta2\"><style:table-properties table:display=\"false\"/></style:style>"
        let result = load(
            try document(
                "<table:table table:name=\"Body\">\(note)\(header)\(first)\(second)\(emptyRows)</table:table><table:table table:name=\"Old\" table:style-name=\"ta2\">\(header)\(first)</table:table><table:table table:name=\"Empty\">\(emptyRows)</table:table>",
                styles: hidden))
        #expect(values(result, .weight) == [81.4, 81.1])
        #expect(starts(result, .weight) == [utc(1, 7, 15), utc(2, 21, 40, 30)])
        #expect(values(result, .bodyFat) == [19.2, 19])
        let notes = result.report.files[0].notes.map(\.text)
        #expect(notes.contains("the hidden sheet Old was passed over"))
        #expect(notes.contains { $0.hasPrefix("sheet Empty was passed over") })
        expectBalanced(result.report)
    }

    @Test("Dates that span rows, repeated rows, dates with times")
    func openDocumentSpans() throws {
        let header =
            "<table:table-row>\(text("Date"))\(text("Time"))\(text("Pulse"))</table:table-row>"
        let span = " table:number-rows-spanned=\"2\""
        let rows = """
            <table:table-row>\(cell("date", "2026-03-01", span))\(text("06:00"))\(cell("float", "61"))</table:table-row><table:table-row><table:covered-table-cell/>\(text("18:00"))\(cell("float", "72"))</table:table-row><table:table-row>\(cell("date", "2026-03-02", span))\(text("06:00"))\(cell("float", "62"))</table:table-row><table:table-row><table:covered-table-cell/>\(text("18:00"))\(text("#N/A"))</table:table-row>
            """
        let result = load(
            try document("<table:table table:name=\"P\">\(header)\(rows)</table:table>"))
        #expect(values(result, .heartRate) == [61, 72, 62])
        #expect(starts(result, .heartRate) == [utc(1, 6), utc(1, 18), utc(2, 6)])
        let moments =
            "<table:table-row>\(text("when"))\(text("steps"))</table:table-row><table:table-row>\(cell("date", "2026-03-01T07:14:53"))\(cell("float", "7"))</table:table-row>"
        let other = load(
            try document("<table:table table:name=\"M\">\(moments)</table:table>", "m.ods"))
        #expect(starts(other, .steps) == [utc(1, 7, 14, 53)])
    }

    @Test("Broken and locked spreadsheets of OpenDocument")
    func brokenOpenDocument() throws {
        let locked = load(
            try document(
                "", manifest: "<manifest><file-entry><encryption-data/></file-entry></manifest>",
                "locked.ods"))
        #expect(locked.report.files[0].failure?.problem == "is locked with a password")
        let bomb =
            "<table:table table:name=\"B\"><table:table-row table:number-rows-repeated=\"99999999999\">\(cell("date", "2026-03-01"))\(cell("float", "7", " table:number-columns-repeated=\"99999999\""))</table:table-row></table:table>"
        let result = load(try document(bomb, "bomb.ods"))
        #expect(result.report.files[0].read <= 10_000)
        expectBalanced(result.report)
        let path = try document(
            "<table:table table:name=\"A\"><table:table-row>\(text("date"))\(text("steps"))</table:table-row><table:table-row>\(cell("date", "2026-03-01"))\(cell("float", "7"))</table:table-row></table:table>",
            "whole.ods")
        let whole = try files.bytes("whole.ods")
        #expect(values(load(path), .steps) == [7])
        for count in stride(from: 40, to: whole.count, by: 61) {
            let part = load(try files.write(Array(whole.prefix(count)), "part.ods"))
            #expect(values(part, .steps).count <= 1)
        }
    }
}
