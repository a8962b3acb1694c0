import ChartCore
import Platform

extension Library {
    package typealias Contents = LibraryContents

    /// Reads everything.
    ///
    /// `grown` hears after every chunk that there are more samples, and may ask for all so far, which
    /// are not merged yet. Once it is cancelled, what was read until then comes back.
    ///
    /// - Parameters:
    ///   - order: which source goes before which where they overlap.
    ///   - memory: how much memory there is; where it does not suffice, nothing is read.
    package func contents(
        order: SourceOrder = SourceOrder(), memory gauge: MemoryGauge = .system,
        grown: ((_ soFar: () -> HealthRecords) -> Void)? = nil,
        cancellation: Cancellation = Cancellation()
    ) throws(LibraryError) -> Contents {
        try LibraryReading(library: self).contents(
            order: order, memory: gauge, grown: grown, cancellation: cancellation)
    }
}
