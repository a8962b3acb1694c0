// Drops samples that sum up others, if those others are present.
//
// Many exports contain the same data several times: a row for the day and rows for its quarters of
// an hour, a row for all devices and one for each, a list of activities and the files of each. A
// summary counts only if its own owner has nothing finer (`SummaryOwners`). It is dropped as soon
// as one sample that is not a summary has its middle in the summary's interval, because the finer
// samples also cover the rest of the summary. Next to samples of other owners a state takes part in
// the sweep like any sample. The stages of a night of which only the lengths are known are one
// summary. In the same way a coarse summary is dropped next to one that is not coarse, and the
// coarsest next to the coarse: of minutes, quarters of an hour and days the finest available count.
//
// An amount that is a total is different: if a day has 8,000 steps and the only finer sample is a
// walk of 3,000, there are 5,000 more. The total stays, and the sweep gives it the amount by which
// it exceeds the samples of its time (`IntervalSweep`). This file only finds which totals contain
// something finer, and when their turn is. Only totals of days have the mark for it. A quarter of
// an hour next to the minutes of the same stream does not: it loses little when it is dropped, and
// if a program counts a minute across its border in the neighbouring one, the excess there would be
// counted twice. Nor do activities next to their recordings, whose distances are measured in two
// ways.
//
// Summaries also compete with each other. A mean is dropped if its owner has one of a clearly
// shorter time in it, or another one of the same time: the day's next to the night's. For an amount
// it is the other way round: that of an activity is a part of the day's, so it is dropped if its
// source has a total of the same level around it, or one of a clearly longer time. Clearly means by
// a tenth. A total is only ever a part of a longer total, never of an activity: so a march of
// thirty hours is a part of the two days that have most of its time, and days of 23, 24 and 25
// hours are all days. Rejected: powers of two (nineteen hours and a day fall into one class), and
// the borders of local days (they need a zone).
//
// A program may record a weighing or a blood pressure that is also in the scale's own file, with a
// time some seconds off and a differently rounded value. So a summary of an occasional measurement
// is dropped next to a finer one within a minute whose values are equal up to their last decimal;
// readings with other values, or further apart, are two.
//
// Method: a sample belongs where its middle is, so a sample across a border belongs to one side
// only. Per owner the middles of the finer samples are counted between the borders of its summaries
// (`MomentCounts`). Summaries are visited by length, and those that are clearly shorter (or longer)
// than the current one are kept in sums over the sorted middles (`PrefixSums`). The time covered by
// totals comes from the sums of their lengths (`TotalTime`). Cost: O(n log n) if there are
// summaries, else nothing.

enum Summaries {
    /// Occasional measurements, for which two equal readings within a minute are one.
    private static let measuredByHand: Set<MetricID> = [
        .weight, .bodyFat, .bodyMassIndex, .muscle, .bodyWater, .boneMass, .visceralFat,
        .bloodPressure,
    ]

    /// The rising indices of summaries with finer samples in them that add nothing.
    ///
    /// Only used if all samples are of one owner. `repeated` would also find them once they are
    /// sorted, except one that a finer sample repeats exactly: then the finer one stays, wherever
    /// in the file it is.
    ///
    /// `columns` may be in any order. With several owners one may repeat the summary of another,
    /// and only the step that drops copies can decide which one stays.
    static func redundant(
        _ columns: SampleColumns, _ sources: [Source], of metric: Metric
    ) -> [Int] {
        guard var search = SummarySearch(columns, sources), search.isOfOneOwner else { return [] }
        search.dropCovered(except: metric.aggregation == .sum ? .total : [])
        return search.covered
    }

    /// The indices of summaries that repeat other samples of their owner, whatever is merged
    /// afterwards.
    ///
    /// Totals, and amounts that are a part of one, are not among them. `columns` must be in the
    /// order of time.
    static func repeated(
        _ columns: SampleColumns, _ sources: [Source], of metric: Metric
    ) -> [Int] {
        guard var search = SummarySearch(columns, sources) else { return [] }
        let isAmount = metric.aggregation == .sum
        search.dropCovered(except: isAmount ? .total : [])
        if measuredByHand.contains(metric.id) { search.dropReadAgain() }
        if !isAmount { search.dropOverlapping(as: metric.aggregation) }
        return search.covered
    }

    /// The indices of summaries to drop if every sample counts unmerged.
    ///
    /// A total is never added to its parts. `columns` must be in the order of time.
    static func covered(
        _ columns: SampleColumns, _ sources: [Source], as aggregation: Aggregation
    ) -> [Int] {
        guard var search = SummarySearch(columns, sources) else { return [] }
        search.dropCovered()
        search.dropOverlapping(as: aggregation)
        return search.covered
    }

    /// The indices of amounts that are a part of others of the same source.
    ///
    /// `columns` must be in the order of time.
    static func parts(_ columns: SampleColumns, _ sources: [Source]) -> [Int] {
        guard var search = SummarySearch(columns, sources) else { return [] }
        search.dropParts()
        return search.covered
    }

    /// The ranks at which divided totals take their turns, by the indices of the totals.
    ///
    /// A total is divided if its owner has something finer in its time. The turn is at its own
    /// rank, or at that of the finer totals that have to come before it. `columns` must be in the
    /// order of time.
    static func turns(
        _ columns: SampleColumns, _ sources: [Source], ranks: [Int]
    ) -> [Int: Int] {
        guard columns.marks.contains(where: { $0.contains(.total) }),
            let search = SummarySearch(columns, sources)
        else { return [:] }
        return search.turns(ranks: ranks)
    }
}
