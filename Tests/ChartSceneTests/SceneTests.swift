import ChartCore
import ChartScene
import Foundation
import Geometry
import Painting
import Testing

@MainActor
@Suite struct SceneTests {
    private let stage = SceneStage()
    private let red = Color(hex: 0xFF0000)

    private func line() -> SampleBuffer {
        let samples = SampleBuffer()
        samples.replace(times: [0, 50, 100], values: [10, 60, 20])
        return samples
    }

    @Test func itemsComeInTheirOrderAndClipsHoldThem() throws {
        let samples = line()
        let scene = stage.scene { scene in
            scene.fill(Rect(x: 1, y: 2, width: 3, height: 4), red)
            scene.clipped(to: Rect(x: 10, y: 10, width: 50, height: 50), radius: 4) {
                #expect(scene.clipRect == PixelRect(x: 10, y: 10, width: 50, height: 50))
                scene.line(samples, LineStyle(width: 2, color: red), in: stage.identity)
                scene.clipped(toPixels: PixelRect(x: 0, y: 0, width: 20, height: 20)) {
                    #expect(scene.clipRect == PixelRect(x: 10, y: 10, width: 10, height: 10))
                    scene.fill(pixels: scene.clipRect, red)
                }
            }
            #expect(scene.clipRect == PixelRect(x: 0, y: 0, width: 200, height: 100))
        }
        #expect(scene.nodes.count == 2)
        #expect(scene.items.map { type(of: $0).kind.rawValue } == ["fill", "line", "fill"])
        guard case .layer(let layer) = scene.nodes[1] else {
            Issue.record("the clip is no layer")
            return
        }
        #expect(layer.clip?.rect == PixelRect(x: 10, y: 10, width: 50, height: 50))
        #expect(layer.clip?.radius == 4 && layer.nodes.count == 2)
    }

    @Test func whatCannotBeSeenIsLeftOut() {
        let samples = line()
        let scene = stage.scene { scene in
            scene.fill(Rect(x: 1, y: 2, width: 3, height: 4), .clear)
            scene.fill(Rect(x: 1, y: 2, width: 0, height: 4), red)
            scene.line(samples, LineStyle(width: 2, color: red), in: stage.identity, alpha: 0)
            scene.line(SampleBuffer(), LineStyle(width: 2, color: red), in: stage.identity)
            scene.bars(
                BarBuffer(), BarStyle(width: .fraction(1), colors: [red]), in: stage.identity)
            scene.picture(Picture(scale: 1, []))
            scene.clipped(to: Rect(x: 0, y: 0, width: 5, height: 5)) {}
            scene.group(opacity: 0) { scene.fill(Rect(x: 0, y: 0, width: 9, height: 9), red) }
            scene.referenceLine(
                at: .nan, axis: .x, width: 1, color: red, in: stage.identity)
        }
        #expect(scene.nodes.isEmpty)
        #expect(scene.picture().isEmpty)
    }

    @Test func twoScenesAreEqualUntilAContentChanges() {
        let samples = line()
        func scene(_ width: Double = 2) -> Scene {
            stage.scene {
                $0.line(samples, LineStyle(width: width, color: red), in: stage.identity)
            }
        }
        let first = scene()
        #expect(first == scene())
        #expect(first != scene(3))
        samples.append(times: [150], values: [5])
        #expect(first != scene())
        #expect(scene() == scene())
    }

    @Test func everyContentSaysWhenItChanges() {
        func grows(_ content: some SceneContent, _ change: () -> Void) -> Bool {
            let before = content.revision
            change()
            return content.revision > before
        }
        let (samples, bars, band) = (SampleBuffer(), BarBuffer(), BandBuffer())
        let (rules, errors, heat) = (RuleBuffer(), ErrorBarBuffer(), HeatBuffer())
        let (columns, sheet) = (ColumnBuffer(), HeatSheet())
        #expect(grows(samples) { samples.replace(times: [1], values: [2]) })
        #expect(grows(bars) { bars.replace([Bar(start: 0, end: 1, value: 2)]) })
        #expect(grows(band) { band.replace(times: [0, 1], values: [1, 2]) })
        #expect(grows(rules) { rules.replace([1, 2]) })
        #expect(grows(rules) { rules.replace([1, 2], opacities: [1, 0.5]) })
        #expect(!grows(rules) { rules.replace([1, 2], opacities: [1, 0.5]) })
        #expect(
            grows(errors) { errors.replace(times: [1], values: [2], lows: [1], highs: [3]) })
        #expect(
            grows(heat) {
                heat.replace(
                    columns: [Extent(min: 0, max: 1)], rows: [Extent(min: 0, max: 1)]
                ) { _, _ in red }
            })
        #expect(
            grows(columns) {
                columns.replace(
                    grid: ColumnGrid(origin: 0, width: 1), first: 0,
                    spans: [ColumnSpan(low: 0, high: 1, first: 0, last: 1)])
            })
        sheet.reset(width: 4, height: 2)
        #expect(grows(sheet) { sheet.show(0..<4) { _ in [red, red] } })
    }

    @Test func aSceneIsToldAsJSON() throws {
        let samples = line()
        let scene = stage.scene { scene in
            scene.tagged(PictureTag(.figure, label: "A \"chart\"\n\u{1}")) {
                scene.clipped(to: Rect(x: 0, y: 0, width: 50, height: 50)) {
                    scene.line(samples, LineStyle(width: 2, color: red), in: stage.identity)
                }
            }
            scene.group(opacity: 0.5) {
                scene.ruler(
                    from: point(.nan, 1), to: point(2, 3), width: 1,
                    color: red.opacity(0.5))
            }
        }
        let json = scene.report.json
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(object["width"] as? Double == 200 && object["scale"] as? Double == 1)
        let nodes = try #require(object["nodes"] as? [[String: Any]])
        #expect(nodes[0]["role"] as? String == "figure")
        #expect(nodes[0]["label"] as? String == "A \"chart\"\n\u{1}")
        let clip = try #require((nodes[0]["nodes"] as? [[String: Any]])?.first)
        let item = try #require((clip["nodes"] as? [[String: Any]])?.first)
        #expect(item["kind"] as? String == "line" && item["samples"] as? Double == 3)
        #expect(item["color"] as? String == "#FF0000")
        let ruler = try #require((nodes[1]["nodes"] as? [[String: Any]])?.first)
        #expect(nodes[1]["opacity"] as? Double == 0.5)
        #expect(ruler["color"] as? String == "#FF000080")
        #expect((ruler["start"] as? [Any])?.first is NSNull)
    }

    @Test func ofAKeptPictureAllIsMissingWhereNobodyKeepsIt() {
        let key = PictureKey()
        let builder = SceneBuilder(size: stage.size, scale: 1)
        let rect = PixelRect(x: -5, y: 10, width: 100, height: 50)
        let kept = ScrolledPicture(key, in: rect, offset: 3, stamp: 1, ground: red)
        #expect(
            builder.missingParts(of: kept) == [PixelRect(x: 0, y: 10, width: 95, height: 50)])
        builder.keep(kept, builder.recorded { builder.fill(pixels: rect, red) })
        // The ground of the picture, and the content on it.
        #expect(builder.finish().picture().elements.count == 2)
    }

    @Test func aKeeperSaysWhichPartsAreMissing() {
        final class Keeper: PictureKeeper {
            var asked: [(PixelRect, SceneLayer.Clip?)] = []
            func missingParts(
                of picture: ScrolledPicture, in clip: PixelRect, corners: SceneLayer.Clip?
            ) -> [PixelRect] {
                asked.append((clip, corners))
                return []
            }
            func holds(_ content: any SceneContent) -> Bool { false }
        }
        let keeper = Keeper()
        let builder = SceneBuilder(size: stage.size, scale: 2, keeper: keeper)
        let kept = ScrolledPicture(
            PictureKey(), in: PixelRect(x: 0, y: 0, width: 90, height: 90), offset: 0, stamp: 1,
            ground: red)
        builder.clipped(to: Rect(x: 5, y: 5, width: 20, height: 20), radius: 3) {
            #expect(builder.missingParts(of: kept) == [])
        }
        #expect(keeper.asked.count == 1)
        #expect(keeper.asked[0].0 == PixelRect(x: 10, y: 10, width: 40, height: 40))
        #expect(keeper.asked[0].1?.radius == 6)
        // Parts outside the clip are not requested.
        builder.clipped(to: Rect(x: 150, y: 0, width: 20, height: 20)) {
            #expect(builder.missingParts(of: kept) == [])
        }
        #expect(keeper.asked.count == 1)
    }
}
