import ChartCore
import Foundation
import Geometry
import Imaging
import Testing

@testable import Viewer

/// The focus is always visible: a walk with Tab through all controls, picture by picture.
///
/// With a folder in the variable `ORESEN_TEST_PICTURES` each walk saves one picture there with all
/// the rings of the walk.
@MainActor @Suite struct FocusTests {
    struct Case: Sendable, CustomStringConvertible {
        var size: Size
        var scale = 1.0
        var isDark = false
        var isHighContrast = false
        var accent: Color?
        var key: Key?

        var description: String {
            let look = (isDark ? "dark" : "light") + (isHighContrast ? "-contrast" : "")
            return "\(Int(size.width))x\(Int(size.height))-\(look)"
                + (accent.map { "-" + $0.hexString.dropFirst() } ?? "")
                + (key.map { "-\($0)".filter(\.isLetter) } ?? "")
        }
    }

    nonisolated static let cases: [Case] = {
        let small = Size(width: 360, height: 480)
        let usual = Size(width: 1100, height: 720)
        let large = Size(width: 1707, height: 960)
        return [
            Case(size: usual), Case(size: usual, isDark: true),
            Case(size: usual, isHighContrast: true),
            Case(size: usual, isDark: true, isHighContrast: true),
            Case(size: usual, accent: Color(hex: 0xE5A50A)),
            Case(size: usual, isDark: true, accent: Color(hex: 0x3584E4)),
            Case(size: small), Case(size: small, isDark: true, key: .function(9)),
            Case(size: large, scale: 1.5), Case(size: usual, key: .function(1)),
            Case(size: small, isDark: true, isHighContrast: true, key: .function(10)),
            Case(size: usual, accent: Color(hex: 0xE5A50A), key: .function(10)),
        ]
    }()

    @Test(arguments: cases) func aRingIsSeenAroundEveryStop(walk: Case) throws {
        var options = ViewerOptions(
            files: SampleFiles.all, zone: try ZoneRules.named("UTC"), metric: "weight",
            theme: walk.isDark ? .dark : .light, size: walk.size, library: ":memory:")
        options.isHighContrast = walk.isHighContrast
        options.accent = walk.accent
        let viewer = try OffscreenViewer(options, scale: walk.scale, reducesMotion: true)
        defer { viewer.close() }
        let (scene, controller) = (viewer.scene, viewer.controller)
        func press(_ key: Key) {
            controller.press([KeyCombination(key)])
            _ = scene.advance(to: 2)
        }
        if let key = walk.key { press(key) }
        press(.tab)
        let first = try #require(scene.focus.focused)
        var all: Bitmap?
        var stops = 0
        repeat {
            let id = try #require(scene.focus.focused)
            let node = try #require(scene.tree.first { $0.id == id })
            let with = try viewer.draw()
            scene.focus.isVisible = false
            _ = scene.advance(to: 2)
            let without = try viewer.draw()
            all = all ?? without
            let color = scene.model.appearance.theme.focus
            let ring = ringPixels(
                with, without, color, around: node.frame.inset(by: -10), scale: walk.scale)
            for index in ring {
                let (x, y) = (index % with.width, index / with.width)
                all?[x, y] = with[x, y]
            }
            check(node, ring, without, color, walk)
            press(.tab)
            stops += 1
        } while scene.focus.focused != first && stops < 60
        #expect(scene.focus.focused == first, "the walk comes round")
        #expect(stops >= (walk.key == .function(1) ? 1 : 7))
        if let folder = ProcessInfo.processInfo.environment["ORESEN_TEST_PICTURES"] {
            try all?.writePNG(toFile: folder + "/focus-\(walk).png")
        }
    }

    /// The pixels that have the ring's colour with the focus and another one without it.
    private func ringPixels(
        _ with: Bitmap, _ without: Bitmap, _ color: Color, around rect: Rect, scale: Double
    ) -> Set<Int> {
        func byte(_ v: Float) -> Int { Int((v * 255).rounded()) }
        func pixels(_ from: Double, _ to: Double, _ most: Int) -> Range<Int> {
            let first = min(max(Int(from * scale), 0), most)
            return first..<max(first, min(Int(to * scale), most))
        }
        var found: Set<Int> = []
        for y in pixels(rect.minY, rect.maxY, with.height) {
            for x in pixels(rect.minX, rect.maxX, with.width) {
                let (a, b) = (with[x, y], without[x, y])
                guard a != b, abs(Int(a.red) - byte(color.red)) <= 1,
                    abs(Int(a.green) - byte(color.green)) <= 1,
                    abs(Int(a.blue) - byte(color.blue)) <= 1
                else { continue }
                found.insert(y * with.width + x)
            }
        }
        return found
    }

    /// Checks that the ring is on all four sides, and contrasts with its background.
    private func check(
        _ node: SemanticNode, _ ring: Set<Int>, _ ground: Bitmap, _ color: Color, _ walk: Case
    ) {
        let frame = node.frame
        // The overview's window has its ring around the handles, which may extend beyond it.
        let reach = node.id == "overview.window" ? 16 : 6
        func pixel(_ x: Double, _ y: Double) -> (Int, Int) {
            (Int((x * walk.scale).rounded(.down)), Int((y * walk.scale).rounded(.down)))
        }
        let sides: [(String, (Double, Double), (Int, Int))] = [
            ("left", (frame.minX, frame.midY), (1, 0)), ("right", (frame.maxX, frame.midY), (1, 0)),
            ("top", (frame.midX, frame.minY), (0, 1)), ("bottom", (frame.midX, frame.maxY), (0, 1)),
        ]
        for (name, place, step) in sides {
            let (x, y) = pixel(place.0, place.1)
            let most = Int(Double(reach) * walk.scale)
            let hits = (-most...most).map { (x + $0 * step.0, y + $0 * step.1) }
                .filter { x, y in
                    x >= 0 && y >= 0 && x < ground.width && y < ground.height
                        && ring.contains(y * ground.width + x)
                }
            #expect(!hits.isEmpty, "\(node.id): nothing at the \(name), \(walk)")
            guard let hit = hits.first else { continue }
            let under = ground[hit.0, hit.1]
            let contrast = color.contrast(
                with: Color(
                    red: Float(under.red) / 255, green: Float(under.green) / 255,
                    blue: Float(under.blue) / 255))
            #expect(contrast >= 3, "\(node.id), \(name), \(walk): \(contrast)")
        }
    }
}
