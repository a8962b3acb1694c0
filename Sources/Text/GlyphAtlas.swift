// One grey picture of all glyphs in use, with eviction.
//
// Layout: pages of 8-bit coverage. A glyph is keyed by face, number, size in 64ths of a device
// pixel and quarter-pixel phase. Its cell is one pixel wider and taller than the glyph, so that
// neighbours never bleed into each other under linear filtering.
// Eviction: a glyph may be evicted if it was not used in the current frame and no living `GlyphRun`
// holds it. The page grows up to its comfortable size; beyond that, glyphs are evicted first, the
// least recently used before others. If all are in use the page grows to its largest size, and
// after that a new page is opened. A glyph that may still be drawn is never overwritten.
// Uploads: a page counts its revisions and records the areas that the last ones changed.
// Runs are held by weak references, which are visited only for an eviction.
// Rejected: signed distance fields (soft at 11 px, the size of most of the text); clearing the
// whole atlas when full (a hitch, and wrong while retained quads are drawn).

import Geometry

/// A glyph's picture at its position, for one textured quad: device pixels, drawn one to one.
public struct GlyphQuad: Hashable, Sendable {
    /// The left edge, in device pixels.
    public let x: Int32
    /// The top edge, in device pixels; y grows downwards.
    public let y: Int32
    /// The width in device pixels, and in texels.
    public let width: Int32
    /// The height in device pixels, and in texels.
    public let height: Int32
    /// The left edge of the picture on its page, in texels.
    public let sourceX: Int32
    /// The top edge of the picture on its page, in texels.
    public let sourceY: Int32
    /// The page's index in `GlyphAtlas.pages`.
    public let page: Int
}

/// The quads of one line at one scale; while it is alive, its glyphs stay in the atlas.
@MainActor
public final class GlyphRun {
    /// The quads, from left to right; spaces have none.
    public let quads: [GlyphQuad]
    /// The device pixels per point of the quads.
    public let scale: Double
    fileprivate let slots: [Int]

    fileprivate init(quads: [GlyphQuad], scale: Double, slots: [Int]) {
        self.quads = quads
        self.scale = scale
        self.slots = slots
    }
}

/// The coverage of all glyphs in use, in pages that a renderer copies.
@MainActor
public final class GlyphAtlas {
    /// The edges of pages in texels; all are powers of two.
    public struct Limits: Sendable {
        /// The edge of a new page.
        public var initial: Int
        /// The edge above which unused glyphs are evicted before the page grows.
        public var comfortable: Int
        /// The largest edge; OpenGL ES 3.0 guarantees 2048.
        public var maximum: Int

        /// Limits in ascending order.
        public init(initial: Int = 512, comfortable: Int = 1024, maximum: Int = 2048) {
            precondition(
                initial > 0 && initial <= comfortable && comfortable <= maximum,
                "page sizes must ascend, not \(initial), \(comfortable), \(maximum)")
            self.initial = initial
            self.comfortable = comfortable
            self.maximum = maximum
        }
    }

    /// The pages; they may grow, and more may follow, but none is removed.
    public private(set) var pages: [Page] = []
    /// The number of evicted glyphs since the start.
    public private(set) var evictions = 0
    /// The number of drawn glyphs since the start.
    public private(set) var drawnCount = 0

    private let fonts: FontLibrary
    private let limits: Limits
    private var slots: [Slot?] = []
    private var freeSlots: [Int] = []
    private var slotsByKey: [Key: Int] = [:]
    private var runs: [WeakRun] = []
    private var runsBeforePruning = 256
    private var frame: UInt64 = 0

    private struct Key: Hashable {
        let face: FaceID
        let glyph: UInt32
        let size: Int32
        let phase: UInt8
    }

    private struct Slot {
        let key: Key
        let page: Int
        /// The cell; the picture is one texel smaller at the right and the bottom.
        let cell: Area
        let left: Int32
        let top: Int32
        var lastFrame: UInt64
    }

    private struct WeakRun {
        weak var run: GlyphRun?
    }

    /// An atlas for the faces of `fonts`.
    public init(fonts: FontLibrary, limits: Limits = Limits()) {
        self.fonts = fonts
        self.limits = limits
    }

    /// Begins a frame: glyphs that only earlier frames used, and that no run holds, may be evicted
    /// from now on.
    public func beginFrame() { frame += 1 }

    /// The current number of glyphs in the atlas.
    public var glyphCount: Int { slotsByKey.count }

    /// The quads of `line` with its baseline's left end at `origin`, in points, at `scale` device
    /// pixels per point.
    ///
    /// The baseline is rounded to a whole device pixel, glyphs to quarters horizontally, so the
    /// result is crisp. Keep the run as long as its quads are drawn. Costs a dictionary lookup per
    /// glyph; a new glyph is drawn, which takes some tens of microseconds.
    public func run(_ line: ShapedLine, scale: Double, at origin: Point = .zero) -> GlyphRun {
        precondition(scale > 0 && scale.isFinite, "a scale must be above zero, not \(scale)")
        let size = Int32((line.style.size * scale * 64).rounded())
        precondition(
            size <= 64 * 1024, "glyphs of \(line.style.size * scale) pixels are shapes, not text")
        var quads: [GlyphQuad] = []
        quads.reserveCapacity(line.glyphs.count)
        var used: [Int] = []
        used.reserveCapacity(line.glyphs.count)
        for glyph in line.glyphs {
            let phases = Double(FontFace.phases)
            let quarters = ((origin.x + glyph.x) * scale * phases).rounded()
            let pixel = (quarters / phases).rounded(.down)
            let key = Key(
                face: glyph.face, glyph: glyph.glyph, size: size,
                phase: UInt8(quarters - pixel * phases))
            let slot = slot(key)
            used.append(slot)
            guard let entry = slots[slot], entry.cell.width > 0 else { continue }
            let baseline = ((origin.y + glyph.y) * scale).rounded()
            quads.append(
                GlyphQuad(
                    x: Int32(pixel) + entry.left, y: Int32(baseline) - entry.top,
                    width: Int32(entry.cell.width - 1), height: Int32(entry.cell.height - 1),
                    sourceX: Int32(entry.cell.x), sourceY: Int32(entry.cell.y), page: entry.page))
        }
        let run = GlyphRun(quads: quads, scale: scale, slots: used)
        remember(run)
        return run
    }

    // MARK: Slots

    private func slot(_ key: Key) -> Int {
        if let known = slotsByKey[key] {
            slots[known]?.lastFrame = frame
            return known
        }
        let picture = fonts.face(key.face).draw(
            key.glyph, size: Int(key.size), phase: Int(key.phase))
        drawnCount += 1
        var page = 0
        var cell = Area(x: 0, y: 0, width: 0, height: 0)
        if picture.width > 0 {
            (page, cell) = room(width: picture.width + 1, height: picture.height + 1)
            pages[page].draw(picture, in: cell)
        }
        let slot = Slot(
            key: key, page: page, cell: cell, left: Int32(picture.left), top: Int32(picture.top),
            lastFrame: frame)
        let index = freeSlots.popLast() ?? slots.count
        if index == slots.count { slots.append(slot) } else { slots[index] = slot }
        slotsByKey[key] = index
        return index
    }

    private func remember(_ run: GlyphRun) {
        if runs.count >= runsBeforePruning {
            runs.removeAll { $0.run == nil }
            runsBeforePruning = max(256, runs.count * 2)
        }
        runs.append(WeakRun(run: run))
    }

    // MARK: Room

    private func room(width: Int, height: Int) -> (page: Int, cell: Area) {
        while true {
            if let found = place(width, height) { return found }
            if let last = pages.last, last.edge < limits.comfortable {
                last.grow()
            } else if evict(forWidth: width, height: height) {
                continue
            } else if let last = pages.last, last.edge < limits.maximum {
                last.grow()
            } else {
                var edge = limits.initial
                while edge <= max(width, height) { edge *= 2 }
                pages.append(Page(edge: edge))
            }
        }
    }

    private func place(_ width: Int, _ height: Int) -> (page: Int, cell: Area)? {
        for (i, page) in pages.enumerated() {
            if let at = page.packing.place(width: width, height: height) {
                return (i, Area(x: at.x, y: at.y, width: width, height: height))
            }
        }
        return nil
    }

    /// Evicts at least a quarter of the unused glyphs, the least recently used first, and more
    /// until a cell of the size fits; false if that is impossible.
    private func evict(forWidth width: Int, height: Int) -> Bool {
        var held = Set<Int>()
        for reference in runs {
            if let run = reference.run { held.formUnion(run.slots) }
        }
        var candidates: [(index: Int, frame: UInt64)] = []
        for (i, slot) in slots.enumerated() {
            guard let slot, slot.lastFrame < frame, !held.contains(i) else { continue }
            candidates.append((i, slot.lastFrame))
        }
        candidates.sort { ($0.frame, $0.index) < ($1.frame, $1.index) }
        let quarter = (candidates.count + 3) / 4
        for (n, candidate) in candidates.enumerated() {
            remove(candidate.index)
            guard n + 1 >= quarter, let found = place(width, height) else { continue }
            pages[found.page].packing.remove(x: found.cell.x, y: found.cell.y, width: width)
            return true
        }
        return false
    }

    private func remove(_ index: Int) {
        guard let slot = slots[index] else { return }
        if slot.cell.width > 0 {
            pages[slot.page].packing.remove(x: slot.cell.x, y: slot.cell.y, width: slot.cell.width)
        }
        slotsByKey[slot.key] = nil
        slots[index] = nil
        freeSlots.append(index)
        evictions += 1
    }
}
