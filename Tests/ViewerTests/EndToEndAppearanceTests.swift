import Foundation
import Geometry
import TestBus
import TestCompositor
import Testing
import Viewer

private let appearance = "org.freedesktop.appearance"

extension EndToEnd {
    @Suite struct AppearanceTests {
        /// Runs the viewer without a theme on the command line, and without a desktop.
        private func withViewer(
            _ options: [String] = [], library: String, _ body: (RunningViewer) throws -> Void
        ) throws {
            try withTestCompositor {
                try run(on: $0, options: options, library: library, body)
            }
        }

        /// Runs the viewer without a theme on the command line, on a desktop with these settings.
        private func withViewer(
            onDesktopWith settings: [String: FakeBus.Value],
            _ body: (RunningViewer, TestDesktop) throws -> Void
        ) throws {
            try withTestCompositor { compositor in
                let desktop = try TestDesktop([appearance: settings], on: compositor)
                try run(
                    on: compositor, environment: ["DBUS_SESSION_BUS_ADDRESS": desktop.address]
                ) { try body($0, desktop) }
                try desktop.end()
            }
        }

        private func run(
            on compositor: TestCompositor, environment more: [String: String] = [:],
            options: [String] = [], library: String = ":memory:",
            _ body: (RunningViewer) throws -> Void
        ) throws {
            let executable = try ClientProcess.built("oresen")
            let shaders = URL(filePath: executable).deletingLastPathComponent()
                .appending(path: "test-shaders").path
            let environment = ["LC_ALL": "C", "MESA_SHADER_CACHE_DIR": shaders]
            let process = try ClientProcess(
                executable: executable,
                arguments: Program.samples + [
                    "--library", library, "--zone", "Europe/Berlin",
                ] + options, on: compositor, environment: environment.merging(more) { $1 },
                traceOption: "--trace")
            let viewer = try RunningViewer(compositor, process)
            try viewer.trace.wait(event: "loaded")
            try viewer.settle()
            try body(viewer)
            #expect(try process.end() == .code(0), "\(process.summary)")
        }

        /// The colour of the list's background, at a place without text.
        private func ground(_ viewer: RunningViewer) throws -> String {
            Self.ground(try viewer.window.picture)
        }

        private static func ground(_ picture: WindowPicture) -> String {
            let digits = String(picture[3, picture.height - 4] & 0xFF_FFFF, radix: 16)
            return "#" + String(repeating: "0", count: 6 - digits.count) + digits.uppercased()
        }

        /// Waits for the frames of a change of theme; returns how many requested another.
        private func fade(
            _ viewer: RunningViewer, _ what: String, _ change: () throws -> Void
        ) throws -> Int {
            let mark = try viewer.mark
            try change()
            try viewer.trace.wait(what, from: mark) {
                $0.event == "frame" && $0.text("cause") == "theme"
            }
            try viewer.settle()
            let frames = try viewer.lines("frame", from: mark)
            #expect(frames.last?["animating"]?.flag == false)
            // The frames are consecutive: nothing is drawn again after it comes to rest.
            #expect(frames.dropLast().allSatisfy { $0["animating"]?.flag == true }, "\(what)")
            return frames.count - 1
        }

        @Test func theDesktopIsFollowedLive() throws {
            let (light, dark) = (Theme.light.bar.hexString, Theme.dark.bar.hexString)
            try withViewer(onDesktopWith: ["color-scheme": .unsigned(1)]) { viewer, desktop in
                func change(_ key: String, _ value: FakeBus.Value) throws {
                    try desktop.does(.change(appearance, key, value))
                }
                // The first picture waits for the desktop, but not forever: on a busy machine it is
                // light before it is dark.
                try viewer.window.waitForPicture("the desktop's theme") { Self.ground($0) == dark }
                try viewer.settle()
                let first = try viewer.window.picture
                #expect(try fade(viewer, "light") { try change("color-scheme", .unsigned(2)) } > 0)
                #expect(try ground(viewer) == light)
                let light = try viewer.window.picture
                #expect(try fade(viewer, "contrast") { try change("contrast", .unsigned(1)) } > 0)
                let contrast = try viewer.window.picture
                #expect(contrast != light && contrast != first)
                #expect(
                    try fade(viewer, "accent") {
                        try change("accent-color", .color(0.8, 0.1, 0.4))
                    } > 0)
                #expect(try viewer.window.picture != contrast)
                // The portal disappears: its last settings remain.
                try desktop.does(.portal(nil))
                try desktop.does(.changeOwner(from: ":1.3", to: nil))
                // Without motion a single frame changes everything.
                try change("reduced-motion", .unsigned(1))
                #expect(
                    try fade(viewer, "no accent, without motion") {
                        try change("accent-color", .color(-1, -1, -1))
                    } == 0)
                #expect(try viewer.window.picture.difference(from: contrast) == nil)
                for (key, value) in [("contrast", 0), ("color-scheme", 1)] as [(String, UInt32)] {
                    _ = try fade(viewer, key) { try change(key, .unsigned(value)) }
                }
                #expect(try viewer.window.picture.difference(from: first) == nil, "where it began")
                try desktop.does(.hangUp)
                try viewer.settle()
                #expect(try viewer.window.picture.difference(from: first) == nil)
            }
        }

        @Test func theMenuIsUsedByKeysAloneAndWhatWasChosenIsKept() throws {
            let dark = Theme.dark.bar.hexString
            try withTemporaryFolder { folder in
                let library = folder + "/kept"
                try withViewer(library: library) { viewer in
                    try viewer.type(Keys.f10)
                    var layout = try viewer.waitForLayout("the menu") { $0.has("menu", "Menu") }
                    #expect(
                        try layout.control("segment", "Follow the system theme").isSelected)
                    try viewer.type(KeyCode.left)
                    try viewer.type(KeyCode.enter)
                    layout = try viewer.waitForLayout("dark") {
                        (try? $0.control("segment", "Dark").isSelected) == true
                    }
                    try viewer.type(KeyCode.down)
                    try viewer.type(KeyCode.down)
                    try viewer.type(KeyCode.enter)
                    try viewer.waitForLayout("reduced motion off") {
                        (try? $0.control("segment", "Full motion").isSelected) == true
                    }
                    try viewer.type(KeyCode.escape)
                    try viewer.waitForLayout("no menu") { !$0.has("menu", "Menu") }
                    try viewer.settle()
                    #expect(try ground(viewer) == dark)
                }
                let path = folder + "/kept/settings.json"
                let kept = try String(contentsOfFile: path, encoding: .utf8)
                #expect(kept == #"{"reduced-motion":false,"theme":"dark"}"#)
                try withViewer(library: library) { viewer in
                    let now = try ground(viewer)
                    #expect(now == dark)
                }
                // The command line overrides the stored choice, and does not change it.
                try withViewer(["--theme", "light"], library: library) { viewer in
                    let now = try ground(viewer)
                    #expect(now == Theme.light.bar.hexString)
                }
                #expect(try String(contentsOfFile: path, encoding: .utf8) == kept)
                try Data("{broken".utf8).write(to: URL(filePath: path))
                try withViewer(library: library) { viewer in
                    let now = try ground(viewer)
                    #expect(now == Theme.light.bar.hexString)
                }
            }
        }
    }
}
