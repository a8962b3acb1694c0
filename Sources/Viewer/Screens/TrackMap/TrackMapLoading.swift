// The tracks of many workouts, simplified on threads.
//
// A track is unpacked, its line made and simplified, and only the sketch is kept: a thread needs the memory
// of one unpacked track. All sketches together have at most four million vertices at their finest level,
// which is 32 MB, and with their coarser levels less than 64 MB; of many long tracks each has fewer of
// them. Where there is more to see, the page of the way has all points.

import Geodesy
import HealthData
import Maps
import Platform
import Synchronization

/// Makes the sketches of tracks in the background.
@MainActor
final class TrackMapLoading {
    /// The sketches that are ready, by the numbers of the tracks.
    private(set) var sketches: [TrackSketch?] = []
    /// The number of tracks that have been read, and of all.
    private(set) var done = 0
    private(set) var count = 0
    private var tracks: [Track] = []
    private var job = Job()

    /// Vertices at the finest level of all sketches together.
    private static let mostVertices = 4_000_000
    /// Vertices that every track may have.
    private static let leastVertices = 64

    private final class Job: Sendable {
        let made = Mutex<[(Int, TrackSketch?)]>([])
        let isOver = Atomic(false)
    }

    /// Whether tracks are being read.
    var isRunning: Bool { done < count }

    /// Reads tracks, the first ones first; those that are already read are kept.
    ///
    /// - Parameter waits: whether it returns when everything has been read.
    func load(_ tracks: [Track], waits: Bool) {
        guard tracks != self.tracks else { return }
        job.isOver.store(true, ordering: .relaxed)
        let job = Job()
        (self.job, self.tracks, done, count) = (job, tracks, 0, tracks.count)
        sketches = Array(repeating: nil, count: tracks.count)
        let most = max(Self.leastVertices, Self.mostVertices / max(tracks.count, 1))
        @Sendable nonisolated func read() {
            Workers.perform(tracks.count) { number in
                if job.isOver.load(ordering: .relaxed) { return }
                let sketch = TrackSketch(tracks[number], most: most)
                job.made.withLock { $0.append((number, sketch)) }
            }
        }
        if waits {
            read()
            _ = collect()
        } else if !tracks.isEmpty {
            WorkerThread.detach(priority: .background) { read() }
        }
    }

    /// Takes what threads have made; returns whether that is anything.
    func collect() -> Bool {
        let made = job.made.withLock { made in
            defer { made = [] }
            return made
        }
        for (number, sketch) in made { sketches[number] = sketch }
        done += made.count
        return !made.isEmpty
    }

    /// The bytes of all sketches.
    var bytes: Int { sketches.reduce(0) { $0 + ($1?.bytes ?? 0) } }
}

extension TrackSketch {
    /// The sketch of a track in Mercator; nil if it has no position there.
    ///
    /// The line is broken where the recording was interrupted, as on the page of the way.
    init?(_ track: Track, most: Int) {
        let points = track.points
        let longest = Track.longestStep(between: points.compactMap(\.time))
        var breaks: Set<Int> = []
        var last: Int?
        for (index, point) in points.enumerated() where point.latitude != nil {
            defer { last = index }
            guard let last else { continue }
            var isBroken = points[last + 1...index].contains(where: \.beginsSegment)
            if let before = points[last].time, let time = point.time, time - before > longest {
                isBroken = true
            }
            if isBroken { breaks.insert(index) }
        }
        let places = points.map { point -> Coordinate? in
            guard let latitude = point.latitude, let longitude = point.longitude else { return nil }
            return Coordinate(latitude: latitude, longitude: longitude)
        }
        self.init(TrackLine(places, on: .mercator) { breaks.contains($0) }, most: most)
    }
}
