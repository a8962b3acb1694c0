import Charts
import Foundation
import Imaging
import Synchronization
import TestCompositor
import Testing

/// An example program: a folder of the package in `Examples`, and its built program.
struct Example: Sendable, CustomTestStringConvertible {
    /// The name of the folder, the target and the program.
    let name: String

    var testDescription: String { name }

    /// The package of the examples, which `make test` builds before it runs the tests.
    static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples")

    /// All examples, sorted by name; a new one is tested automatically.
    static let all: [Example] = {
        let folder = package.appending(path: "Sources")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted().map { Example(name: $0) }
    }()

    /// Examples about drawing off screen; they never open a window.
    private static let withoutWindow: Set = ["Embedding", "LinePicture"]
    /// Examples that move as long as they are visible.
    private static let restless: Set = ["Streaming"]
    /// Examples that move until their values have come.
    private static let passing: Set = ["Sensor"]
    /// Examples without values to show at a pointer.
    private static let mute: Set = ["PixelPaint", "Polar"]
    /// Where the first chart is, if other things are left of it, in points.
    private static let chartX = ["MapAndCompass": 700, "TableAndCharts": 500.0]
    /// The number of theme colours in the picture, if it is not one.
    private static let colors = [
        "CustomMark": 2, "Embedding": 2, "HealthTrio": 3, "LinkedPanels": 3, "MarkGallery": 4,
        "Particles": 2, "TenThousandBars": 2,
    ]
    /// Examples without an opaque colour of the theme: all marks are translucent or grey.
    private static let pale: Set = ["CustomFilter", "PixelPaint"]

    /// The examples that open a window, and rest in it from the start or never.
    static var windows: [Example] {
        all.filter { !withoutWindow.contains($0.name) && !passing.contains($0.name) }
    }

    /// A position over the first chart, in points from the left.
    var chartX: Double { Self.chartX[name] ?? 200 }
    var hasReadings: Bool { !Self.mute.contains(name) }
    var rests: Bool { !Self.restless.contains(name) }
    var leastColors: Int { Self.pale.contains(name) ? 0 : Self.colors[name] ?? 1 }

    /// The path of the program; `run` throws if it is missing.
    var program: String { Self.package.appending(path: ".build/debug/\(name)").path }

    /// The exit status and the output of a run.
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs it to its end without a display, in `folder`.
    func run(_ arguments: [String], in folder: String) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        var environment = ProcessInfo.processInfo.environment
        for name in ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY", "XDG_RUNTIME_DIR"] {
            environment[name] = nil
        }
        environment.merge(
            ["LC_ALL": "C.UTF-8", "TZ": "UTC", "LIBGL_ALWAYS_SOFTWARE": "1"]
        ) { $1 }
        process.environment = environment
        // Files, not pipes: a full pipe would block.
        for name in ["out", "err"] { try Data().write(to: URL(filePath: "\(folder)/\(name)")) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: folder + "/out")
        process.standardError = FileHandle(forWritingAtPath: folder + "/err")
        try process.run()
        process.waitUntilExit()
        func text(_ name: String) throws -> String {
            String(
                decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(name)")), as: UTF8.self)
        }
        return Outcome(
            status: process.terminationReason == .exit ? process.terminationStatus : -1,
            output: try text("out"), errors: try text("err"))
    }

    private static let pictures = Mutex<[String: Bitmap]>([:])

    /// The picture that it writes without further arguments; drawn once for all tests.
    func knownPicture() throws -> Bitmap {
        if let known = Self.pictures.withLock({ $0[name] }) { return known }
        let drawn = try picture()
        Self.pictures.withLock { $0[name] = drawn }
        return drawn
    }

    /// The picture that it writes.
    func picture(_ options: [String] = []) throws -> Bitmap {
        try withFolder { folder in
            let file = folder + "/picture.png"
            let outcome = try run(["--picture", file] + options, in: folder)
            try #require(outcome.status == 0, "\(name) \(options): \(outcome.errors)")
            #expect(outcome.errors == "" && outcome.output == "")
            return try Bitmap(contentsOfFile: file)
        }
    }
}

/// Runs `body` with a new folder, which is removed afterwards.
func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
        .appending(path: "oresen-example-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(folder)
}
