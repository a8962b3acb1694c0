import ChartCore
import Charts
import Geometry
import HealthData
import Imaging
import Testing

@testable import Viewer

/// Pictures of the viewer, checked pixel by pixel against the records and the layout.
@MainActor @Suite struct PictureTests {
    nonisolated static let scales = [1.0, 1.25, 1.5, 2.0]
    nonisolated static let sizes = [
        Size(width: 360, height: 480), Size(width: 700, height: 500),
        Size(width: 1100, height: 720), Size(width: 1920, height: 1080),
    ]

    private func options(
        _ files: [String], _ metric: String?, period: Period? = .month, zone: String = "UTC",
        date: Double? = nil, dark: Bool = false, size: Size = Size(width: 700, height: 500)
    ) throws -> ViewerOptions {
        ViewerOptions(
            files: files, zone: try ZoneRules.named(zone), metric: metric, period: period,
            date: date, theme: dark ? .dark : .light, size: size, library: ":memory:")
    }

    private func card(_ dark: Bool) throws -> UInt32 {
        let text = Theme.theme(dark ? .dark : .light).card.hexString
        return try #require(UInt32(text.dropFirst(), radix: 16))
    }

    // MARK: Samples

    @Test(arguments: FewSamples.all, scales) func everySampleHasItsSeriesColour(
        few: FewSamples, scale: Double
    ) throws {
        let files = try TestFiles()
        let file = try files.write(few.text, "few.csv")
        for dark in scale == 1.25 ? [false] : [false, true] {
            let shot = try Shot(try options([file], few.metric, dark: dark), scale: scale)
            #expect(shot.x == Extent(min: FewSamples.march(1), max: FewSamples.march(32)))
            for sample in few.samples {
                let named: [(String, Double, Double)]
                switch few.metric {
                case "weight": named = [("measured", sample.values[0], 0)]
                // The rounded top of a bar covers a part of its pixel and of the next.
                case "steps": named = [("steps", sample.values[0], 2)]
                default:
                    named = [("systolic", sample.values[0], 0), ("diastolic", sample.values[1], 0)]
                }
                for (series, value, below) in named {
                    let color = try #require(shot.colors[series])
                    var place = shot.place(sample.time, value)
                    place.y += below
                    #expect(shot.plot.contains(place))
                    #expect(
                        shot.pixel(at: place) == color,
                        "\(series) \(value) at \(place.x), \(place.y), dark: \(dark)")
                }
            }
        }
    }

    @Test(arguments: scales) func barsStandOnTheirBaseAndEndAtTheirValue(scale: Double) throws {
        let files = try TestFiles()
        let file = try files.write(FewSamples.steps.text, "few.csv")
        let shot = try Shot(try options([file], "steps"), scale: scale)
        let color = try #require(shot.colors["steps"])
        #expect(shot.y.min == 0)
        for sample in FewSamples.steps.samples {
            let top = shot.place(sample.time, sample.values[0])
            let column = Int(top.x.rounded(.down))
            let rows = (Int(shot.plot.minY)..<Int(shot.plot.maxY)).filter {
                shot.pixel(column, $0) == color
            }
            let first = try #require(rows.first)
            let last = try #require(rows.last)
            #expect(Double(first) >= top.y.rounded(.down))
            #expect(Double(first) <= top.y.rounded(.down) + 2)
            #expect(last + 1 == Int(shot.plot.maxY))
            #expect(shot.pixel(column, Int(top.y.rounded(.down)) - 1) != color)
            // The bar is as wide to the left of its middle as to the right.
            let row = (first + last) / 2
            let columns = (Int(shot.plot.minX)..<Int(shot.plot.maxX)).filter {
                shot.pixel($0, row) == color && abs(Double($0) + 0.5 - top.x) < 7 * scale
            }
            let left = try #require(columns.first)
            let right = try #require(columns.last)
            #expect(abs((Double(left) + Double(right + 1)) / 2 - top.x) <= 1)
        }
    }

    @Test func nothingIsDrawnWhereNothingWasMeasured() throws {
        var options = try options(SampleFiles.all, "weight")
        // A year before the first record.
        options.range = Extent(
            min: FewSamples.march(1) - 1500 * 86_400, max: FewSamples.march(1) - 1470 * 86_400)
        let shot = try Shot(options)
        #expect(shot.plot.width > 100)
        for (series, color) in shot.colors {
            var found = 0
            for y in Int(shot.plot.minY)..<Int(shot.plot.maxY) {
                for x in Int(shot.plot.minX)..<Int(shot.plot.maxX) where shot.pixel(x, y) == color {
                    found += 1
                }
            }
            #expect(found == 0, "\(series)")
        }
    }

    // MARK: Hairlines

    @Test(arguments: scales) func gridLinesAreOneDevicePixel(scale: Double) throws {
        let files = try TestFiles()
        for few in FewSamples.all {
            let file = try files.write(few.text, "\(few.metric).csv")
            let dark = scale == 1.25 || scale == 2
            // Zones would give each line another background.
            let shot = try Shot(try options([file], few.metric, dark: dark), scale: scale) {
                model, scene in
                model.metricChart?.setShown(false, "zones", at: .immediate)
                scene.update()
            }
            let ground = try card(dark)
            let lines = shot.ticks.filter { $0.axis == "y" }
            #expect(lines.count >= 3)
            for line in lines {
                let row = Int(shot.place(shot.x.min, line.value).y.rounded(.down))
                var clear = 0
                for column in Int(shot.plot.minX) + 1..<Int(shot.plot.maxX) {
                    // Columns with a mark or a vertical line nearby are skipped.
                    guard shot.pixel(column, row - 3) == ground,
                        shot.pixel(column, row + 3) == ground
                    else { continue }
                    let rows = (row - 3...row + 3).filter { shot.pixel(column, $0) != ground }
                    guard rows != [row] else {
                        clear += 1
                        continue
                    }
                    // A mark that ends here covers the line, but does not interrupt it.
                    #expect(rows.contains(row), "\(line.label) at \(column): \(rows)")
                }
                #expect(
                    Double(clear) > shot.plot.width * 0.4,
                    "\(few.metric) \(line.label): \(clear)")
            }
        }
    }

    @Test(arguments: scales) func theHeadersLineIsOneDevicePixel(scale: Double) throws {
        for dark in [false, true] {
            let shot = try Shot(
                try options(
                    [SampleFiles.all[1]], "weight", dark: dark, size: Size(width: 900, height: 500)),
                scale: scale)
            // Left of everything in the list, and between list and headline.
            for x in [3.0, 240.0] {
                let column = Int(x * scale)
                let above = shot.pixel(column, Int(40 * scale))
                let below = shot.pixel(column, Int(52 * scale))
                let rows = (Int(40 * scale)..<Int(52 * scale)).filter {
                    shot.pixel(column, $0) != above && shot.pixel(column, $0) != below
                }
                #expect(rows.count == 1, "\(rows) at \(x), dark: \(dark)")
                let row = try #require(rows.first)
                #expect(abs(Double(row) - 46 * scale) <= 1.0)
            }
        }
    }

    // MARK: Text

    private func expectTidy(_ shot: Shot, _ what: String) {
        let picture = Rect(
            x: 0, y: 0, width: Double(shot.bitmap.width), height: Double(shot.bitmap.height))
        for control in shot.controls {
            #expect(picture.contains(control.rect), "\(control.name) leaves the picture: \(what)")
            #expect(!control.rect.isEmpty, "\(control.name): \(what)")
        }
        let texts = ["button", "segment", "list-item", "toggle", "heading"]
        // A hundredth of a pixel less: neighbours that touch share an edge except for rounding.
        let parts = shot.controls.filter { texts.contains($0.role) }
            .map { (name: $0.name, rect: $0.rect.inset(by: 0.01)) }
        for (index, part) in parts.enumerated() {
            for other in parts[(index + 1)...] {
                #expect(
                    !part.rect.intersects(other.rect),
                    "\(part.name) \(part.rect) and \(other.name) \(other.rect): \(what)")
            }
        }
        for (index, tick) in shot.ticks.enumerated() {
            for other in shot.ticks[(index + 1)...] {
                #expect(!tick.rect.intersects(other.rect), "\(tick.label), \(other.label): \(what)")
            }
            for chart in shot.controls where chart.role == "chart" {
                #expect(chart.rect.contains(tick.rect), "\(tick.label) leaves the card: \(what)")
            }
        }
        // Text that is cut off by the window would be visible along its edges; shadows are not.
        let width = shot.bitmap.width
        let height = shot.bitmap.height
        let edges: [[UInt32]] = [
            (0..<width).map { shot.pixel($0, 0) }, (0..<width).map { shot.pixel($0, height - 1) },
            (0..<height).map { shot.pixel(0, $0) },
            (0..<height).map { shot.pixel(width - 1, $0) },
        ]
        func channels(_ color: UInt32) -> [Int] {
            [Int(color >> 16 & 0xFF), Int(color >> 8 & 0xFF), Int(color & 0xFF)]
        }
        let window = channels(shot.pixel(width - 1, height - 1))
        for color in Set(edges.joined()) {
            let apart = zip(channels(color), window).map { abs($0 - $1) }.max() ?? 0
            #expect(apart <= 24, "\(String(color, radix: 16)) on an edge: \(what)")
        }
    }

    @Test(arguments: Period.allCases) func textsNeverOverlap(period: Period) throws {
        for (index, metric) in ["steps", "weight", "blood-pressure"].enumerated() {
            for size in [Size(width: 360, height: 480), Size(width: 820, height: 460)] {
                let shot = try Shot(
                    try options(
                        [SampleFiles.all[index]], metric, period: period, zone: "Europe/Berlin",
                        size: size))
                expectTidy(shot, "\(metric) \(period) \(size.width)")
                #expect(shot.ticks.filter { $0.axis == "x" }.count >= 2, "\(metric) \(period)")
                #expect(shot.ticks.filter { $0.axis == "y" }.count >= 2, "\(metric) \(period)")
            }
        }
    }

    @Test(arguments: ["Europe/Berlin", "Australia/Lord_Howe"])
    func textsNeverOverlapWhenClocksChange(
        zone: String
    ) throws {
        for day in [FewSamples.march(29, 12), FewSamples.march(36) - 6 * 3600] {
            for period in [Period.day, .week] {
                let shot = try Shot(
                    try options(
                        [SampleFiles.all[0]], "steps", period: period, zone: zone, date: day))
                expectTidy(shot, "\(zone) \(period)")
            }
        }
    }

    @Test(arguments: sizes) func everySizeHasAPlotAndTidyTexts(size: Size) throws {
        let files = try TestFiles()
        for few in FewSamples.all {
            let file = try files.write(few.text, "\(few.metric).csv")
            for scale in few.metric == "weight" ? [1.0, 1.5] : [1.0] {
                let shot = try Shot(try options([file], few.metric, size: size), scale: scale)
                #expect(shot.bitmap.width == Int(size.width * scale))
                #expect(shot.bitmap.height == Int(size.height * scale))
                #expect(shot.plot.width > 200 * scale)
                #expect(shot.plot.height > 90 * scale)
                for edge in [shot.plot.minX, shot.plot.minY, shot.plot.maxX, shot.plot.maxY] {
                    #expect(edge == edge.rounded())
                }
                expectTidy(shot, "\(few.metric) \(size.width)×\(size.height) at \(scale)")
            }
        }
    }

    // MARK: The same and not the same

    @Test func theSameCommandGivesTheSameBytes() throws {
        for (index, metric) in ["steps", "weight", "blood-pressure"].enumerated() {
            let options = try options([SampleFiles.all[index]], metric, zone: "Europe/Berlin")
            let first = try Shot(options, scale: 1.5)
            let second = try Shot(options, scale: 1.5)
            #expect(first.bitmap == second.bitmap)
            #expect(first.layout == second.layout)
            var dark = options
            dark.theme = .dark
            let night = try Shot(dark, scale: 1.5)
            #expect(night.bitmap != first.bitmap)
            #expect(night.plot == first.plot, "a theme moves nothing")
            #expect(night.ticks.map(\.label) == first.ticks.map(\.label))
            #expect(night.pixel(1, 1) != first.pixel(1, 1))
        }
    }

    @Test func aPictureOfTheChartAloneHasNothingElse() throws {
        let files = try TestFiles()
        for few in FewSamples.all {
            let file = try files.write(few.text, "\(few.metric).csv")
            let options = try options([file], few.metric, size: Size(width: 800, height: 400))
            let shot = try Shot(options, scale: 2, isChartOnly: true)
            let whole = try Shot(options, scale: 2)
            #expect(shot.plot.width > whole.plot.width)
            #expect(shot.plot.height > whole.plot.height)
            #expect(Set(shot.controls.map(\.role)).isSubset(of: ["window", "chart"]))
            expectTidy(shot, "\(few.metric) alone")
            for sample in few.samples where few.metric == "blood-pressure" {
                let color = try #require(shot.colors["systolic"])
                #expect(shot.pixel(at: shot.place(sample.time, sample.values[0])) == color)
            }
        }
    }

    @Test func everyPixelIsOpaque() throws {
        for isChartOnly in [false, true] {
            let shot = try Shot(
                try options([SampleFiles.all[2]], nil), scale: 1.25, isChartOnly: isChartOnly)
            #expect(shot.bitmap.isOpaque)
        }
    }
}
