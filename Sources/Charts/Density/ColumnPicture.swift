import ChartCore
import ChartScene

/// The part of each drawn column of device pixels that a line covers.
///
/// Kept until the samples or the zoom change: if columns move along the same grid, only the new
/// ones are computed.
///
/// For a source whose samples have attributes it may show the segments of one attribute.
@MainActor
final class ColumnPicture {
    let buffer = ColumnBuffer()
    /// The attribute whose segments it shows; nil for all.
    private let attribute: Int?
    /// The stretches without samples that are longer than the longest gap and wide enough to be
    /// visible: pairs of samples.
    let bridges = SampleBuffer()
    private(set) var hasBridges = false
    private var spans: [ColumnSpan] = []
    private var first = 0
    private var moved: [ColumnSpan] = []
    private var part: [ColumnSpan] = []
    private var key: Key?

    init(attribute: Int? = nil) { self.attribute = attribute }

    /// Stretches narrower than this number of columns are left open.
    static let leastBridge = 3.0

    private struct Key: Equatable {
        var revision: Revision
        var longestGap: Double
        var grid: ColumnGrid
        var columns: [Range<Int>]
        var bridges: Bool
    }

    /// The value that those on the GPU are relative to.
    private var origin = 0.0

    /// Updates the columns from a source.
    ///
    /// - Parameters:
    ///   - columns: those that are drawn, in ascending ranges.
    ///   - origin: a value near those that are drawn, the same for all parts of a picture.
    func update(
        _ source: any SampleSource, longestGap: Double, _ grid: ColumnGrid,
        _ columns: [Range<Int>], bridges wanted: Bool, origin: Double
    ) {
        let now = Key(
            revision: source.revision, longestGap: longestGap, grid: grid, columns: columns,
            bridges: wanted && longestGap < .infinity)
        guard now != key || origin != self.origin else { return }
        if now != key { cover(source, now) }
        buffer.replace(grid: grid, first: first, spans: spans, origin: origin)
        self.origin = origin
        guard now != key else { return }
        key = now
        if now.bridges { bridge(source, longestGap, grid, columns) } else { hasBridges = false }
    }

    /// Computes the spans, except those that exist already.
    private func cover(_ source: any SampleSource, _ now: Key) {
        var known: [Range<Int>] = []
        if let key, key.revision == now.revision, key.longestGap == now.longestGap,
            key.grid == now.grid
        {
            known = key.columns
        }
        let lower = now.columns.first?.lowerBound ?? 0
        moved.removeAll(keepingCapacity: true)
        for wanted in now.columns {
            // There is nothing between the parts.
            let between = wanted.lowerBound - lower - moved.count
            moved.append(contentsOf: repeatElement(.nothing, count: between))
            var next = wanted.lowerBound
            func work(to end: Int) {
                guard next < end else { return }
                cover(source, now, next..<end, into: &part)
                moved.append(contentsOf: part)
                next = end
            }
            for range in known {
                let kept = range.clamped(to: wanted)
                guard !kept.isEmpty else { continue }
                work(to: kept.lowerBound)
                moved.append(
                    contentsOf: spans[kept.lowerBound - first..<kept.upperBound - first])
                next = kept.upperBound
            }
            work(to: wanted.upperBound)
        }
        swap(&spans, &moved)
        first = lower
    }

    private func cover(
        _ source: any SampleSource, _ now: Key, _ columns: Range<Int>,
        into spans: inout [ColumnSpan]
    ) {
        if let attribute, let source = source as? any AttributedSampleSource {
            source.columnSpans(
                now.grid, columns, longestGap: now.longestGap, attribute: attribute, into: &spans)
        } else {
            source.columnSpans(now.grid, columns, longestGap: now.longestGap, into: &spans)
        }
    }

    /// Finds the long gaps that are wider than a few columns.
    ///
    /// Only empty columns can be in one.
    private func bridge(
        _ source: any SampleSource, _ longestGap: Double, _ grid: ColumnGrid,
        _ columns: [Range<Int>]
    ) {
        var times: [Double] = []
        var values: [Double] = []
        var ends: [Int] = []
        let least = ColumnPicture.leastBridge * grid.width
        let transform = source.timeTransform
        for part in columns {
            var column = part.lowerBound
            func isEmpty() -> Bool { column < part.upperBound && spans[column - first].isEmpty }
            while column < part.upperBound {
                guard isEmpty() else {
                    column += 1
                    continue
                }
                let next = source.lowerBound(grid.left(of: column))
                if next > 0, next < source.count {
                    let (from, to) = (source.time(at: next - 1), source.time(at: next))
                    let (a, b) = (source.value(at: next - 1), source.value(at: next))
                    // A gap that continues into another part was added there.
                    if to - from > least, a.isFinite, b.isFinite, times.last != to,
                        !transform.isWithin(longestGap, from: from, to: to)
                    {
                        times += [from, to, to]
                        values += [a, b, .nan]
                        ends += [next - 1, next, next]
                    }
                }
                while isEmpty() { column += 1 }
            }
        }
        hasBridges = !times.isEmpty
        guard hasBridges else { return }
        bridges.replace(
            times: times, values: values, attributes: source.attributes(at: ends),
            longestGap: longestGap, transform: transform)
    }
}
