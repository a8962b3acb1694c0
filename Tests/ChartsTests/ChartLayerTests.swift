import ChartCore
import ChartInteraction
import ChartRendering
import ChartScene
import Charts
import GPU
import Geometry
import Testing
import Text

/// A chart in another program's picture.
///
/// The host is a device of our own, which tracks its state and sets nothing twice: any state that a
/// layer changed would show.
@MainActor @Suite struct ChartLayerTests {
    private static let day = 86_400.0

    /// A host with a picture in memory.
    @MainActor
    private struct Host {
        let device: Device
        let surface: Surface

        init(width: Int, height: Int) throws {
            device = try Device()
            surface = try Surface(device: device, width: width, height: height)
            try begin()
        }

        var size: (width: Int, height: Int) { (surface.width, surface.height) }

        /// Makes the context current, binds the framebuffer and fills it.
        func begin(_ color: UInt32 = 0) throws {
            try surface.begin()
            try device.clear(Color(hex: color))
        }

        func picture() throws -> Picture {
            #expect(device.debugMessages.filter { $0.hasPrefix("error") } == [])
            return Picture(
                width: surface.width, height: surface.height, bytes: try surface.readPixels())
        }
    }

    /// A line that overlaps itself half transparent, bars and points: all ways of drawing.
    private func bench(
        scale: Double = 1, ground: UInt32? = nil, isPrepared: Bool = true
    ) throws -> Bench {
        let bench = try Bench(scale: scale)
        let times = (0..<80).map { Double($0) * 0.1 * Self.day }
        let values = times.indices.map { Double(($0 * 7919) % 100) / 10 }
        let line = LineMark(
            id: "line", style: LineStyle(width: 3, color: Color(hex: 0x3366CC).opacity(0.5)))
        line.show(SampleSeries(times: times, values: values))
        let points = PointMark(
            id: "points", style: PointStyle(radius: 2.5, fill: Color(hex: 0xCC6633)))
        points.show(SampleSeries(times: times, values: values))
        let bars = BarMark(
            id: "bars", style: BarStyle(width: .fraction(0.5), colors: [Color(hex: 0x404000)]))
        bars.show(
            (0..<8).map {
                Bar(start: Double($0) * Self.day, end: Double($0 + 1) * Self.day, value: 6)
            })
        bench.chart.marks = [bars, line, points]
        if let ground { bench.chart.style.ground = Color(hex: ground) }
        if isPrepared { bench.prepare() }
        bench.show(values: Extent(min: 0, max: 10))
        return bench
    }

    /// A layer for a chart that was prepared by its bench.
    private func layer(_ bench: Bench) throws -> ChartLayer {
        let layer = try ChartLayer(typesetter: bench.typesetter)
        layer.chart = bench.chart
        return layer
    }

    @Test(arguments: [1.0, 1.5, 2.0]) func itIsTheSamePictureAsOffScreen(scale: Double) throws {
        let bench = try bench(scale: scale)
        let wanted = try bench.draw()
        #expect(!wanted.inkColumns(rows: 0..<wanted.height).isEmpty)
        let host = try Host(width: wanted.width, height: wanted.height)
        let layer = try layer(bench)
        layer.chart = nil
        #expect(try !layer.draw(in: bench.frame, of: host.size, scale: scale, at: 0))
        #expect(try host.picture().inkColumns(rows: 0..<wanted.height).isEmpty)
        layer.chart = bench.chart
        for _ in 0..<3 {
            try host.begin()
            let needsAnother = try layer.draw(
                in: bench.frame, of: host.size, scale: scale, at: 0)
            #expect(!needsAnother)
            #expect(try host.picture() == wanted)
        }
        #expect(layer.statistics.uploadedBytes == 0 && layer.statistics.draws > 3)
    }

    @Test func aPictureThatIsKeptWhileItPansIsTheSameToo() throws {
        let own = try bench(ground: 0x101010)
        let lent = try bench(ground: 0x101010)
        let first = try own.draw()
        let host = try Host(width: first.width, height: first.height)
        let layer = try layer(lent)
        // Both have a first frame; from the second on the picture is kept.
        try layer.draw(in: lent.frame, of: host.size, scale: 1, at: 0)
        #expect(try host.picture() == first)
        for step in 0..<6 {
            let begin = Double(step) * 0.05 * Self.day
            let range = Extent(min: begin, max: begin + 7 * Self.day)
            own.chart.x.panZoom.set(range)
            lent.chart.x.panZoom.set(range)
            own.chart.advance(to: 0)
            let wanted = try own.draw()
            try host.begin()
            try layer.draw(in: lent.frame, of: host.size, scale: 1, at: 0)
            #expect(try host.picture() == wanted, "step \(step)")
        }
    }

    @Test func nothingBesideTheFrameIsTouchedAndTheHostsPictureIsTheGround() throws {
        let bench = try bench()
        bench.chart.foreground = [Paint(0xFF00FF)]
        bench.chart.willEncode = { renderer, _ in
            renderer.fill(Rect(x: 0, y: 0, width: 5000, height: 5000), Color(hex: 0x300000))
        }
        let host = try Host(width: 700, height: 400)
        let layer = try layer(bench)
        try host.begin(0x0000FF)
        let frame = Rect(x: 50, y: 60, width: 600, height: 300)
        try layer.draw(in: frame, of: host.size, scale: 1, at: 0)
        let picture = try host.picture()
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let isInside = (50..<650).contains(x) && (60..<360).contains(y)
                if (picture[x, y] != 0x0000FF) != isInside {
                    Issue.record("\(x), \(y) is \(picture[x, y])")
                    return
                }
            }
        }
        bench.chart.foreground = []
        bench.chart.willEncode = nil
        try host.begin(0x0000FF)
        try layer.draw(in: frame, of: host.size, scale: 1, at: 0)
        let open = try host.picture()
        #expect((0..<open.width).contains { open[$0, 65] == 0x0000FF })
        #expect(open.bytes != picture.bytes)
    }

    /// Three charts, two of which look alike except for one mark, and one with a ground.
    private func charts() throws -> [Chart] {
        let benches = [
            try bench(isPrepared: false), try bench(isPrepared: false),
            try bench(ground: 0x202020, isPrepared: false),
        ]
        benches[1].chart.marks.removeFirst()
        return benches.map(\.chart)
    }

    @Test func severalLayersDrawInOneContext() throws {
        let frames = (0..<3).map { Rect(x: 5 + 400 * Double($0), y: 10, width: 390, height: 220) }
        let mark = PixelRect(x: 0, y: 0, width: 2, height: 2)
        // One renderer after the other, without a host.
        let fonts = try Fonts.library()
        let alone = try Host(width: 1200, height: 240)
        let typesetter = Typesetter(fonts: fonts)
        let renderers = frames.map { _ in
            Renderer(device: alone.device, atlas: GlyphAtlas(fonts: fonts))
        }
        let own = try charts()
        let host = try Host(width: 1200, height: 240)
        let first = try ChartLayer(fonts: fonts)
        let layers = [first, ChartLayer(sharing: first), try ChartLayer(fonts: fonts)]
        let lent = try charts()
        for _ in 0..<4 {
            try alone.begin()
            for (index, renderer) in renderers.enumerated() {
                own[index].advance(to: 0)
                own[index].prepare(
                    in: frames[index], deviceScale: 1, typesetter: typesetter)
                try renderer.beginFrame(alone.surface, scale: 1, clear: nil)
                try renderer.draw { own[index].encode(into: $0) }
                try renderer.endFrame()
            }
            alone.device.setScissor(mark)
            try alone.device.clear(Color(hex: 0xABCDEF))
            try host.begin()
            for (index, layer) in layers.enumerated() {
                layer.chart = lent[index]
                try layer.draw(in: frames[index], of: host.size, scale: 1, at: 0)
                // The host draws in between, in its own way.
                host.device.setScissor(mark)
                try host.device.clear(Color(hex: 0xABCDEF))
                host.device.setScissor(nil)
            }
            #expect(try host.picture() == alone.picture())
        }
    }

    @Test func aContextThatIsNotThereIsSaid() throws {
        let layer: ChartLayer
        let bench = try bench()
        do {
            let host = try Host(width: 100, height: 100)
            layer = try self.layer(bench)
            try layer.draw(in: bench.frame, of: host.size, scale: 1, at: 0)
        }
        // The host is gone, and its context with it; the layer draws nowhere else.
        let other = try Host(width: 100, height: 100)
        try other.begin(0x123456)
        #expect(throws: GPUError.self) {
            try layer.draw(in: bench.frame, of: (100, 100), scale: 1, at: 0)
        }
        #expect(try other.picture()[50, 50] == 0x123456)
    }
}
