import Foundation
import TestCompositor
import Testing

/// The README's instructions for an empty folder: its manifest and its program, built against this
/// checkout, show a chart that moves under the pointer.
@Suite struct NewPackageTests {
    /// The code block in the README that contains the given words.
    static func readme(holding words: String) throws -> String {
        let pieces = try House.text("README.md").components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
            .filter { $0.contains(words) }
        try #require(pieces.count == 1, "the README has \(pieces.count) pieces with \(words)")
        return pieces[0] + "\n"
    }

    /// A folder with the package of the README.
    static func makePackage(in package: URL) async throws {
        let sources = package.appending(path: "Sources/Weights")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        // The checkout replaces the repository's address.
        let manifest = try readme(holding: "import PackageDescription")
        let address = /\.package\(url: "[^"]+", branch: "[^"]+"\)/
        try #require(manifest.matches(of: /\.package\(/).count == 1, "one dependency")
        let place = House.root.path(percentEncoded: false)
        let local = manifest.replacing(
            address, with: #".package(name: "oresen", path: "\#(place)")"#)
        try #require(local != manifest, "the manifest in the README names no address")
        try Data(local.utf8).write(to: package.appending(path: "Package.swift"))
        try Data(readme(holding: "@main").utf8).write(to: sources.appending(path: "Weights.swift"))
    }

    /// Built in the folder of the examples, where `make test` has already built the library.
    @Test func anEmptyFolderAndTheLinesOfTheReadmeAreAChart() async throws {
        let package = FileManager.default.temporaryDirectory
            .appending(path: "package-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: package) }
        try await Self.makePackage(in: package)
        let scratch = House.root.appending(path: "Examples/.build").path(percentEncoded: false)
        let built = try await House.run([
            "swift", "build", "--product", "Weights", "--scratch-path", scratch,
            "--package-path", package.path(percentEncoded: false),
        ])
        try #require(
            built.status == 0,
            "\((built.output + built.errors).split(separator: "\n").suffix(30).joined(separator: "\n"))"
        )
        try Self.look(at: scratch + "/debug/Weights")
    }

    /// Git ignores no file that a clone needs.
    @Test func noSourceIsIgnored() async throws {
        let said = try await House.run(
            ["git", "ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "--"]
                + SourceTests.sourceFolders + ["Tests", "assets", "display", "setup"])
        try #require(said.status == 0, "\(said.errors)")
        let ignored = said.output.split(separator: "\n").filter { !$0.hasSuffix(".pyc") }
        #expect(ignored.isEmpty, "\(ignored)")
    }

    /// Runs a program, pans its chart, and closes its window.
    static func look(at program: String) throws {
        try withTestCompositor { compositor in
            let process = try ClientProcess(executable: program, on: compositor)
            let window = try compositor.waitForWindow("the chart's window") {
                $0.title == "Weight" && $0.frames > 0
            }
            try rest(window)
            let first = try window.picture
            // The line is in the theme's first colour, labels and grid are in others.
            #expect(first.count(of: 0xFF70_48E8) > 500, "\(process.summary)")
            #expect(Set(first.pixels).count > 20)

            // Zooms in, so that the chart can be panned.
            let (x, y) = (Double(first.width) / 2, Double(first.height) / 2)
            try compositor.pointer.enter(window, x: x, y: y)
            try compositor.pointer.turnWheel(steps: -3)
            _ = try window.waitForPicture("the chart zoomed") { changed($0, first) }
            try rest(window)

            let before = try window.picture
            try compositor.pointer.press()
            for step in 1...10 {
                try compositor.pointer.move(x: x + Double(step) * 6, y: y)
                try window.roundTrip()
            }
            _ = try window.waitForPicture("the chart panned") { changed($0, before) }
            try compositor.pointer.release()
            try rest(window)
            #expect(try changed(window.picture, before), "it moved back")

            #expect(process.ended == nil, "\(process.summary)")
            try window.close()
            #expect(try process.waitForExit() == .code(0), "\(process.summary)")
        }
    }

    /// Waits until nothing moves: no frame is requested, and none arrived meanwhile.
    private static func rest(_ window: TestWindow) throws {
        var before = -1
        var now = try window.state.frames
        while before != now {
            before = now
            try window.roundTrip()
            now = try window.wait("a chart at rest") { $0.waitingCallbacks == 0 }.frames
        }
    }
}

/// Whether two pictures differ in more than a hundredth of their pixels.
private func changed(_ a: WindowPicture, _ b: WindowPicture) -> Bool {
    guard a.pixels.count == b.pixels.count else { return true }
    let count = zip(a.pixels, b.pixels).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
    return count * 100 > a.pixels.count
}
