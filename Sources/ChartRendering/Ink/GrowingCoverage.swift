// The coverage of a stroke that grows, kept from frame to frame.
//
// Layout: a mask of the target's size, and the rows that the stroke covers in each column of 64 pixels:
// painting the rectangle around a long stroke costs many times what painting these does.

import ChartScene
import GPU
import Geometry

/// What has been drawn of a stroke that grows.
@MainActor
final class GrowingCoverage {
    let mask: MaskTarget
    /// How many of its pieces are in the mask.
    private(set) var count = 0
    private let state: State
    /// The rows in each column.
    private var rows: [Int: Range<Int>] = [:]

    /// What the mask depends on, besides the pieces.
    private struct State: Equatable {
        var generation: Int
        var offset: Vector
        var held: PixelRect
        var clip: PixelRect
        var rows: RowOrder

        @MainActor
        init(_ item: InkItem, _ renderer: Renderer) {
            generation = item.ink.content.generation
            offset = item.offset
            held = renderer.device.heldPixels
            clip = renderer.clip.rect
            rows = renderer.device.targetRows
        }
    }

    private static let width = 64

    init(_ item: InkItem, _ renderer: Renderer) throws(GPUError) {
        state = State(item, renderer)
        mask = try MaskTarget(renderer.device, .r8, renderer.device.heldPixels, nil)
    }

    /// Whether it is what was drawn of a stroke, for the present target.
    func isOf(_ item: InkItem, _ renderer: Renderer) -> Bool {
        mask.device === renderer.device && state == State(item, renderer)
            && count < max(item.ink.content.lasting, 1)
    }

    /// Records that pieces from some vertices to the ones after them are in the mask.
    func add(_ buffer: InkBuffer, _ pieces: Range<Int>, _ offset: Vector) {
        count = max(count, pieces.upperBound)
        let elements = buffer.store.elements
        for piece in pieces where piece + 1 < elements.count {
            let (a, b) = (elements[piece], elements[piece + 1])
            let reach = max(abs(a.radius), abs(b.radius)) + 1
            let rect = PixelRect(
                enclosing: Rect(
                    x: Double(min(a.x, b.x) - reach), y: Double(min(a.y, b.y) - reach),
                    width: Double(abs(a.x - b.x) + 2 * reach),
                    height: Double(abs(a.y - b.y) + 2 * reach)
                ).offset(by: offset)
            ).intersection(state.clip)
            guard !rect.isEmpty else { continue }
            for column in rect.x / Self.width...(rect.maxX - 1) / Self.width {
                let known = rows[column] ?? rect.y..<rect.maxY
                rows[column] =
                    min(known.lowerBound, rect.y)..<max(known.upperBound, rect.maxY)
            }
        }
    }

    /// The parts of the target in which it may be, which do not overlap.
    var parts: [PixelRect] {
        rows.map { column, rows in
            PixelRect(
                x: column * Self.width, y: rows.lowerBound, width: Self.width,
                height: rows.count)
        }
    }
}
