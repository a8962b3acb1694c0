/// How alike the days of a person are in when they sleep: the Sleep Regularity Index.
///
/// A. J. K. Phillips et al., "Irregular sleep/wake patterns are associated with poorer academic performance
/// and delayed circadian and sleep/wake timing", Scientific Reports 7 (2017): the share of moments that are
/// spent like those 24 hours before, from −100 (never) over 0 (by chance) to 100 (always).
package struct SleepRegularity: Equatable, Sendable {
    /// From −100 to 100.
    package let index: Double
    /// The pairs of moments that were compared.
    package let pairs: Int

    /// The least number of days that follow one another.
    package static let least = 5

    /// The index of days; nil for fewer than `least` in a row of which most is known.
    ///
    /// - Parameter days: for each day in order whether the person slept, at moments of one distance; nil for
    ///   moments that are not known. All days have as many.
    package init?(_ days: [[Bool?]]) {
        let moments = days.first?.count ?? 0
        guard moments > 0 else { return nil }
        precondition(days.allSatisfy { $0.count == moments }, "days have equally many moments")
        var (run, longest) = (0, 0)
        for day in days {
            run = day.count(where: { $0 != nil }) * 2 > moments ? run + 1 : 0
            longest = max(longest, run)
        }
        guard longest >= Self.least else { return nil }
        var (pairs, alike) = (0, 0)
        for (day, next) in zip(days, days.dropFirst()) {
            for case (let a?, let b?) in zip(day, next) {
                pairs += 1
                if a == b { alike += 1 }
            }
        }
        guard pairs > 0 else { return nil }
        self.pairs = pairs
        index = -100 + 200 * Double(alike) / Double(pairs)
    }
}
