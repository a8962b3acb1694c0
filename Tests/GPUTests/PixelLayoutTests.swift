import Geometry
import Testing

@testable import GPU

@MainActor
@Suite struct PixelLayoutTests {
    private static let width = 9
    private static let height = 7

    /// A picture in memory of every layout, each pixel of a different colour, set by clears.
    private func target(
        _ device: Device, _ layout: PixelLayout, _ body: (borrowing Framebuffer) throws -> Void
    ) throws {
        let texture = try Texture(
            device, format: layout.format, width: Self.width, height: Self.height)
        let framebuffer = try Framebuffer(device, texture: texture, rows: layout.rows)
        try body(framebuffer)
    }

    private func color(_ x: Int, _ y: Int) -> [UInt8] { [UInt8(20 * x), UInt8(30 * y), 7, 255] }

    private func paint(_ device: Device, _ framebuffer: borrowing Framebuffer) throws {
        try device.begin(framebuffer)
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                device.setScissor(PixelRect(x: x, y: y, width: 1, height: 1))
                let c = color(x, y)
                try device.clear(
                    Color(
                        red: Float(c[0]) / 255, green: Float(c[1]) / 255, blue: Float(c[2]) / 255,
                        alpha: 1))
            }
        }
    }

    nonisolated static let layouts = [
        PixelLayout(format: .rgba8, rows: .bottomUp), PixelLayout(format: .rgba8, rows: .topDown),
        PixelLayout(format: .bgra8, rows: .bottomUp), PixelLayout(format: .bgra8, rows: .topDown),
    ]

    @Test(arguments: layouts)
    func aCopyHasEveryPixelInItsPlaceAndColour(_ layout: PixelLayout) throws {
        let device = try Device()
        let surface = try Surface(device: device, width: Self.width, height: Self.height)
        try target(device, layout) { picture in
            try paint(device, picture)
            try surface.begin()
            try device.clear(.clear)
            try device.copy(
                PixelRect(x: 0, y: 0, width: Self.width, height: Self.height), from: picture)
        }
        let pixels = try surface.readPixels()
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                let place = 4 * (y * Self.width + x)
                #expect(Array(pixels[place..<place + 4]) == color(x, y), "\(x), \(y)")
            }
        }
    }

    @Test(arguments: layouts, layouts)
    func aPartGoesWhereItIsToldTo(_ from: PixelLayout, _ to: PixelLayout) throws {
        let device = try Device()
        let surface = try Surface(device: device, width: Self.width, height: Self.height)
        try target(device, from) { source in
            try paint(device, source)
            try target(device, to) { middle in
                try device.begin(middle)
                device.setScissor(nil)
                try device.clear(.clear)
                try device.copy(
                    PixelRect(x: 1, y: 1, width: 3, height: 2), from: source, to: (4, 4))
                try surface.begin()
                try device.copy(
                    PixelRect(x: 0, y: 0, width: Self.width, height: Self.height), from: middle)
            }
        }
        let pixels = try surface.readPixels()
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                let place = 4 * (y * Self.width + x)
                let isInside = (4..<7).contains(x) && (4..<6).contains(y)
                let wanted = isInside ? color(x - 3, y - 3) : [0, 0, 0, 0]
                #expect(Array(pixels[place..<place + 4]) == wanted, "\(x), \(y)")
            }
        }
    }

    @Test func whatHasNoWindowsIsAsOpenGLHasIt() throws {
        let device = try Device()
        #expect(device.layerLayout == PixelLayout(format: .rgba8, rows: .bottomUp))
    }
}
