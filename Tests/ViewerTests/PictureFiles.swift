import ChartCore
import Foundation
import Geometry
import HealthData
import Imaging
import Testing

@testable import Viewer

/// A record of a few known samples, written as a file.
struct FewSamples: Sendable {
    /// One sample: its time, in seconds since 1970, and its one or two values.
    struct Sample: Sendable {
        var time: Double
        var values: [Double]
    }

    let metric: String
    let text: String
    let samples: [Sample]

    /// Seconds since 1970 of a day of March 2026 in UTC: 1 March is 20,513 days after 1 January
    /// 1970.
    static func march(_ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> Double {
        Double((20_513 + day - 1) * 86_400 + hour * 3600 + minute * 60)
    }

    private static func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }

    /// Twelve weights over a month, at odd times.
    static let weights: FewSamples = {
        let rows: [(Int, Int, Int, Double)] = [
            (2, 6, 41, 81.2), (4, 7, 3, 80.7), (5, 22, 15, 82.1), (8, 6, 30, 79.9),
            (10, 6, 59, 81.4), (13, 12, 0, 78.6), (15, 7, 7, 80.3), (18, 6, 1, 79.2),
            (21, 8, 45, 80.9), (24, 6, 20, 78.1), (27, 19, 33, 79.6), (30, 7, 10, 77.9),
        ]
        return FewSamples(
            metric: "weight",
            text: "date,weight (kg)\n"
                + rows.map { "2026-03-\(two($0.0)) \(two($0.1)):\(two($0.2)),\($0.3)\n" }.joined(),
            samples: rows.map { Sample(time: march($0.0, $0.1, $0.2), values: [$0.3]) })
    }()

    /// Ten days of steps; each bar is in the middle of its day.
    static let steps: FewSamples = {
        let rows = [
            (3, 9300), (4, 10_456), (5, 3210), (6, 12_001), (7, 777), (10, 9054), (11, 6543),
            (12, 15_800), (14, 4321), (15, 11_111),
        ]
        return FewSamples(
            metric: "steps",
            text: "start,end,steps\n"
                + rows.map {
                    "2026-03-\(two($0.0)) 08:00,2026-03-\(two($0.0)) 09:00,\($0.1)\n"
                }.joined(),
            samples: rows.map { Sample(time: march($0.0, 12), values: [Double($0.1)]) })
    }()

    /// Six pairs of blood pressure.
    static let pairs: FewSamples = {
        let rows: [(Int, Int, Int, Int, Int)] = [
            (2, 7, 43, 131, 82), (6, 21, 44, 114, 76), (11, 7, 30, 142, 91), (17, 22, 5, 120, 79),
            (22, 6, 58, 127, 85), (29, 20, 20, 109, 70),
        ]
        return FewSamples(
            metric: "blood-pressure",
            text: "date,systolic (mmHg),diastolic (mmHg)\n"
                + rows.map {
                    "2026-03-\(two($0.0)) \(two($0.1)):\(two($0.2)),\($0.3),\($0.4)\n"
                }.joined(),
            samples: rows.map {
                Sample(time: march($0.0, $0.1, $0.2), values: [Double($0.3), Double($0.4)])
            })
    }()

    static let all = [weights, steps, pairs]
}

/// Files that are removed after the test.
final class TestFiles {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("oresen-pictures-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func write(_ text: String, _ name: String) throws -> String {
        let url = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: url)
        return url.path
    }
}

/// The sample records in the source tree.
enum SampleFiles {
    static let all: [String] = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return ["steps", "weight", "blood-pressure"].map {
            root.appendingPathComponent("assets/samples/\($0).csv").path
        }
    }()
}

/// A picture and its layout, as an outside program would read them.
@MainActor
struct Shot {
    struct Tick {
        var axis: String
        var value: Double
        var label: String
        var rect: Rect
    }

    struct Control {
        var role: String
        var name: String
        var id: String
        var rect: Rect
    }

    let bitmap: Bitmap
    let plot: Rect
    let x: Extent
    let y: Extent
    let ticks: [Tick]
    /// Colours of the series as `0xRRGGBB`.
    let colors: [String: UInt32]
    let kinds: [String: String]
    let controls: [Control]
    let layout: String

    /// The picture for `options`, after an action.
    init(
        _ options: ViewerOptions, scale: Double = 1, isChartOnly: Bool = false,
        after change: (ViewerModel, ViewerScene) throws -> Void = { _, _ in }
    ) throws {
        let result = try ViewerPicture.render(
            options, scale: scale, isChartOnly: isChartOnly, after: change)
        bitmap = result.bitmap
        layout = result.layout
        let json = try JSONSerialization.jsonObject(with: Data(result.layout.utf8))
        let root = try #require(json as? [String: Any])
        func rect(_ value: Any?) throws -> Rect {
            let numbers = try #require(value as? [Double])
            try #require(numbers.count == 4)
            return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
        func extent(_ value: Any?) throws -> Extent {
            let ends = try #require(value as? [String: Double])
            return Extent(min: try #require(ends["min"]), max: try #require(ends["max"]))
        }
        if root["plot"] == nil {
            plot = .zero
            x = .nothing
            y = .nothing
        } else {
            plot = try rect(root["plot"])
            x = try extent(root["x"])
            y = try extent(root["y"])
        }
        ticks = try (root["ticks"] as? [[String: Any]] ?? []).map {
            Tick(
                axis: try #require($0["axis"] as? String),
                value: try #require($0["value"] as? Double),
                label: try #require($0["label"] as? String), rect: try rect($0["rect"]))
        }
        var colors: [String: UInt32] = [:]
        var kinds: [String: String] = [:]
        for mark in root["marks"] as? [[String: Any]] ?? [] {
            let series = try #require(mark["series"] as? String)
            let text = try #require(mark["color"] as? String)
            try #require(text.count == 7 && text.hasPrefix("#"))
            let color: UInt32 = try #require(UInt32(text.dropFirst(), radix: 16))
            colors[series] = color
            let kind: String = try #require(mark["kind"] as? String)
            kinds[series] = kind
        }
        self.colors = colors
        self.kinds = kinds
        controls = try (root["controls"] as? [[String: Any]] ?? []).map {
            Control(
                role: try #require($0["role"] as? String),
                name: try #require($0["name"] as? String), id: $0["id"] as? String ?? "",
                rect: try rect($0["rect"]))
        }
    }

    /// The colour of a pixel as `0xRRGGBB`.
    func pixel(_ x: Int, _ y: Int) -> UInt32 {
        guard x >= 0, y >= 0, x < bitmap.width, y < bitmap.height else { return 0xFFFF_FFFF }
        let p = bitmap[x, y]
        return UInt32(p.red) << 16 | UInt32(p.green) << 8 | UInt32(p.blue)
    }

    func pixel(at place: Point) -> UInt32 {
        pixel(Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
    }

    /// The place of a value, by the command line's formula.
    func place(_ t: Double, _ v: Double) -> Point {
        Point(
            x: plot.x + (t - x.min) / (x.max - x.min) * plot.width,
            y: plot.y + plot.height - (v - y.min) / (y.max - y.min) * plot.height)
    }
}
