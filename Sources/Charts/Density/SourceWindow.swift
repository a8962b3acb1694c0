// The part of a source that is on the GPU, sample by sample.
//
// Data layout: the window's times, values and attributes as they were sent (at most a few screens
// of them). They identify the samples of a source that was renumbered: after the oldest samples of
// a stream were dropped, all others have other indices and are still the same. Method: samples
// added behind the window change nothing; samples added at its end are sent alone; any other change
// sends the window again.

import ChartCore
import ChartScene

/// Keeps a `SampleBuffer` filled with a window of a source.
@MainActor
final class SourceWindow {
    let buffer = SampleBuffer()
    private(set) var window = SampleWindow()
    private var revision: Revision?
    private var count = 0
    private var longestGap = Double.infinity
    private var sent = WindowSamples()

    /// Updates the buffer from a source, some of whose samples are drawn.
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
            sent = read(source, window.indices)
            buffer.replace(
                times: sent.times, values: sent.values, attributes: sent.attributes,
                longestGap: longestGap, transform: source.timeTransform)
        }
        buffer.recentre(
            times: sent.times, values: sent.values, attributes: sent.attributes,
            longestGap: longestGap, transform: source.timeTransform, in: projection)
    }

    private func forget() {
        window = SampleWindow()
        sent = WindowSamples()
    }

    /// Takes the changes of a source; returns false if the window has to be read again.
    private func follow(_ source: any SampleSource, visible: Range<Int>) -> Bool {
        guard let revision, !sent.times.isEmpty else { return false }
        let reachedEnd = window.indices.upperBound == count
        let first = source.firstChange(since: revision) ?? source.count
        if first < window.indices.upperBound {
            guard let start = sameSamples(source) else { return false }
            window = SampleWindow(start..<start + sent.times.count)
        }
        guard reachedEnd, window.indices.upperBound < source.count else {
            return window.indices.upperBound <= source.count
        }
        let added = window.indices.upperBound..<source.count
        guard window.extend(to: source.count, visible: visible.count) else { return false }
        let new = read(source, added)
        guard (new.attributes == nil) == (sent.attributes == nil) else { return false }
        sent.times += new.times
        sent.values += new.values
        if let attributes = new.attributes { sent.attributes?.append(contentsOf: attributes) }
        buffer.append(times: new.times, values: new.values, attributes: new.attributes)
        return true
    }

    /// The present index in the source of the window's samples; nil if they are not all there.
    private func sameSamples(_ source: any SampleSource) -> Int? {
        guard let earliest = sent.times.first else { return nil }
        let start = source.lowerBound(earliest)
        guard start + sent.times.count <= source.count else { return nil }
        let now = read(source, start..<start + sent.times.count)
        guard now.times == sent.times, now.attributes == sent.attributes else { return nil }
        for (a, b) in zip(now.values, sent.values) where a != b && !(a.isNaN && b.isNaN) {
            return nil
        }
        return start
    }

    private func read(_ source: some SampleSource, _ indices: Range<Int>) -> WindowSamples {
        WindowSamples(
            times: indices.map { source.time(at: $0) },
            values: indices.map { source.value(at: $0) },
            attributes: source.attributes(at: indices))
    }
}

/// Samples of a window, with their attributes if they have any.
private struct WindowSamples {
    var times: [Double] = []
    var values: [Double] = []
    var attributes: [UInt8]?
}

extension SampleSource {
    /// The attributes of some samples; nil if samples have none.
    func attributes(at indices: some Sequence<Int>) -> [UInt8]? {
        guard let source = self as? any AttributedSampleSource else { return nil }
        return Self.attributes(of: source, at: indices)
    }

    private static func attributes(
        of source: some AttributedSampleSource, at indices: some Sequence<Int>
    ) -> [UInt8] {
        indices.map { UInt8(clamping: source.attribute(at: $0)) }
    }
}
