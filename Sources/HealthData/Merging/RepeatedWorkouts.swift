// Counts each workout once if several devices recorded it, and collects its other data.
//
// A watch and a phone record one run, and an export also has its route as a track. Workouts are not
// cut as amounts are: two that have most of their time in common are one, and that of the device of
// higher priority stays whole. A track only implies a workout, by its first and its last point
// (such a sample has the mark of a summary). The implied workout is dropped if half of it is inside
// a stated one, however long that is. Data that the kept workout lacks is taken from the dropped
// ones, in the order of their devices and then of names and times, so the order of files decides
// nothing.
//
// A workout that is only implied is also dropped if it is the whole of several others of its
// source: a triathlon in one list of an archive, its parts in the next. The parts are each clearly
// shorter (by a tenth), have their middles in it, and cover half of its time together. The data of
// the whole is given to none of them, except its positions, each to the part in whose time it is.
//
// Method: one walk in the order of starts, with the workouts that are still going on. Limit: of the
// workouts that go on at once only the `mostAtOnce` last begun are compared, and no more than that
// of those that begin in a whole, so that no file can make the walk long.

import ChartCore

enum RepeatedWorkouts {
    static let mostAtOnce = 64

    /// The indices of workouts that only a track implies and that are redundant.
    ///
    /// They are also stated as workouts, or are the whole of others. `columns` must be in the order
    /// of time.
    static func implied(_ columns: SampleColumns) -> [Int] {
        guard !columns.marks.isEmpty else { return [] }
        return Set(covered(columns, ranks: nil)).union(wholes(columns)).sorted()
    }

    /// The indices of implied workouts that are the whole of others of their source.
    private static func wholes(_ columns: SampleColumns) -> [Int] {
        var groups: [UInt16: [Int]] = [:]
        for index in 0..<columns.count where columns.marks(at: index).contains(.summary) {
            groups[columns.sources[index], default: []].append(index)
        }
        return groups.values.flatMap { group in
            group.indices.filter { isWhole($0, of: group, columns) }.map { group[$0] }
        }
    }

    /// Whether the workout at a position in its source's group is the whole of others in the group.
    private static func isWhole(_ place: Int, of group: [Int], _ columns: SampleColumns) -> Bool {
        let (start, end) = (columns.starts[group[place]], columns.end(at: group[place]))
        // Parts that begin with it come before it, because they are shorter.
        var first = place
        while first > 0, place - first < mostAtOnce, columns.starts[group[first - 1]] == start {
            first -= 1
        }
        var parts = 0
        var time = 0.0
        for other in group[first...].prefix(2 * mostAtOnce) where other != group[place] {
            guard columns.starts[other] < end else { break }
            let length = columns.end(at: other) - columns.starts[other]
            guard isClearlyLonger(end - start, than: length),
                columns.starts[other] + length / 2 < end
            else { continue }
            parts += 1
            time += length
        }
        return parts > 1 && time * 2 >= end - start
    }

    private static func isPart(_ part: Workout, of whole: Workout) -> Bool {
        let length = part.end - part.start
        let middle = part.start + length / 2
        return isClearlyLonger(whole.end - whole.start, than: length)
            && middle >= whole.start && middle < whole.end
    }

    private static func isClearlyLonger(_ length: Double, than other: Double) -> Bool {
        length > other && length >= other * 1.1
    }

    /// The workouts without those that a device of higher priority also recorded.
    ///
    /// `columns` must be in the order of time; `ranks` holds the rank of every sample.
    static func merge(_ columns: SampleColumns, ranks: [Int]) -> IntervalSweep.Result {
        let covered = covered(columns, ranks: ranks)
        var rest = columns
        if !covered.isEmpty { rest.remove(covered) }
        return IntervalSweep.Result(columns: rest, covered: covered)
    }

    /// The indices of samples that repeat another; without ranks only the implied ones.
    private static func covered(_ columns: SampleColumns, ranks: [Int]?) -> [Int] {
        func isImplied(_ index: Int) -> Bool { columns.marks(at: index).contains(.summary) }
        func isSame(_ a: Int, _ b: Int) -> Bool {
            let common =
                min(columns.end(at: a), columns.end(at: b))
                - max(columns.starts[a], columns.starts[b])
            guard common > 0 else { return false }
            func length(_ index: Int) -> Double { columns.end(at: index) - columns.starts[index] }
            if isImplied(a) != isImplied(b) {
                return common * 2 >= length(isImplied(a) ? a : b)
            }
            // A device records one workout at a time.
            guard let ranks, ranks[a] != ranks[b] else { return false }
            return common * 2 >= max(length(a), length(b))
        }
        func goesBefore(_ a: Int, _ b: Int) -> Bool {
            if isImplied(a) != isImplied(b) { return isImplied(b) }
            return ranks.map { $0[a] < $0[b] } ?? true
        }
        var covered: [Int] = []
        var current: [Int] = []
        for index in 0..<columns.count {
            current.removeAll { columns.end(at: $0) <= columns.starts[index] }
            if current.count > mostAtOnce { current.removeFirst(current.count - mostAtOnce) }
            let same = current.filter { isSame($0, index) }
            if same.contains(where: { goesBefore($0, index) }) {
                covered.append(index)
                continue
            }
            covered += same
            current.removeAll { same.contains($0) }
            current.append(index)
        }
        return covered.sorted()
    }

    /// One workout for each sample, with its own figures and those of the dropped workouts it
    /// covers.
    ///
    /// `samples` must be in the order of time. `all` also includes the dropped ones, and `ranks`
    /// has the rank of each of them. `identity` has equal numbers for sources that are the same.
    /// `switchedOff` are samples whose source does not count: their figures do not count either.
    static func joined(
        _ samples: MetricSamples, _ read: [Workout], among all: SampleColumns, ranks: [Int],
        _ sources: [Source], identity: [Int], without switchedOff: SampleColumns
    ) -> [Workout] {
        struct Key: Hashable {
            var start: Double
            var end: Double
            var sport: String
            var source: Int
        }
        func key(_ workout: Workout) -> Key {
            let source = Int(workout.source)
            return Key(
                start: workout.start, end: workout.end, sport: workout.sport,
                source: identity.indices.contains(source) ? identity[source] : -1)
        }
        func workouts(_ columns: SampleColumns) -> [Workout] {
            let sports = LabelColumns(columns, labels: samples.labels)
            return (0..<columns.count).map { workout($0, of: columns, sports) }
        }
        var result = workouts(samples.columns)
        let unwanted = Set(workouts(switchedOff).map(key))
        var places: [Key: Int] = [:]
        for index in result.indices { places[key(result[index])] = index }
        var rankOf: [Key: Int] = [:]
        for (index, workout) in workouts(all).enumerated() {
            let known = key(workout)
            rankOf[known] = min(ranks[index], rankOf[known] ?? .max)
        }
        let order = read.map { workout in
            FillOrder(
                workout, rank: rankOf[key(workout)] ?? .max,
                name: sources.indices.contains(Int(workout.source))
                    ? sources[Int(workout.source)].name : "")
        }
        var others: [Workout] = []
        for workout in order.sorted().map(\.workout) where !unwanted.contains(key(workout)) {
            if let place = places[key(workout)] {
                result[place].fill(from: workout)
            } else {
                others.append(workout)
            }
        }
        for other in others {
            guard let place = place(of: other, among: result) else { continue }
            let near = result[max(0, place - mostAtOnce)...].prefix(2 * mostAtOnce)
            let source = key(other).source
            // The figures of a whole do not apply to one of its several parts.
            let parts = near.indices.filter {
                key(result[$0]).source == source && isPart(result[$0], of: other)
            }
            if parts.count < 2 {
                result[place].fill(from: other)
            } else if let track = other.track {
                // Its positions do, each to the part in whose time it is.
                for part in parts where result[part].track == nil {
                    result[part].track = track.part(result[part].start...result[part].end)
                }
            }
        }
        return result
    }

    /// The workout of a sample, without figures.
    private static func workout(
        _ index: Int, of columns: SampleColumns, _ sports: LabelColumns
    ) -> Workout {
        Workout(
            sport: sports.label(at: index),
            start: columns.starts[index], end: columns.end(at: index),
            source: columns.sources[index])
    }

    /// The order in which workouts fill in missing figures.
    private struct FillOrder: Comparable {
        let workout: Workout
        private let rank: Int
        private let name: String
        private let numbers: [Double]

        init(_ workout: Workout, rank: Int, name: String) {
            self.workout = workout
            self.rank = rank
            self.name = name
            // At one time: the one with the most figures first, then the one with the greatest
            // figures.
            let figures = Workout.Figures.all.map { workout.figures[keyPath: $0] }
            numbers =
                [workout.start, workout.end, -Double(figures.count { $0 != nil })]
                + figures.map { -($0 ?? 0) } + [-Double(workout.laps.count)]
                + [-Double(workout.track?.count ?? 0)]
        }

        static func == (a: FillOrder, b: FillOrder) -> Bool {
            a.rank == b.rank && a.name == b.name && a.numbers == b.numbers
        }

        static func < (a: FillOrder, b: FillOrder) -> Bool {
            if a.rank != b.rank { return a.rank < b.rank }
            if a.name != b.name { return a.name < b.name }
            return a.numbers.lexicographicallyPrecedes(b.numbers)
        }
    }

    /// The workout that has the most of another's time, if that is at least half of it.
    private static func place(of other: Workout, among workouts: [Workout]) -> Int? {
        var (low, high) = (0, workouts.count)
        while low < high {
            let middle = (low + high) / 2
            if workouts[middle].start < other.end { low = middle + 1 } else { high = middle }
        }
        var best: (place: Int, common: Double)?
        for place in (max(0, low - mostAtOnce)..<low).reversed() {
            let workout = workouts[place]
            let common = min(workout.end, other.end) - max(workout.start, other.start)
            guard common > (best?.common ?? 0), common * 2 >= other.end - other.start else {
                continue
            }
            best = (place, common)
        }
        return best?.place
    }
}
