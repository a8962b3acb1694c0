import ChartCore
import ChartRendering
import ChartScene
import GPU
import Geometry
import Painting
import SeededRandom
import Testing

@MainActor
@Suite struct ScrollingTests {
    private let ground = Color(hex: 0x203040)
    private let rect = PixelRect(x: 13, y: 7, width: 120, height: 70)
    private let width = 160
    private let height = 90

    /// The content of a test, with data whose unit is a device pixel.
    @MainActor
    private final class Content {
        let columns = ColumnBuffer()
        let bars = BarBuffer()
        let rules = RuleBuffer()
        let line = SampleBuffer()
        let band = BandBuffer()

        init() {
            var random = SplitMix(seed: 11)
            columns.replace(
                grid: ColumnGrid(origin: 0, width: 1), first: -3000,
                spans: (0..<6000).map { _ in
                    let low = random.unit() * 40 + 5
                    return ColumnSpan(
                        low: low, high: low + random.unit() * 20, first: low, last: low)
                })
            bars.replace(
                (-100..<100).map {
                    Bar(
                        start: Double($0) * 30.5, end: Double($0 + 1) * 30.5, base: 0,
                        value: random.unit() * 60)
                })
            rules.replace((-100..<100).map { Double($0) * 25 })
            let times = (0..<3000).map { Double($0) * 2 - 3000 + random.unit() }
            var y = 35.0
            let values = times.map { _ in
                y = min(max(y + (random.unit() - 0.5) * 12, 5), 65)
                return y
            }
            line.replace(times: times, values: values)
            band.replace(times: times, low: values.map { $0 - 6 }, high: values.map { $0 + 6 })
        }
    }

    private func projection(_ offset: Int) -> PlotProjection {
        PlotProjection(
            plot: Rect(
                x: Double(rect.x), y: Double(rect.y), width: Double(rect.width),
                height: Double(rect.height)),
            x: Double(offset)...Double(offset + rect.width), y: 0...70)
    }

    /// Draws the same walk of offsets with a layer and without, and returns the greatest difference
    /// of a byte, and the bytes and instances for the pans.
    private func worst(
        _ offsets: [Int], scale: Double = 1,
        _ draw: (Content, SceneBuilder, PlotProjection) -> Void
    ) throws -> (difference: Int, bytes: Int, instances: [Int]) {
        let kept = try Stage(width: width, height: height)
        let plain = try Stage(width: width, height: height)
        let contents = (Content(), Content())
        let key = PictureKey()
        var difference = 0
        var bytes = 0
        var instances: [Int] = []
        for (step, offset) in offsets.enumerated() {
            let here = projection(offset)
            let a = try kept.draw(scale: scale) { r in
                r.scrolling(key, in: rect, offset: offset, stamp: 1, ground: ground) {
                    draw(contents.0, r, here)
                }
            }
            if step > 0 { bytes += kept.statistics.uploadedBytes }
            instances.append(kept.statistics.instances)
            let b = try plain.draw(scale: scale) { r in
                r.clipped(toPixels: rect) {
                    r.fill(pixels: rect, ground)
                    draw(contents.1, r, here)
                }
            }
            for index in a.bytes.indices {
                difference = max(difference, abs(Int(a.bytes[index]) - Int(b.bytes[index])))
            }
        }
        return (difference, bytes, instances)
    }

    /// Pans by a few pixels back and forth, with a jump now and then.
    private func pans(_ count: Int, seed: UInt64) -> [Int] {
        var random = SplitMix(seed: seed)
        var offset = -40
        return (0..<count).map { step in
            if step % 11 == 10 {
                offset = Int(random.unit() * 2000) - 1000
            } else {
                offset += Int(random.unit() * 60) - 28
            }
            return offset
        }
    }

    @Test func contentThatScrollsBothWaysIsAsDrawnAnew() throws {
        let kept = try Stage(width: width, height: height)
        let plain = try Stage(width: width, height: height)
        let key = PictureKey()
        // Squares all over a plane, each in its own colour.
        func squares(_ scene: SceneBuilder, _ x: Int, _ y: Int) {
            for column in -40..<40 {
                for row in -40..<40 {
                    let place = PixelRect(
                        x: column * 23 - x + rect.x, y: row * 17 - y + rect.y, width: 15, height: 9)
                    guard !place.intersection(rect).isEmpty else { continue }
                    scene.fill(
                        pixels: place,
                        Color(hex: UInt32((column * 7_919 + row * 104_729) & 0xFFFFFF)))
                }
            }
        }
        var random = SplitMix(seed: 3)
        var (x, y) = (0, 0)
        var drawn: [Int] = []
        for step in 0..<80 {
            if step % 13 == 12 {
                (x, y) = (Int(random.unit() * 600) - 300, Int(random.unit() * 400) - 200)
            } else {
                x += Int(random.unit() * 30) - 14
                y += Int(random.unit() * 24) - 11
            }
            let a = try kept.draw { scene in
                let picture = ScrolledPicture(
                    key, in: rect, offset: x, row: y, stamp: 1, ground: ground)
                let parts = scene.missingParts(of: picture)
                drawn.append(parts.reduce(0) { $0 + $1.width * $1.height })
                scene.keep(picture, parts.isEmpty ? [] : scene.recorded { squares(scene, x, y) })
            }
            let b = try plain.draw { scene in
                scene.clipped(toPixels: rect) {
                    scene.fill(pixels: rect, ground)
                    squares(scene, x, y)
                }
            }
            #expect(a == b, "step \(step)")
        }
        // A small move draws the sides alone.
        let all = rect.width * rect.height
        #expect(drawn[0] == all && drawn[1] < all / 2 && drawn.filter { $0 == all }.count < 12)
    }

    @Test func columnsBarsAndRulesAreTheVeryPixelsOfAFullDrawing() throws {
        for (width, scale) in [(1.0, 1.0), (3, 1), (1, 1.5), (1.5, 2)] {
            let result = try worst(pans(60, seed: 2), scale: scale) {
                content, r, p in
                r.rules(content.rules, axis: .x, color: white, in: p)
                r.bars(
                    content.bars,
                    BarStyle(width: .fraction(0.5), colors: [Color(hex: 0xE8590C)]), in: p)
                r.columns(
                    content.columns, color: Color(hex: 0x40C0FF, alpha: 0.7), width: width, in: p)
            }
            #expect(result.difference == 0, "width \(width) at \(scale)")
            #expect(result.bytes == 0)
        }
    }

    @Test func whatIsAntiAliasedDiffersByAStepAtMost() throws {
        for color in [Color(hex: 0xC0392B), Color(hex: 0x7048E8, alpha: 0.5)] {
            for dash in [nil, DashPattern(on: 3, off: 2)] {
                // Points are not included: they are drawn whole or not at all depending on their
                // place, so that the part extending over a side must be handled by the owner of the
                // picture (`PlotPicture`).
                let result = try worst(pans(60, seed: 4)) { content, r, p in
                    r.area(
                        content.band, AreaStyle(upper: color, lower: Color(hex: 0, alpha: 0.2)),
                        in: p)
                    r.bars(
                        content.bars, BarStyle(width: .fraction(0.5), colors: [color], corners: 3),
                        in: p)
                    r.line(
                        content.line, LineStyle(width: 3, color: color, dash: dash), in: p)
                }
                #expect(result.difference <= 1)
                #expect(result.bytes == 0)
            }
        }
    }

    @Test func onlyWhatCameInIsDrawn() throws {
        let offsets = (0..<40).map { $0 * 12 }
        let result = try worst(offsets) { content, r, p in
            r.columns(content.columns, color: white, width: 1, in: p)
        }
        #expect(result.instances[0] >= 120)
        // Twelve columns, a few at the edges, once or, across the wrap, twice.
        for count in result.instances.dropFirst() { #expect((12...24).contains(count)) }
        let line = try worst(offsets) { content, r, p in
            r.line(content.line, LineStyle(width: 3, color: white), in: p)
        }
        #expect(line.difference <= 1)
        // Two pixels a sample.
        for count in line.instances.dropFirst() { #expect((6...28).contains(count)) }
    }

    @Test func whatStandsStillIsNotDrawnAtAll() throws {
        let stage = try Stage(width: width, height: height)
        var key = PictureKey()
        var parts: [PixelRect] = []
        var calls = 0
        func frame(_ offset: Int, stamp: Int, ground: Color, rect: PixelRect) throws -> Int {
            calls = 0
            _ = try stage.draw { r in
                parts = r.scrolling(key, in: rect, offset: offset, stamp: stamp, ground: ground) {
                    r.add(CustomItem("a strip") { _ in calls += 1 })
                }
            }
            return calls
        }
        #expect(try frame(0, stamp: 1, ground: ground, rect: rect) == 1)
        #expect(parts == [rect])
        #expect(try frame(0, stamp: 1, ground: ground, rect: rect) == 0)
        #expect(parts == [])
        #expect(stage.statistics.draws == 1)
        #expect(try frame(5, stamp: 1, ground: ground, rect: rect) == 1)
        #expect(
            parts == [
                PixelRect(x: rect.maxX - 5, y: rect.y, width: 5, height: rect.height)
            ])
        // The ground of the new content, and a copy of each side of the picture's seam.
        #expect(stage.statistics.draws == 3)
        // Anything else that differs draws all, in one piece.
        #expect(try frame(5, stamp: 2, ground: ground, rect: rect) == 1)
        #expect(try frame(5, stamp: 2, ground: white, rect: rect) == 1)
        var smaller = rect
        smaller.width -= 1
        #expect(try frame(5, stamp: 2, ground: white, rect: smaller) == 1)
        // Across the wrap, a strip is two pieces; a jump is one again.
        #expect(try frame(-5, stamp: 2, ground: white, rect: smaller) == 1)
        #expect(try frame(100, stamp: 2, ground: white, rect: smaller) == 2)
        #expect(try frame(5000, stamp: 2, ground: white, rect: smaller) == 1)
        key = PictureKey()
        #expect(try frame(5000, stamp: 2, ground: white, rect: smaller) == 1)
    }

    @Test func aLayerAndAClipAndRoundCornersHoldItToo() throws {
        let contents = (Content(), Content())
        let kept = try Stage(width: width, height: height)
        let plain = try Stage(width: width, height: height)
        let (scrolling, layer) = (PictureKey(), PictureKey())
        for (step, offset) in [0, 0, 17, 40, -9, 300, 330].enumerated() {
            let here = projection(offset)
            func body(_ r: SceneBuilder, _ content: Content) {
                r.columns(content.columns, color: white, width: 2, in: here)
                r.line(
                    content.line, LineStyle(width: 2, color: Color(hex: 0xFF0000, alpha: 0.5)),
                    in: here)
            }
            func corners(_ r: SceneBuilder, _ inner: () -> Void) {
                r.clipped(toPixels: rect, radius: 14) {
                    r.clipped(toPixels: PixelRect(x: 0, y: 0, width: 100, height: 90), inner)
                }
            }
            let a = try kept.draw(clear: Color(hex: 0x111111)) { r in
                // Twice the same, so that the layer is kept once and drawn into in other frames.
                r.keep(WholePicture(layer, stamp: step / 2, ground: Color(hex: 0x111111))) {
                    corners(r) {
                        r.scrolling(
                            scrolling, in: rect, offset: offset, stamp: "a", ground: ground
                        ) { body(r, contents.0) }
                    }
                }
            }
            let b = try plain.draw(clear: Color(hex: 0x111111)) { r in
                corners(r) {
                    r.fill(pixels: rect, ground)
                    body(r, contents.1)
                }
            }
            let worst = zip(a.bytes, b.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 255
            // A kept one shows its previous content.
            if step != 3, step != 5 { #expect(worst <= 1, "at \(offset)") }
        }
    }

    @Test func aLostContextIsDrawnAnew() throws {
        let stage = try Stage(width: width, height: height)
        let content = Content()
        let key = PictureKey()
        func frame(_ surface: Surface, _ offset: Int) throws -> [UInt8] {
            let renderer = stage.renderer
            try renderer.beginFrame(surface, scale: 1, clear: Color(hex: 0))
            try renderer.draw { r in
                r.scrolling(key, in: rect, offset: offset, stamp: 1, ground: ground) {
                    r.columns(content.columns, color: white, width: 1, in: projection(offset))
                }
            }
            try renderer.endFrame()
            return try surface.readPixels()
        }
        _ = try frame(stage.surface, 0)
        let before = try frame(stage.surface, 12)
        stage.renderer.device.loseContext()
        let device = try Device()
        let surface = try Surface(device: device, width: width, height: height)
        stage.renderer.replaceDevice(device)
        #expect(try frame(surface, 12) == before)
    }

    /// Only what has changed is drawn again, wherever the picture was moved to meanwhile.
    @Test func aChangedPartIsDrawnAlone() throws {
        let stage = try Stage(width: width, height: height)
        let key = PictureKey()
        var changes = PictureChanges()
        var colors: [Int: Color] = [:]
        var parts: [PixelRect] = []
        // Bars of ten columns of the content, each in its own colour.
        func frame(_ offset: Int, keeps: Bool = true) throws -> [UInt8] {
            try stage.renderer.beginFrame(stage.surface, scale: 1, clear: Color(hex: 0))
            try stage.renderer.draw { r in
                let kept = ScrolledPicture(
                    keeps ? key : PictureKey(), in: rect, offset: offset, stamp: 1,
                    ground: ground, changes: changes)
                parts = r.missingParts(of: kept)
                r.keep(
                    kept,
                    r.recorded {
                        for number in -10..<40 {
                            r.fill(
                                pixels: PixelRect(
                                    x: rect.x + number * 10 - offset, y: rect.y + 5, width: 10,
                                    height: 20), colors[number] ?? white)
                        }
                    })
            }
            try stage.renderer.endFrame()
            return try stage.surface.readPixels()
        }
        _ = try frame(0)
        #expect(parts == [rect])
        _ = try frame(7)
        for (step, offset) in [7, 3, 25, 25, 90, -20].enumerated() {
            let number = offset / 10 + 1 + step % 3
            colors[number] = Color(hex: UInt32(0x102030 * (step + 1)))
            changes.add(PixelRect(x: number * 10, y: rect.y + 5, width: 10, height: 20))
            let picture = try frame(offset)
            #expect(parts.count <= 2 && !parts.contains(rect))
            #expect(picture == (try frame(offset, keeps: false)))
        }
        _ = try frame(-20)
        #expect(parts == [])
        // Far too many to list: all of it.
        for _ in 0..<300 { changes.add(PixelRect(x: 0, y: rect.y, width: 1, height: 1)) }
        _ = try frame(-20)
        #expect(parts == [rect])
    }

    @Test func aFailureInAStripLeavesNothingToRelyOn() throws {
        let stage = try Stage(width: width, height: height)
        let key = PictureKey()
        func frame(_ offset: Int, fails: Bool) throws -> Int {
            var calls = 0
            try stage.renderer.beginFrame(stage.surface, scale: 1, clear: Color(hex: 0))
            try stage.renderer.draw { r in
                r.scrolling(key, in: rect, offset: offset, stamp: 1, ground: ground) {
                    r.add(
                        CustomItem("a strip") { (renderer) throws(GPUError) in
                            calls += 1
                            if fails { throw GPUError.unsupported("a test") }
                            try renderer.fill(pixels: rect, white)
                        })
                }
            }
            try stage.renderer.endFrame()
            return calls
        }
        #expect(try frame(0, fails: false) == 1)
        #expect(throws: GPUError.unsupported("a test")) { _ = try frame(10, fails: true) }
        #expect(try frame(10, fails: false) == 1)
        #expect(try stage.surface.readPixels(rect).allSatisfy { $0 == 255 })
    }
}

extension SceneBuilder {
    /// Adds a picture that moves sideways, with the output of `body` for the missing parts; returns
    /// those parts.
    @discardableResult
    func scrolling(
        _ key: PictureKey, in rect: PixelRect, offset: Int, stamp: some Hashable, ground: Color,
        _ body: () -> Void
    ) -> [PixelRect] {
        let kept = ScrolledPicture(key, in: rect, offset: offset, stamp: stamp, ground: ground)
        let parts = missingParts(of: kept)
        keep(kept, parts.isEmpty ? [] : recorded(body))
        return parts
    }
}
