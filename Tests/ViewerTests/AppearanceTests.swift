import ChartCore
import Desktop
import Foundation
import Geometry
import HealthData
import Imaging
import Localization
import Testing

@testable import Viewer

/// The theme of the viewer: its source, its changes, and the choices that are kept.
@MainActor @Suite struct AppearanceTests {
    private func viewer(
        dark: Bool = false, metric: String? = "steps", size: Size = Size(width: 700, height: 500),
        reducesMotion: Bool = false
    ) throws -> OffscreenViewer {
        try OffscreenViewer(
            ViewerOptions(
                files: SampleFiles.all, zone: try ZoneRules.named("UTC"), metric: metric,
                period: .month, theme: dark ? .dark : .light, size: size, library: ":memory:"),
            scale: 1, reducesMotion: reducesMotion)
    }

    /// Advances frames at 60 Hz until none is requested; returns the times of those that requested
    /// another.
    private func play(
        _ viewer: OffscreenViewer, from start: Double, for most: Double = 2
    ) -> [Double] {
        var moving: [Double] = []
        var time = start
        while time < start + most {
            guard viewer.scene.advance(to: time) else { return moving }
            moving.append(time)
            time += 1.0 / 60
        }
        return moving
    }

    @Test func aChangeTakesThreeTenthsOfASecondAndThenThereIsSilence() throws {
        let viewer = try viewer()
        defer { viewer.close() }
        #expect(!viewer.scene.advance(to: 2))
        var causes: [FrameCause] = []
        viewer.model.onChange = { causes.append($0) }
        viewer.model.appearance.toggleTheme(at: 2)
        #expect(causes.contains(.theme) && viewer.model.appearance.theme == .light)
        let moving = play(viewer, from: 2)
        #expect(moving.count >= 17 && (moving.last ?? 0) < 2.3)
        #expect(viewer.model.appearance.theme == .dark)
        #expect(!viewer.scene.advance(to: 2.4))
        viewer.model.appearance.toggleTheme(at: 3)
        _ = viewer.scene.advance(to: 3.15)
        #expect(!viewer.model.appearance.theme.isPlain)
        // A frame long after the end, with none in between, shows the final theme.
        #expect(!viewer.scene.advance(to: 9))
        #expect(viewer.model.appearance.theme == .light)
    }

    @Test(arguments: ["steps", "weight", "blood-pressure"]) func theLastFrameIsThatOfTheNewTheme(
        metric: String
    ) throws {
        let viewer = try viewer(metric: metric)
        defer { viewer.close() }
        // The cached pictures are those of the light theme.
        for frame in 0..<4 {
            _ = viewer.scene.advance(to: 2 + Double(frame) / 60)
            _ = try viewer.draw()
        }
        let light = try viewer.draw()
        viewer.model.appearance.toggleTheme(at: 3)
        var pictures = 0
        var time = 3.0
        while viewer.scene.advance(to: time) {
            let picture = try viewer.draw()
            if time > 3 { #expect(picture != light) }
            pictures += 1
            time += 1.0 / 24
        }
        #expect(pictures == 8)
        let fresh = try self.viewer(dark: true, metric: metric)
        defer { fresh.close() }
        #expect(try viewer.draw() == fresh.draw())
        // The same when it is drawn again from the cached pictures.
        for frame in 1..<5 {
            for one in [viewer, fresh] { _ = one.scene.advance(to: time + Double(frame) / 60) }
            #expect(try viewer.draw() == fresh.draw(), "drawn again, frame \(frame)")
        }
    }

    @Test func aSecondChangeDuringTheFadeShowsNoJump() throws {
        let viewer = try viewer(metric: "blood-pressure")
        defer { viewer.close() }
        viewer.model.appearance.toggleTheme(at: 3)
        _ = viewer.scene.advance(to: 3.12)
        let before = try viewer.draw()
        viewer.model.appearance.pin(at: 3.12) { $0.highContrast = true }
        _ = viewer.scene.advance(to: 3.12)
        let after = try viewer.draw()
        #expect(before.width == after.width)
        var most = 0
        for y in stride(from: 0, to: before.height, by: 3) {
            for x in stride(from: 0, to: before.width, by: 3) {
                let (a, b) = (before[x, y], after[x, y])
                most = max(
                    most, abs(Int(a.red) - Int(b.red)), abs(Int(a.green) - Int(b.green)),
                    abs(Int(a.blue) - Int(b.blue)))
            }
        }
        #expect(most <= 1)
        #expect((play(viewer, from: 3.12).last ?? 0) < 3.42)
        #expect(viewer.model.appearance.theme == Theme.theme(.dark, highContrast: true))
    }

    @Test func withoutMotionItChangesAtOnce() throws {
        let viewer = try viewer(reducesMotion: true)
        defer { viewer.close() }
        viewer.model.appearance.toggleTheme(at: 3)
        #expect(!viewer.scene.advance(to: 3.01))
        #expect(viewer.model.appearance.theme == .dark)
    }

    @Test func motionThatIsReducedDuringTheFadeEndsIt() throws {
        let viewer = try viewer()
        defer { viewer.close() }
        viewer.model.appearance.toggleTheme(at: 3)
        #expect(viewer.scene.advance(to: 3.1))
        viewer.model.appearance.pin(at: 3.1) { $0.reducedMotion = true }
        #expect(!viewer.scene.advance(to: 3.11))
        #expect(viewer.model.appearance.theme == .dark && viewer.model.appearance.reducesMotion)
    }

    @Test func aChangeFadesBeforeThereIsAChart() throws {
        let locale = LocaleFormat.current
        let model = ViewerModel(
            calendar: CivilCalendar(zone: .utc, firstWeekday: .monday), locale: locale,
            theme: .light)
        model.appearance.toggleTheme(at: 3)
        #expect(model.advance(to: 3) && model.advance(to: 3.29))
        #expect(!model.appearance.theme.isPlain)
        #expect(!model.advance(to: 3.31) && model.appearance.theme == .dark)
    }

    @Test func whatIsChosenDuringTheFadeHasItsColours() throws {
        let viewer = try viewer()
        defer { viewer.close() }
        viewer.model.appearance.toggleTheme(at: 3)
        _ = viewer.scene.advance(to: 3.1)
        viewer.model.choose(MetricID("weight"), at: 3.1)
        _ = play(viewer, from: 3.1)
        let fresh = try self.viewer(dark: true, metric: "weight")
        defer { fresh.close() }
        #expect(try viewer.draw() == fresh.draw())
    }

    // MARK: What the desktop says and what is pinned

    @Test func theDesktopIsFollowedWhereNothingIsPinned() throws {
        let viewer = try viewer(reducesMotion: true)
        defer { viewer.close() }
        let model = viewer.model
        var kept: [Preferences] = []
        model.appearance.onPin = {
            var pins = kept.last ?? Preferences()
            $0(&pins)
            kept.append(pins)
        }
        model.appearance.begin(Preferences())
        var desktop = DesktopSettings()
        func says(_ edit: (inout DesktopSettings) -> Void) {
            edit(&desktop)
            model.appearance.follow(desktop, at: 5)
        }
        says { $0.colorScheme = .dark }
        #expect(model.appearance.wantedTheme == .dark)
        says { $0.highContrast = true }
        #expect(model.appearance.wantedTheme == Theme.theme(.dark, highContrast: true))
        let accent = Color(hex: 0x3584E4)
        says { $0.accent = accent }
        #expect(
            model.appearance.wantedTheme == Theme.theme(.dark, highContrast: true, accent: accent))
        says { $0.reducedMotion = true }
        #expect(model.appearance.reducesMotion)

        model.appearance.pin(at: 6) { $0.appearance = .light }
        #expect(
            model.appearance.wantedTheme.appearance == .light
                && model.appearance.wantedTheme.isHighContrast)
        says { $0.colorScheme = .noPreference }
        model.appearance.pin(at: 6) { $0.highContrast = false }
        says { $0.highContrast = false }
        says { $0.highContrast = true }
        #expect(model.appearance.wantedTheme == Theme.theme(.light, accent: accent))
        model.appearance.pin(at: 7) { $0.reducedMotion = false }
        #expect(!model.appearance.reducesMotion)
        says { $0.reducedMotion = false }
        says { $0.reducedMotion = true }
        #expect(!model.appearance.reducesMotion)
        #expect(
            kept.last
                == Preferences(
                    appearance: .light, highContrast: false, reducedMotion: false))

        model.appearance.pin(at: 8) { $0 = Preferences() }
        #expect(
            model.appearance.wantedTheme == Theme.theme(.light, highContrast: true, accent: accent))
        #expect(model.appearance.reducesMotion)
        says { $0.accent = nil }
        #expect(model.appearance.wantedTheme == Theme.theme(.light, highContrast: true))
    }

    @Test func everyChoiceIsACommandAndTheMenuTellsWhichIsTaken() throws {
        let viewer = try viewer()
        defer { viewer.close() }
        let (model, controller) = (viewer.model, viewer.controller)
        let wanted: [(CommandID, Preferences)] = [
            ("theme.dark", Preferences(appearance: .dark, highContrast: false)),
            ("contrast.on", Preferences(appearance: .dark, highContrast: true)),
            (
                "motion.reduce",
                Preferences(appearance: .dark, highContrast: true, reducedMotion: true)
            ),
            (
                "theme.follow",
                Preferences(appearance: nil, highContrast: true, reducedMotion: true)
            ),
            (
                "theme.light",
                Preferences(appearance: .light, highContrast: true, reducedMotion: true)
            ),
            (
                "contrast.follow",
                Preferences(appearance: .light, highContrast: nil, reducedMotion: true)
            ),
            (
                "motion.full",
                Preferences(appearance: .light, highContrast: nil, reducedMotion: false)
            ),
            ("motion.follow", Preferences(appearance: .light)),
            ("contrast.off", Preferences(appearance: .light, highContrast: false)),
        ]
        #expect(controller.press(control: "menu"))
        for (id, pins) in wanted {
            _ = viewer.scene.advance(to: 2)
            #expect(controller.press(control: ControlID(id)), "\(id) is in the menu")
            #expect(model.appearance.pins == pins, "\(id)")
            _ = viewer.scene.advance(to: 2)
            let chosen = viewer.scene.tree.flattened.filter {
                $0.role == .segment && $0.isSelected && $0.command != nil
            }.compactMap(\.command?.name)
            #expect(chosen.contains(id.name), "\(id) is shown as chosen")
            #expect(viewer.dialog == .menu, "the menu stays open")
        }
        #expect(controller.press(control: "menu.help.keys"))
        #expect(viewer.dialog == .keys)
    }

    @Test func pinsAreKeptAndABrokenFileIsNoError() throws {
        let files = try TestFiles()
        let library = files.folder.appendingPathComponent("library").path
        #expect(Preferences.load(library: library) == Preferences())
        let pins = Preferences(appearance: .dark, highContrast: true, reducedMotion: false)
        #expect(pins.save(library: library))
        #expect(Preferences.load(library: library) == pins)
        #expect(Preferences.load(library: ":memory:") == Preferences())
        #expect(!pins.save(library: ":memory:"))
        #expect(!pins.save(library: "/proc/nowhere"))
        let path = library + "/settings.json"
        func load(_ text: String) throws -> Preferences {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            return Preferences.load(library: library)
        }
        for text in ["", "{", "[]", "null", "\u{0}\u{1}", "{\"theme\":", "17"] {
            #expect(try load(text) == Preferences(), "\(text)")
        }
        #expect(
            try load(#"{"theme":"sepia","high-contrast":true,"reduced-motion":"no","new":[1]}"#)
                == Preferences(highContrast: true))
        #expect(try load(#"{"theme":"dark"}"#) == Preferences(appearance: .dark))
        #expect(try load(#"{"theme":null}"#) == Preferences())
    }
}
