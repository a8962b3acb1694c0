extension GlyphAtlas {
    /// A rectangle of texels on a page.
    public struct Area: Hashable, Sendable {
        /// The left edge, in texels from the page's left.
        public let x: Int
        /// The top edge, in texels from the page's top.
        public let y: Int
        /// In texels.
        public let width: Int
        /// In texels.
        public let height: Int

        /// The rectangle with its top left corner at (`x`, `y`).
        public init(x: Int, y: Int, width: Int, height: Int) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// The changes that a renderer's copy of a page lacks.
    public enum Change: Hashable, Sendable {
        /// Nothing: the copy is up to date.
        case none
        /// These areas.
        case areas([Area])
        /// Everything: the page is new, has grown, or has changed too often since then.
        case whole
    }

    /// One picture of the atlas: square, one byte per texel, 255 fully covered.
    @MainActor
    public final class Page {
        /// Width and height in texels.
        public private(set) var edge: Int
        /// Changes with every change of the picture and never repeats; 0 is before all revisions.
        public private(set) var revision: UInt64 = 1

        var packing: ShelfPacking
        private var texels: [UInt8]
        private var recent: [(revision: UInt64, area: Area)] = []
        /// Copies older than this lack everything.
        private var knownSince: UInt64 = 1
        private static let remembered = 64

        init(edge: Int) {
            self.edge = edge
            packing = ShelfPacking(width: edge, height: edge)
            texels = [UInt8](repeating: 0, count: edge * edge)
        }

        /// The width in texels.
        public var width: Int { edge }
        /// The height in texels.
        public var height: Int { edge }
        /// The whole page.
        public var whole: Area { Area(x: 0, y: 0, width: edge, height: edge) }

        /// The changes that a copy made at `revision` lacks; 0 for no copy at all.
        public func changes(since revision: UInt64) -> Change {
            if revision == self.revision { return .none }
            if revision < knownSince { return .whole }
            return .areas(recent.filter { $0.revision > revision }.map(\.area))
        }

        /// The texels of `area`, row by row from the top without gaps between rows.
        public func coverage(in area: Area) -> [UInt8] {
            precondition(
                area.x >= 0 && area.y >= 0 && area.x + area.width <= edge
                    && area.y + area.height <= edge, "\(area) is not on a page of \(edge)")
            if area == whole { return texels }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(area.width * area.height)
            for y in area.y..<(area.y + area.height) {
                let row = y * edge + area.x
                bytes.append(contentsOf: texels[row..<(row + area.width)])
            }
            return bytes
        }

        /// Draws `picture` into the top left of `cell`; the rest of the cell becomes empty.
        func draw(_ picture: Coverage, in cell: Area) {
            for row in 0..<cell.height {
                let target = (cell.y + row) * edge + cell.x
                for x in 0..<cell.width {
                    let inside = row < picture.height && x < picture.width
                    texels[target + x] = inside ? picture.bytes[row * picture.width + x] : 0
                }
            }
            revision += 1
            recent.append((revision, cell))
            if recent.count > Page.remembered {
                knownSince = recent.removeFirst().revision
            }
        }

        /// Doubles both edges; the contents keep their place.
        func grow() {
            let old = edge
            edge *= 2
            packing.grow(width: edge, height: edge)
            var grown = [UInt8](repeating: 0, count: edge * edge)
            for row in 0..<old {
                grown.replaceSubrange(
                    (row * edge)..<(row * edge + old), with: texels[(row * old)..<(row * old + old)]
                )
            }
            texels = grown
            revision += 1
            recent.removeAll()
            knownSince = revision
        }
    }
}
