// Samples that sum up others, dropped where those others are.
//
// Many exports say a thing several times: a row for the day and rows for its quarters of an hour, a
// row for all devices and one for each, a list of activities and the files of each. A summary
// counts only where its own owner has nothing finer (`SummaryOwners`): it falls away as soon as one
// sample that is no summary has its middle in the summary's interval, because what the summary says of
// the rest is in the finer ones as well. Beside others a state takes part in the sweep as any sample
// does. The stages of a night of which only the lengths are known are one summary. In the same way a
// coarse summary falls away beside one that is not coarse, and the coarsest beside the coarse: of
// minutes, quarters of an hour and days the finest that there are count.
//
// An amount that is a total is another matter: a day of 8,000 steps of which only a walk of 3,000 is
// told besides has 5,000 more. It stays, and the sweep gives it what it has more than what is told of
// its time (`IntervalSweep`); here is said only which totals have something finer in them, and when
// their turn is. Only totals of days have the mark for it. A quarter of an hour beside the minutes of
// the same stream has none: it loses little by falling away, and where a program puts a minute over
// its border into the other one, what it has more there would be counted a second time. Nor have
// activities beside their recordings, whose ways are measured in two manners.
//
// Summaries stand beside one another, too. A mean falls away where its owner has one of a clearly
// shorter time in it, and where another is of the same time: the day's beside the night's. An
// amount is the other way round: that of an activity is a part of the day's, so it falls away where
// its source has a total that sums up as much around it, or one of a clearly longer time. Clearly means
// by a tenth. A total is a part of a longer total alone, never of an activity: so a march of thirty
// hours is a part of the two days that have most of its time, and days of 23, 24 and 25 hours are days.
// Rejected: powers of two (nineteen hours and a day are of one), and the borders of local days (a zone
// has to be known for them).
//
// A weighing or a blood pressure that a program tells beside the scale's own file is told with a time
// some seconds off and a value that was rounded otherwise. So a summary of what people measure now and
// then falls away beside a finer one within a minute whose values are the same up to their last
// decimal; readings of other values, or further apart, are two.
//
// Method: a sample belongs where its middle is, so that one which reaches over a border belongs to
// one side only. Per owner the middles of the finer samples are counted between the borders of its
// summaries (`MomentCounts`). Summaries are gone through by their lengths, and those that are clearly shorter
// (or longer) than the one that is asked about stand in sums over the sorted middles
// (`PrefixSums`). What totals have of a time is told by the sums of their lengths (`TotalTime`). Cost:
// O(n log n) where there are summaries, else nothing.

enum Summaries {
    /// What people measure now and then, so that two equal readings within a minute are one.
    private static let measuredByHand: Set<MetricID> = [
        .weight, .bodyFat, .bodyMassIndex, .muscle, .bodyWater, .boneMass, .visceralFat,
        .bloodPressure,
    ]

    /// The indices, which rise, of summaries that have something finer in them and say nothing more,
    /// where all samples are of one owner; `repeated` would find them too once they are in order, but for
    /// one that a finer sample repeats: then the finer one stays, wherever in the file it stands.
    ///
    /// `columns` may be in any order. Of several owners one may repeat the summary of another, and only
    /// who has dropped copies knows which one stays.
    static func redundant(
        _ columns: SampleColumns, _ sources: [Source], of metric: Metric
    ) -> [Int] {
        guard var search = SummarySearch(columns, sources), search.isOfOneOwner else { return [] }
        search.dropCovered(except: metric.aggregation == .sum ? .total : [])
        return search.covered
    }

    /// The indices of summaries that say again what other samples of their owner say, whatever is
    /// merged afterwards.
    ///
    /// Totals, and amounts that are a part of one, are not among them. `columns` must be in the order
    /// of time.
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

    /// The indices of summaries that fall away where every sample counts as it stands: a total is
    /// never added to its parts.
    ///
    /// `columns` must be in the order of time.
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

    /// The ranks at which the turns of totals are whose owners have something finer in their times, by
    /// the indices of the totals.
    ///
    /// The turn is its own rank's, or that of the finer totals which have to come before it. `columns`
    /// must be in the order of time.
    static func turns(
        _ columns: SampleColumns, _ sources: [Source], ranks: [Int]
    ) -> [Int: Int] {
        guard columns.marks.contains(where: { $0.contains(.total) }),
            let search = SummarySearch(columns, sources)
        else { return [:] }
        return search.turns(ranks: ranks)
    }
}
