import ChartCore
import Platform
import Streams

/// How files are read.
package struct ImportOptions: Sendable {
    /// The zone of times that are written without one.
    package var zone: ZoneRules
    package var assumptions: Assumptions
    /// The present instant in seconds since 1970, after which no sample should be dated.
    ///
    /// With infinity, the default, nothing is in the future, so that a result depends only on the
    /// files.
    package var now = Double.infinity
    /// The person's earlier answers, used if nothing is assumed.
    package var answers = Answers()
    package var merge: MergeMode
    /// The priority of sources that overlap, and the sources that do not count.
    package var order = SourceOrder()
    /// How many threads scan a table in addition to the reading one; with 1 the reading thread
    /// scans.
    package var workers: Int
    /// How many bytes of a table one thread scans at a time.
    var blockSize = 1 << 19
    /// How many bytes of a table the calling thread looks at in one step.
    var windowSize = 1 << 18
    /// How many bytes of any other document it looks at in one step.
    var documentWindowSize = 1 << 20
    /// How many bytes a line, a record or a tag may have at most; longer ones are refused.
    var longestItem = ImportOptions.longestItem
    static let longestItem = 4 << 20
    /// How many bytes of an Apple Health export one thread scans at a time; nil for the best
    /// number.
    var exportBlockSize: Int?
    /// How much may come out of archives, regardless of their size.
    var freeExpansion = ExpansionLimit.Free()
    /// Measures how much memory there is.
    var memory = MemoryGauge.system
    /// Whether to use fast paths for plain table rows, and for records that are written like
    /// others.
    var usesFastPaths = true

    package init(
        zone: ZoneRules, assumptions: Assumptions = Assumptions(), merge: MergeMode = .overlap,
        workers: Int = ProcessorCount.usable
    ) {
        precondition(workers > 0, "at least one thread reads, not \(workers)")
        self.zone = zone
        self.assumptions = assumptions
        self.merge = merge
        self.workers = workers
    }
}
