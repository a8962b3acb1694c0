import ChartCore
import Platform

extension Library {
    package typealias Contents = LibraryContents

    /// Reads everything.
    ///
    /// `grown` is called after every chunk that adds samples, and may request all samples so far,
    /// which are not merged yet. When it is cancelled, the samples read until then are returned.
    ///
    /// - Parameters:
    ///   - order: the priority of sources that overlap.
    ///   - memory: how much memory there is; if it is not enough, nothing is read.
    package func contents(
        order: SourceOrder = SourceOrder(), memory gauge: MemoryGauge = .system,
        grown: ((_ soFar: () -> HealthRecords) -> Void)? = nil,
        cancellation: Cancellation = Cancellation()
    ) throws(LibraryError) -> Contents {
        try LibraryReading(library: self).contents(
            order: order, memory: gauge, grown: grown, cancellation: cancellation)
    }
}
