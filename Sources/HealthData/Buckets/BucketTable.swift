import ChartCore

/// The statistics of one component of a metric in one bucket.
package struct BucketStatistics: Sendable, Hashable {
    /// How many samples begin in the bucket or reach into it.
    package var count: Int
    /// Sum, mean, least and greatest of the samples' contributions to the bucket; nil for texts.
    package var sum: Double?
    package var mean: Double?
    package var minimum: Double?
    package var maximum: Double?

    package init(count: Int, sum: Double?, mean: Double?, minimum: Double?, maximum: Double?) {
        self.count = count
        self.sum = sum
        self.mean = mean
        self.minimum = minimum
        self.maximum = maximum
    }
}

/// One bucket of a calendar.
package struct BucketRow: Sendable, Hashable {
    /// The first instant of the bucket.
    package var start: Double
    /// The first instant of the next one.
    package var end: Double
    /// The fraction of the bucket that has data, 0…1.
    ///
    /// Amounts, sleep and workouts: the share of the time that intervals cover. Readings: the share
    /// of the bucket's hours (minutes for an hour, days for a week and longer) in which there is
    /// one.
    package var coverage: Double
    /// One entry, or two for a pair.
    package var components: [BucketStatistics]
}

/// Statistics of a metric per hour, day, week, month or year, as `CalendarBuckets` gathers them.
///
/// Amounts are cut at the borders of the buckets in proportion to the time; sleep and workouts
/// contribute the time they take; a reading belongs to the bucket of its start. The day of sleep is
/// the night that ends on it (`SleepNight`), and longer units consist of such days.
package enum BucketTable {
    /// The rows of a metric, in the order of time.
    ///
    /// Buckets without samples are left out, and metrics without times have no buckets. `from` and
    /// `to` (half open) cut the data before it is put into buckets; for sleep, the midnight of a day
    /// means the evening before. Cost: O(samples + buckets).
    package static func rows(
        _ records: HealthRecords, metric id: MetricID, unit: CalendarUnit, calendar: CivilCalendar,
        mode: MergeMode = .overlap, from: Double = -.infinity, to: Double = .infinity
    ) -> [BucketRow] {
        guard let metric = records[id]?.metric else { return [] }
        let columns = records.merged(id, mode)
        let range = Extent(min: from, max: to)
        func gathered<Numbers: RandomAccessCollection<Double>>(
            _ starts: Numbers, _ ends: Numbers?, _ values: Numbers,
            _ quantity: CalendarBuckets.Quantity
        ) -> [CalendarBucket] where Numbers.Index == Int {
            CalendarBuckets.gather(
                starts: starts, ends: ends, values: values, by: unit, in: calendar, as: quantity,
                over: range)
        }
        let ends = columns.areInstants ? nil : columns.ends
        switch metric.aggregation {
        case .sum:
            return rows([gathered(columns.starts, ends, columns.values, .cumulative)])
        case .mean:
            return rows([gathered(columns.starts, nil, columns.values, .discrete)])
        case .pair:
            let pairs = PairColumns(columns)
            return rows([
                gathered(pairs.starts, nil, pairs.upper, .discrete),
                gathered(pairs.starts, nil, pairs.lower, .discrete),
            ])
        case .category where id == .sleep:
            return rows([
                CountedTime(columns, of: id).nights(by: unit, in: calendar, over: range)
            ])
        case .category where CountedTime.counts(id):
            return rows([
                CountedTime(columns, of: id).buckets(by: unit, in: calendar, over: range)
            ])
        case .category:
            return rows([gathered(columns.starts, nil, columns.values, .discrete)], areTexts: true)
        case .named: return []
        }
    }

    /// The rows of components whose samples have the same times.
    private static func rows(
        _ components: [[CalendarBucket]], areTexts: Bool = false
    ) -> [BucketRow] {
        components[0].indices.map { index in
            let bucket = components[0][index]
            return BucketRow(
                start: bucket.span.min, end: bucket.span.max, coverage: bucket.coverage,
                components: components.map { buckets in
                    BucketStatistics(buckets[index], isText: areTexts)
                })
        }
    }
}

extension BucketStatistics {
    fileprivate init(_ bucket: CalendarBucket, isText: Bool) {
        self.init(
            count: bucket.count, sum: isText ? nil : bucket.sum, mean: isText ? nil : bucket.mean,
            minimum: isText ? nil : bucket.minimum, maximum: isText ? nil : bucket.maximum)
    }
}
