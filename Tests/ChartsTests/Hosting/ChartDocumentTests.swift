import ChartExport
import ChartScene
import Charts
import Foundation
import Geometry
import Imaging
import PictureTesting
import Testing

/// Charts as documents, read by other programs.
@MainActor
@Suite struct ChartDocumentTests {
    private let size = Size(width: 540, height: 320)

    private func chart(_ name: String, unit: String = "") -> Chart {
        let times = (0..<365).map { Double($0) * 86_400 }
        return Chart {
            LineMark(
                SampleSeries(times: times, values: times.map { 70 + 4 * sin($0 / 3e6) }),
                id: name)
            TimeAxis(zone: .utc)
            ValueAxis(unit: unit)
        }
    }

    private func written<Result>(
        _ figure: ChartFigure, _ name: String, title: String = "Weight",
        _ body: (String) throws -> Result
    ) throws -> Result {
        try Tool.inFolder { folder in
            let path = folder.appending(path: name).path(percentEncoded: false)
            try ChartImage(fonts: try Fonts.library()).write(
                figure, toFile: path, size: size, title: title)
            return try body(path)
        }
    }

    @Test(arguments: ["Weight", "体重", "وزن"]) func textsCanBeRead(name: String) throws {
        let chart = chart(name)
        chart.annotations.append(Callouts([Callout(x: 100 * 86_400, y: 72, name)]))
        let text = try written(ChartFigure([chart]), "chart.pdf") {
            try Tool.run("pdftotext", [$0, "-"])
        }
        #expect(text.contains(name), "\(text)")
        for label in chart.placedLabels(Typesetter(fonts: try Fonts.library())).y {
            #expect(text.contains(label.text), "\(label.text)")
        }
        let svg = try written(ChartFigure([chart]), "chart.svg") {
            try String(contentsOfFile: $0, encoding: .utf8)
        }
        #expect(svg.contains("<title id=\"title\">Weight</title>"))
        #expect(!svg.contains("<script") && !svg.contains("href="))
    }

    @Test func theOverviewAndTheLegendHaveTheirNames() throws {
        let times = (0..<365).map { Double($0) * 86_400 }
        let chart = chart("Weight")
        let figure = ChartFigure([chart])
        figure.overview = Overview(
            of: chart.x, showing: SampleSeries(times: times, values: times))
        figure.legend = Legend()
        let svg = try written(figure, "chart.svg") {
            try String(contentsOfFile: $0, encoding: .utf8)
        }
        for id in ["overview", "legend"] { #expect(svg.contains("id=\"\(id)\""), "\(id)") }
        let text = try written(figure, "chart.pdf") { try Tool.run("pdftotext", [$0, "-"]) }
        #expect(text.contains("Weight"))
    }

    @Test func aPageIsTaggedEmbedsItsFontsAndHasNoImages() throws {
        let figure = ChartFigure([chart("Weight")])
        try written(figure, "chart.pdf") { path in
            let fonts = try Tool.run("pdffonts", [path]).split(separator: "\n").dropFirst(2)
            #expect(!fonts.isEmpty)
            for font in fonts { #expect(font.contains(" yes yes yes "), "\(font)") }
            let images = try Tool.run("pdfimages", ["-list", path])
            #expect(images.split(separator: "\n").count == 2)
            let check = try Tool.run("qpdf", ["--check", path])
            #expect(check.contains("No syntax"), "\(check)")
            let structure = try Tool.run("pdfinfo", ["-struct-text", path])
            #expect(structure.contains("Figure"))
            #expect(structure.contains(figure.summary), "\(structure)")
            let information = try Tool.run("pdfinfo", [path])
            #expect(information.contains("Tagged:          yes"))
            #expect(information.contains("Title:           Weight"))
        }
    }

    @Test(arguments: ["chart.svg", "chart.pdf", "chart.png"])
    func theSameChartGivesTheSameBytes(name: String) throws {
        func bytes() throws -> Data {
            try written(ChartFigure([chart("Weight")]), name) {
                try Data(contentsOf: URL(filePath: $0))
            }
        }
        let first = try bytes()
        #expect(try bytes() == first && !first.isEmpty)
    }

    @Test func aYearOfBloodPressureIsASmallPage() throws {
        let times = (0..<730).map { Double($0) * 43_200 }
        let chart = Chart {
            RangeBarMark(
                RangeSeries(
                    times: times, lows: times.map { 75 + 8 * sin($0 / 9e5) },
                    highs: times.map { 122 + 12 * sin($0 / 7e5) }), id: "Blood pressure")
            TimeAxis(zone: .utc)
            ValueAxis()
        }
        let bytes = try written(ChartFigure([chart]), "page.pdf") {
            try Data(contentsOf: URL(filePath: $0)).count
        }
        #expect(bytes < 250_000, "\(bytes)")
    }

    @Test func anotherEndingIsToldWithThoseThatWork() throws {
        let image = try ChartImage(fonts: try Fonts.library())
        let figure = ChartFigure([chart("Weight")])
        for name in ["chart.gif", "chart", "pdf", "chart.pdf.txt"] {
            let failure = #expect(throws: PictureFileError.self) {
                try image.write(figure, toFile: "/tmp/\(name)", size: size, title: "Weight")
            }
            #expect(failure?.description.contains(".png, .svg or .pdf") == true)
        }
        for (path, form) in [
            ("a.PNG", PictureForm.png), ("/x.y/b.Svg", .svg), (".pdf", .pdf),
        ] { #expect(PictureForm(endingOf: path) == form) }
    }

    @Test func whereItCannotBeWrittenNothingIsThere() throws {
        let image = try ChartImage(fonts: try Fonts.library())
        let figure = ChartFigure([chart("Weight")])
        try Tool.inFolder { folder in
            let path = folder.appending(path: "none/chart.svg").path(percentEncoded: false)
            #expect(throws: (any Error).self) {
                try image.write(figure, toFile: path, size: size, title: "Weight")
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path())
            #expect(left.isEmpty)
        }
    }

    @Test(arguments: ["chart.svg", "chart.pdf", "chart.png"])
    func aChartOfNothingAndOddNumbersIsASoundFile(name: String) throws {
        let odd = Chart {
            LineMark(
                SampleSeries(
                    times: [0, 1, 2, 3], values: [.nan, .infinity, -.infinity, .nan]), id: "Odd")
            NumberAxis()
            ValueAxis()
        }
        for figure in [ChartFigure([]), ChartFigure([Chart { NumberAxis() }]), ChartFigure([odd])] {
            for size in [Size(width: 1, height: 1), size] {
                let count = try Tool.inFolder { folder in
                    let path = folder.appending(path: name).path(percentEncoded: false)
                    try ChartImage(fonts: try Fonts.library()).write(
                        figure, toFile: path, size: size, title: "")
                    if name.hasSuffix("pdf") { _ = try Tool.run("qpdf", ["--check", path]) }
                    if name.hasSuffix("svg") {
                        _ = try Tool.run("rsvg-convert", [path, "-o", path + ".png"])
                    }
                    return try Data(contentsOf: URL(filePath: path)).count
                }
                #expect(count > 0)
            }
        }
    }
}
