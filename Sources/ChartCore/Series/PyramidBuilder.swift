// Fills the levels of a pyramid.
//
// The new samples are cut into pieces of 131,072 (a node of the fifth level each), which the cores
// take in turn. A piece fills the nodes of the lower levels that are inside it, and reads each
// value once from memory and a second time from the first-level cache. Nodes across several pieces
// are filled afterwards, from the nodes below, which are few.
//
// A block is read eight values at a time: sum, smallest and largest in separate lanes, so that no
// step waits for the one before, then the squares of the differences from the block's own mean. A
// block whose sum is NaN has a gap (or infinities of both signs) and is processed again value by
// value.

import Platform

/// Room of a column that several threads fill, each with its own elements.
private struct NodeRoom<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    let bases: [UnsafeMutablePointer<Element>]
    let start: Int

    /// The last `added` elements of a column, not yet written.
    init(_ column: inout Column<Element>, adding added: Int) {
        var left = added
        while left > 0 { left -= column.claim(left).count }
        bases = column.bases
        start = column.start
    }

    @inline(__always)
    func write(_ element: Element, at index: Int) {
        let place = start + index
        bases[place >> Column<Element>.shift][place & Column<Element>.mask] = element
    }

    @inline(__always)
    func read(_ index: Int) -> Element {
        let place = start + index
        return bases[place >> Column<Element>.shift][place & Column<Element>.mask]
    }
}

/// Builds the missing part of a pyramid's levels.
enum PyramidBuilder {
    /// How many samples one core takes at a time.
    static let pieceSize = 131_072

    private struct Rooms: Sendable {
        let extents: NodeRoom<NodeExtent>
        let moments: NodeRoom<NodeMoments>
        /// The numbers of the new nodes.
        let fresh: Range<Int>
        /// The number of the node at index 0.
        let first: Int
        let span: Int
    }

    /// Adds all nodes that are full and not present yet.
    static func build(
        _ levels: inout [Pyramid.Level], _ values: Column<Double>, dropped: Int, isParallel: Bool
    ) {
        let end = dropped + values.count
        var rooms: [Rooms] = []
        rooms.reserveCapacity(levels.count + 1)
        var index = 0
        while true {
            if index == levels.count {
                let span = levels[index - 1].span * Pyramid.fan
                if end / span <= (dropped + span - 1) / span { break }
                levels.append(Pyramid.Level(first: (dropped + span - 1) / span, span: span))
            }
            let span = levels[index].span
            let from = levels[index].end
            let to = end / span
            // If no node is new, none of those above is.
            guard from < to else { break }
            rooms.append(
                Rooms(
                    extents: NodeRoom(&levels[index].extents, adding: to - from),
                    moments: NodeRoom(&levels[index].moments, adding: to - from),
                    fresh: from..<to, first: levels[index].first, span: span))
            index += 1
        }
        guard let fresh = rooms.first?.fresh else { return }
        let low = fresh.lowerBound * Pyramid.blockSize / pieceSize
        let high = (fresh.upperBound * Pyramid.blockSize + pieceSize - 1) / pieceSize
        if isParallel, high - low > 2 {
            let rooms = rooms
            Workers.perform(high - low) { piece in
                fill(rooms, values, dropped: dropped, piece: low + piece)
            }
        } else {
            for piece in low..<high { fill(rooms, values, dropped: dropped, piece: piece) }
        }
        for level in rooms.indices.dropFirst() where rooms[level].span > pieceSize {
            join(rooms[level - 1], into: rooms[level], rooms[level].fresh)
        }
    }

    /// Fills the nodes that are inside one piece of the samples.
    private static func fill(
        _ rooms: [Rooms], _ values: Column<Double>, dropped: Int, piece: Int
    ) {
        let span = piece * pieceSize..<(piece + 1) * pieceSize
        for (level, room) in rooms.enumerated() where room.span <= pieceSize {
            let nodes = (span.lowerBound / room.span..<span.upperBound / room.span)
                .clamped(to: room.fresh)
            if nodes.isEmpty { continue }
            if level > 0 {
                join(rooms[level - 1], into: room, nodes)
                continue
            }
            var node = nodes.lowerBound
            values.withBuffers(
                in: nodes.lowerBound * room.span - dropped..<nodes.upperBound * room.span - dropped
            ) { samples in
                precondition(
                    samples.count % Pyramid.blockSize == 0, "a block must lie in one chunk")
                var at = 0
                while at < samples.count {
                    let (extent, moments) = block(samples, at)
                    room.extents.write(extent, at: node - room.first)
                    room.moments.write(moments, at: node - room.first)
                    node += 1
                    at += Pyramid.blockSize
                }
            }
        }
    }

    /// The aggregates of the samples of a block.
    @inline(__always)
    private static func block(
        _ samples: UnsafeBufferPointer<Double>, _ at: Int
    ) -> (NodeExtent, NodeMoments) {
        var sums = EightLanes(samples, at)
        var low = sums
        var high = sums
        for part in 1..<Pyramid.blockSize / 8 {
            let values = EightLanes(samples, at + 8 * part)
            sums.add(values)
            low.takeSmaller(values)
            high.takeLarger(values)
        }
        let sum = sums.total
        guard !sum.isNaN else { return blockWithGaps(samples, at) }
        let mean = SIMD2(repeating: sum / Double(Pyramid.blockSize))
        var deviations = EightLanes(repeating: 0)
        for part in 0..<Pyramid.blockSize / 8 {
            deviations.addSquares(of: EightLanes(samples, at + 8 * part), from: mean)
        }
        return (
            NodeExtent(minimum: low.smallest, maximum: high.largest),
            NodeMoments(
                sum: sum, squaredDeviations: deviations.total, count: Pyramid.blockSize)
        )
    }

    @inline(never)
    private static func blockWithGaps(
        _ samples: UnsafeBufferPointer<Double>, _ at: Int
    ) -> (NodeExtent, NodeMoments) {
        var extent = NodeExtent()
        var moments = NodeMoments()
        for value in samples[at..<at + Pyramid.blockSize] where !value.isNaN {
            extent.include(value)
            moments.sum += value
            moments.count += 1
        }
        guard moments.count > 0 else { return (extent, moments) }
        let mean = moments.sum / Double(moments.count)
        for value in samples[at..<at + Pyramid.blockSize] where !value.isNaN {
            moments.squaredDeviations += (value - mean) * (value - mean)
        }
        return (extent, moments)
    }

    /// Fills nodes of a level from the level below.
    private static func join(_ below: Rooms, into room: Rooms, _ nodes: Range<Int>) {
        for node in nodes {
            let from = node * Pyramid.fan - below.first
            var extent = below.extents.read(from)
            for child in 1..<Pyramid.fan { extent.include(below.extents.read(from + child)) }
            let a = NodeMoments(below.moments.read(from), below.moments.read(from + 1))
            let b = NodeMoments(below.moments.read(from + 2), below.moments.read(from + 3))
            let c = NodeMoments(below.moments.read(from + 4), below.moments.read(from + 5))
            let d = NodeMoments(below.moments.read(from + 6), below.moments.read(from + 7))
            room.extents.write(extent, at: node - room.first)
            room.moments.write(
                NodeMoments(NodeMoments(a, b), NodeMoments(c, d)), at: node - room.first)
        }
    }
}
