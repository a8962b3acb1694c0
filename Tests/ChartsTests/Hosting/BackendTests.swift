import ChartExport
import ChartScene
import Charts
import Foundation
import Geometry
import Imaging
import Testing

/// Every mark and every attachment on the GPU, as SVG and as PDF: away from edges all three are the same.
@MainActor
@Suite struct BackendTests {
    /// How a document is made to a picture of pixels again.
    enum Backend: String, CaseIterable, Sendable {
        case svg
        case pdf

        @MainActor
        func bytes(of document: PictureDocument) throws -> [UInt8] {
            let fonts = try Fonts.library()
            return switch self {
            case .svg: try document.svg(fonts: fonts)
            case .pdf: try document.pdf(fonts: fonts)
            }
        }

        /// The pixels of a file in a folder, at device pixels per point.
        func pixels(of file: URL, scale: Double, in folder: URL) throws -> Bitmap {
            let picture = folder.appending(path: "picture").path(percentEncoded: false)
            let path = file.path(percentEncoded: false)
            switch self {
            case .svg:
                _ = try Tools.run(
                    "rsvg-convert", ["--zoom", "\(scale)", path, "-o", picture + ".png"])
            case .pdf:
                _ = try Tools.run(
                    "pdftoppm", ["-png", "-singlefile", "-r", "\(72 * scale)", path, picture])
            }
            return try Bitmap(contentsOfFile: picture + ".png")
        }
    }

    private func pixels(
        of document: PictureDocument, _ backend: Backend, scale: Double = 1
    ) throws -> Bitmap {
        try Tools.inFolder { folder in
            let file = folder.appending(path: "chart.\(backend.rawValue)")
            try Data(backend.bytes(of: document)).write(to: file)
            return try backend.pixels(of: file, scale: scale, in: folder)
        }
    }

    /// The largest difference of a channel at pixels about which nothing changes, and the part of the
    /// picture that is the same.
    private func difference(
        _ wanted: Bitmap, _ other: Bitmap
    ) -> (worst: Int, place: String, part: Double) {
        let (width, height) = (wanted.width, wanted.height)
        func most(_ a: Bitmap.Pixel, _ b: Bitmap.Pixel) -> Int {
            let red = abs(Int(a.red) - Int(b.red))
            let green = abs(Int(a.green) - Int(b.green))
            return max(red, green, abs(Int(a.blue) - Int(b.blue)))
        }
        func isPlain(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Bool {
            let middle = bitmap[x, y]
            return (-2...2).allSatisfy { dy in
                (-2...2).allSatisfy { dx in most(middle, bitmap[x + dx, y + dy]) <= 5 }
            }
        }
        var worst = (0, "")
        var same = 0
        for y in 0..<height {
            for x in 0..<width {
                let difference = most(wanted[x, y], other[x, y])
                if difference <= 3 { same += 1 }
                // The edge of the picture is an edge too.
                guard difference > worst.0, x >= 2, y >= 2, x < width - 2, y < height - 2,
                    isPlain(wanted, x, y), isPlain(other, x, y)
                else { continue }
                worst = (difference, "\(x), \(y)")
            }
        }
        return (worst.0, worst.1, Double(same) / Double(width * height))
    }

    @Test(arguments: ReferencePicture.all, Backend.allCases)
    func aMarkLooksTheSame(_ reference: ReferencePicture, _ backend: Backend) throws {
        let image = try ChartImage(fonts: try Fonts.library())
        for theme in [ChartTheme.light, .dark] {
            let size = ReferencePicture.size
            let wanted = try image.draw(reference.chart(theme), size: size)
            let document = image.document(
                reference.chart(theme), size: size, title: reference.name)
            let other = try pixels(of: document, backend)
            #expect(other.width == wanted.width && other.height == wanted.height)
            let (worst, place, part) = difference(wanted, other)
            #expect(worst <= 3, "\(worst) at \(place)")
            #expect(part > 0.5, "only \(part) of the picture is the same")
        }
    }

    /// All that lies in a plot, over it and beside it, each in a chart that has marks too.
    private static func furnished(_ number: Int, _ theme: ChartTheme) throws -> ChartFigure {
        let times = (0...40).map { Double($0) * 86_400 }
        let values = times.map { 50 + 30 * sin($0 / 400_000) }
        let line = LineMark(SampleSeries(times: times, values: values), id: "Line")
        switch number {
        case 0:
            let goal = ReferenceLine(
                at: 62, width: 2, color: theme.series[3], dash: DashPattern(on: 4, off: 3))
            let span = SpanHighlight(
                style: .init(fill: theme.series[1].opacity(0.2), edge: theme.series[1]))
            let chart = Chart(theme: theme) {
                line
                Zone(40...60, color: theme.series[2].opacity(0.3))
                TimeAxis(zone: .utc)
                ValueAxis()
            }
            let label = ReferenceLabel(goal)
            label.write("Goal 62")
            span.show(Extent(min: times[10], max: times[20]), at: 0)
            span.advance(to: 10)
            chart.foreground = [goal, span]
            chart.annotations += [
                Callouts([Callout(x: times[30], y: values[30], "A place\nin the data")]),
                label, TierLabels(),
            ]
            return ChartFigure([chart], theme: theme)
        case 1:
            let chart = Chart(theme: theme) {
                BarMark(
                    (0..<8).map { Bar(center: Double($0), slot: 1, value: Double($0 % 5 + 1)) },
                    id: "Bars")
                NumberAxis()
                ValueAxis()
            }
            chart.xAxis.lines = .ruled(theme.label)
            chart.yAxis.lines = .ruled(theme.label)
            return ChartFigure([chart], theme: theme)
        case 2:
            let bars = HorizontalBarMark([5, 3, 8])
            let chart = Chart(theme: theme) {
                bars
                NumberAxis()
                ValueAxis()
            }
            chart.annotations.append(HorizontalBarLabels(bars) { "\(Int($0))" })
            return ChartFigure([chart], theme: theme)
        case 3:
            let chart = Chart(theme: theme) {
                line
                TimeAxis(zone: .utc)
                ValueAxis()
            }
            let lane = EventLane(
                style: .init(
                    sign: theme.series[4], text: theme.label, rule: theme.grid,
                    band: theme.series[4].opacity(0.2)))
            lane.events = [
                ChartEvent(id: 1, span: Extent(min: times[5], max: times[5]), text: "A moment"),
                ChartEvent(id: 2, span: Extent(min: times[12], max: times[25]), text: "A span"),
            ]
            chart.background = [lane.bands]
            chart.annotations = [lane]
            chart.style.insets.top += EventLane.height
            chart.style.eventLane = EventLane.height
            let figure = ChartFigure([chart], theme: theme)
            // The crosshair with its board stands where it was put.
            let image = try ChartImage(fonts: try Fonts.library())
            _ = image.scene(figure, size: Size(width: 420, height: 300), at: 0)
            figure.showCrosshair(at: times[33], of: chart.x, at: 0)
            return figure
        case 4:
            let categories = CategoryChart(
                CategorySeries([
                    ("Apples", 7.0), ("Tangerines", 1), ("Peaches", 9), ("Grapes", 6),
                    ("Strawberries", 3), ("Bananas", 2),
                ]), id: "Eaten")
            let figure = ChartFigure(theme: theme)
            figure.add(categories)
            return figure
        default:
            let space = PolarSpace()
            let grid = PolarGrid(space, color: theme.grid, spokes: 8)
            let chart = Chart(theme: theme) {
                grid
                PolarLineMark(
                    angles: [0, 60, 120, 200, 300], values: [3, 5, 2, 6, 4], in: space
                ).closed() as any Mark
                PolarLabels(grid)
                NumberAxis.hidden
                ValueAxis.hidden
            }
            return ChartFigure([chart], theme: theme)
        }
    }

    @Test(arguments: 0..<6, Backend.allCases)
    func whatIsAroundMarksLooksTheSame(_ number: Int, _ backend: Backend) throws {
        let image = try ChartImage(fonts: try Fonts.library())
        let size = Size(width: 420, height: 300)
        for (theme, scale) in [(ChartTheme.light, 1.0), (.dark, 2)] {
            let wanted = try image.draw(
                Self.furnished(number, theme), size: size, scale: scale, at: 10)
            let document = image.document(
                try Self.furnished(number, theme), size: size, title: "Around marks",
                scale: scale, at: 10)
            let other = try pixels(of: document, backend, scale: scale)
            let (worst, place, part) = difference(wanted, other)
            #expect(worst <= 3, "\(worst) at \(place) of scale \(scale)")
            #expect(part > 0.7, "only \(part) of the picture is the same")
        }
    }
}

/// Programs of others, and folders of one's own.
enum Tools {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "documents-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    /// What a program prints.
    static func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(program) ended with \(process.terminationStatus)")
        }
        return String(decoding: printed, as: UTF8.self)
    }
}
