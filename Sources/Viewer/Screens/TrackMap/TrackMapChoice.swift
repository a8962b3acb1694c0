import ChartCore
import Geodesy
import HealthData
import Maps

/// Which of the workouts with tracks are shown: all, or those of a sport or of a year.
struct TrackMapChoice: Equatable {
    /// The name of the sport; nil for all.
    var sport: String?
    /// Nil for all.
    var year: Int?
}

/// The workouts with tracks, by sport and year.
@MainActor
final class TrackMapCatalogue {
    /// A workout with a track.
    struct Entry {
        /// Its index in the list of workouts.
        var place: Int
        var sport: String
        var year: Int
        /// The distance of the workout; 0 if it is not known.
        var meters: Double
        /// The box of its track in the plane.
        var bounds: PlaneRect
    }

    /// One of the things to choose from.
    struct Option<Value: Hashable & Sendable>: Equatable {
        var value: Value
        /// The workouts that it and the other choice leave.
        var count: Int
    }

    /// The workouts, newest first; the number of a track is its index here.
    let entries: [Entry]
    /// The sports, those with the most workouts first.
    private let sports: [String]
    /// The years, the last one first.
    private let years: [Int]

    init(_ list: WorkoutList, _ calendar: CivilCalendar) {
        entries = list.tracked.compactMap { place in
            let entry = list.entries[place]
            guard let box = entry.workout.track?.box else { return nil }
            return Entry(
                place: place, sport: WorkoutKind(entry.workout.sport).name,
                year: calendar.date(of: entry.workout.start).year,
                meters: entry.workout.figures.distance ?? 0, bounds: PlaneRect(box))
        }
        let counts = Dictionary(entries.map { ($0.sport, 1) }, uniquingKeysWith: +)
        sports = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        years = Set(entries.map(\.year)).sorted(by: >)
    }

    /// The numbers of the tracks of a choice, newest first.
    func numbers(_ choice: TrackMapChoice) -> [Int] {
        entries.indices.filter {
            (choice.sport ?? entries[$0].sport) == entries[$0].sport
                && (choice.year ?? entries[$0].year) == entries[$0].year
        }
    }

    /// All sports, with their workouts in the chosen year; nil is all of them.
    func sports(_ choice: TrackMapChoice) -> [Option<String?>] {
        let chosen = entries.filter { (choice.year ?? $0.year) == $0.year }
        let counts = Dictionary(chosen.map { ($0.sport, 1) }, uniquingKeysWith: +)
        return [Option(value: nil, count: chosen.count)]
            + sports.map { Option(value: $0, count: counts[$0] ?? 0) }
    }

    /// All years, with their workouts of the chosen sport; nil is all of them.
    func years(_ choice: TrackMapChoice) -> [Option<Int?>] {
        let chosen = entries.filter { (choice.sport ?? $0.sport) == $0.sport }
        let counts = Dictionary(chosen.map { ($0.year, 1) }, uniquingKeysWith: +)
        return [Option(value: nil, count: chosen.count)]
            + years.map { Option(value: $0, count: counts[$0] ?? 0) }
    }

    /// The choice without what no longer exists.
    func valid(_ choice: TrackMapChoice) -> TrackMapChoice {
        TrackMapChoice(
            sport: choice.sport.flatMap { sports.contains($0) ? $0 : nil },
            year: choice.year.flatMap { years.contains($0) ? $0 : nil })
    }

    // MARK: Places

    /// What all of some tracks are in.
    func bounds(_ numbers: [Int]) -> PlaneRect? {
        PlaneRect(aroundTurned: numbers.map { entries[$0].bounds })
    }

    /// What the tracks around the densest place are in; nil if that is all of them.
    ///
    /// Tracks are counted by their middles, in squares of some eighty kilometres with their neighbours.
    func densest(_ numbers: [Int]) -> PlaneRect? {
        struct Cell: Hashable {
            var x: Int
            var y: Int
        }
        let count = 512
        func cell(_ number: Int) -> Cell {
            let middle = entries[number].bounds.middle
            let x = Int(((middle.x - middle.x.rounded(.down)) * Double(count)).rounded(.down))
            return Cell(
                x: x % count,
                y: Int((min(max(middle.y, -1), 2) * Double(count)).rounded(.down)))
        }
        let cells = Dictionary(grouping: numbers, by: cell)
        func around(_ cell: Cell) -> [Int] {
            (-1...1).flatMap { dx in
                (-1...1).flatMap { dy in
                    cells[Cell(x: (cell.x + dx + count) % count, y: cell.y + dy)] ?? []
                }
            }
        }
        let best = cells.keys.map { ($0, around($0)) }.max { a, b in
            (a.1.count, b.0.x, b.0.y) < (b.1.count, a.0.x, a.0.y)
        }
        guard let best, best.1.count < numbers.count else { return nil }
        return bounds(best.1)
    }
}

extension PlaneRect {
    /// The box of a track in Mercator; what is beyond the plane is at its ends.
    init(_ box: Track.Box) {
        func y(_ latitude: Double) -> Double {
            let most = MapPlane.mercatorLatitude
            return MapPlane.mercator.point(
                .init(latitude: min(max(latitude, -most), most), longitude: 0))?.y ?? 0.5
        }
        let (top, bottom) = (y(box.north), y(box.south))
        let (left, right) = (box.west / 360 + 0.5, box.east / 360 + 0.5)
        self.init(x: left, y: top, width: right - left, height: bottom - top)
    }
}
