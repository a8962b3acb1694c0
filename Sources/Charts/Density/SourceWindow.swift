// The part of a source that is on the GPU, sample by sample.
//
// Data layout: the window's times and values as they were sent (at most a few screens of them), by
// which a source that was renumbered is recognised: where the oldest samples of a stream fell out,
// all others have other numbers and are still the same.
// Method: what was added behind the window changes nothing; what was added at its end is sent
// alone; anything else sends the window again.

import ChartCore
import ChartRendering

/// Keeps a `SampleBuffer` filled with a window of a source.
@MainActor
final class SourceWindow {
    let buffer = SampleBuffer()
    private(set) var window = SampleWindow()
    private var revision: Revision?
    private var count = 0
    private var longestGap = Double.infinity
    private var times: [Double] = []
    private var values: [Double] = []

    /// Brings the buffer up to date with a source, of which some samples are drawn.
    func update(
        _ source: any SampleSource, longestGap: Double, visible: Range<Int>,
        in projection: PlotProjection
    ) {
        if longestGap != self.longestGap {
            self.longestGap = longestGap
            forget()
        }
        if revision != source.revision {
            if !follow(source, visible: visible) { forget() }
            revision = source.revision
            count = source.count
        }
        if window.update(visible: visible, count: source.count) {
            (times, values) = read(source, window.indices)
            buffer.replace(
                times: times, values: values, longestGap: longestGap,
                transform: source.timeTransform)
        }
        buffer.recentre(
            times: times, values: values, longestGap: longestGap, transform: source.timeTransform,
            in: projection)
    }

    private func forget() {
        window = SampleWindow()
        times = []
        values = []
    }

    /// Takes over what changed in a source; false where the window has to be read again.
    private func follow(_ source: any SampleSource, visible: Range<Int>) -> Bool {
        guard let revision, !times.isEmpty else { return false }
        let reachedEnd = window.indices.upperBound == count
        let first = source.firstChange(since: revision) ?? source.count
        if first < window.indices.upperBound {
            guard let start = sameSamples(source) else { return false }
            window = SampleWindow(start..<start + times.count)
        }
        guard reachedEnd, window.indices.upperBound < source.count else {
            return window.indices.upperBound <= source.count
        }
        let added = window.indices.upperBound..<source.count
        guard window.extend(to: source.count, visible: visible.count) else { return false }
        let (newTimes, newValues) = read(source, added)
        times += newTimes
        values += newValues
        buffer.append(times: newTimes, values: newValues)
        return true
    }

    /// Where in a source the samples of the window are now; nil where they are not all there.
    private func sameSamples(_ source: any SampleSource) -> Int? {
        guard let earliest = times.first else { return nil }
        let start = source.lowerBound(earliest)
        guard start + times.count <= source.count else { return nil }
        let (nowTimes, nowValues) = read(source, start..<start + times.count)
        guard nowTimes == times else { return nil }
        for (a, b) in zip(nowValues, values) where a != b && !(a.isNaN && b.isNaN) { return nil }
        return start
    }

    private func read(
        _ source: some SampleSource, _ indices: Range<Int>
    ) -> (times: [Double], values: [Double]) {
        (indices.map { source.time(at: $0) }, indices.map { source.value(at: $0) })
    }
}
