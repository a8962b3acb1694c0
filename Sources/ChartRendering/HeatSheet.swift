// Colours of device pixels that move sideways with a plot.
//
// Data layout: four bytes a pixel, premultiplied, in memory and in a texture of the plot's size; a
// column of pixels lies at its number modulo the width, so that a pan writes the columns that come
// in over those that go out. Memory is the truth: on another device everything is sent again.
// Limits: a sheet is no larger than the largest texture, which is larger than any target.

import GPU
import Geometry

/// Pixels of a plot by the numbers of their columns, in memory, with a copy on the GPU.
@MainActor
public final class HeatSheet {
    /// The columns that are in it.
    public private(set) var columns = 0..<0
    /// In device pixels.
    public private(set) var width = 0
    /// In device pixels.
    public private(set) var height = 0
    private var texels: [UInt8] = []
    private var dirty: [Range<Int>] = []
    private var copy: Copy?

    @MainActor
    private final class Copy {
        let device: Device
        let texture: Texture

        init(_ device: Device, _ width: Int, _ height: Int) throws(GPUError) {
            self.device = device
            texture = try Texture(device, format: .rgba8, width: width, height: height)
        }
    }

    /// A sheet without pixels.
    public init() {}

    /// Forgets everything and takes another size.
    public func reset(width: Int, height: Int) {
        columns = 0..<0
        dirty = []
        (self.width, self.height) = (max(width, 0), max(height, 0))
        texels = [UInt8](repeating: 0, count: self.width * self.height * 4)
    }

    /// Makes these the columns, as many as the sheet is wide at most; only those that are not in it
    /// yet are asked for.
    ///
    /// - Parameter colors: the colours of a column's pixels from the top down, by its number.
    public func show(_ wanted: Range<Int>, colors: (_ column: Int) -> [Color]) {
        precondition(wanted.count <= width, "a sheet of \(width) has no room for \(wanted.count)")
        let missing: [Range<Int>]
        if columns.overlaps(wanted) {
            missing = [
                wanted.lowerBound..<max(columns.lowerBound, wanted.lowerBound),
                min(columns.upperBound, wanted.upperBound)..<wanted.upperBound,
            ]
        } else {
            missing = [wanted]
        }
        columns = wanted
        for range in missing where !range.isEmpty {
            for column in range {
                let place = ring(column)
                for (row, color) in colors(column).prefix(height).enumerated() {
                    let packed = PackedColor(premultiplied: color)
                    let at = (row * width + place) * 4
                    texels[at] = packed.red
                    texels[at + 1] = packed.green
                    texels[at + 2] = packed.blue
                    texels[at + 3] = packed.alpha
                }
            }
            let (first, count) = (ring(range.lowerBound), range.count)
            dirty.append(first..<min(first + count, width))
            if first + count > width { dirty.append(0..<first + count - width) }
        }
    }

    /// Where in the ring a column lies.
    private func ring(_ column: Int) -> Int {
        let rest = column % width
        return rest < 0 ? rest + width : rest
    }

    fileprivate var firstTexel: Int { ring(columns.lowerBound) }

    /// Binds the copy on a device, up to date.
    fileprivate func bind(on device: Device) throws(GPUError) {
        let current: Copy
        if let copy, copy.device === device, copy.texture.width == width,
            copy.texture.height == height
        {
            current = copy
        } else {
            current = try Copy(device, width, height)
            copy = current
            dirty = [0..<width]
        }
        for range in dirty {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(range.count * height * 4)
            for row in 0..<height {
                let start = (row * width + range.lowerBound) * 4
                bytes += texels[start..<start + range.count * 4]
            }
            try current.texture.write(
                bytes,
                rect: PixelRect(x: range.lowerBound, y: 0, width: range.count, height: height))
        }
        dirty.removeAll()
        device.use(current.texture)
    }
}

extension PackedColor {
    fileprivate init(premultiplied color: Color) {
        let c = color.premultiplied
        self.init(Color(red: c[0], green: c[1], blue: c[2], alpha: c[3]))
    }
}

extension Renderer {
    /// Draws a sheet with the first of its columns at a device pixel; its rows go down from `top`.
    public func drawHeat(
        _ sheet: HeatSheet, left: Int, top: Int, alpha: Double = 1
    ) throws(GPUError) {
        let all = PixelRect(x: left, y: top, width: sheet.columns.count, height: sheet.height)
        guard alpha > 0, !all.isEmpty, let pipeline = try prepare(.sheet, within: all) else {
            return
        }
        try sheet.bind(on: device)
        pipeline.program.set(pipeline.uniform("uSheet"), integer: 0)
        pipeline.program.set(
            pipeline.uniform("uRect"), Float(all.x), Float(all.y), Float(all.maxX), Float(all.maxY))
        pipeline.program.set(
            pipeline.uniform("uSheetPlace"), Float(left), Float(top), Float(sheet.firstTexel))
        pipeline.program.set(
            pipeline.uniform("uSheetRing"), Float(sheet.width), Float(alpha))
        try device.draw(
            .triangleStrip, vertices: 4, program: pipeline.program,
            vertexArray: try vertexArrayOfNothing().array)
    }
}
