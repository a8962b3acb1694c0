import ChartCore
import HealthData
import Maps
import Platform
import Viewer

/// Writes the positions of workouts to standard output as GPX.
enum TrackFile {
    /// Writes the points of workouts that are in a range of time, each workout as a track.
    ///
    /// - Parameter zones: what is left out.
    static func write(
        _ records: HealthRecords, in times: Range<Double>, hiding zones: [PrivacyZone]
    ) {
        var columns: [MetricID: SampleColumns] = [:]
        for metric in GPXDocument.metrics { columns[metric] = records.merged(metric) }
        let ways = records.workouts.sorted { $0.start < $1.start }.compactMap { workout in
            way(workout.hiding(zones)?.workout ?? workout, in: times, columns)
        }
        StandardOutput.write(text: GPXDocument(ways).text.bytes)
    }

    private static func way(
        _ workout: Workout, in times: Range<Double>, _ columns: [MetricID: SampleColumns]
    ) -> GPXDocument.Way? {
        guard let track = workout.track else { return nil }
        let points = track.points(in: times)
        guard points.contains(where: { $0.latitude != nil }) else { return nil }
        var readings: [MetricID: [GPXDocument.Reading]] = [:]
        for (metric, columns) in columns {
            readings[metric] = columns.readings(in: workout.start...max(workout.start, workout.end))
        }
        return GPXDocument.Way(sport: workout.sport, points: points, readings: readings)
    }
}

extension Track {
    /// The points in a range of time; those without a time are in one without a beginning.
    func points(in times: Range<Double>) -> [Point] {
        var points: [Point] = []
        var beginsSegment = false
        for var point in self.points {
            beginsSegment = beginsSegment || point.beginsSegment
            guard point.time.map({ times.contains($0) }) ?? !times.lowerBound.isFinite else {
                continue
            }
            point.beginsSegment = beginsSegment
            beginsSegment = false
            points.append(point)
        }
        return points
    }
}

extension SampleColumns {
    /// The values in a range of time, by their starts.
    fileprivate func readings(in times: ClosedRange<Double>) -> [GPXDocument.Reading] {
        let first = (0..<count).partitioningIndex { starts[$0] >= times.lowerBound }
        var readings: [GPXDocument.Reading] = []
        var index = first
        while index < count, starts[index] <= times.upperBound {
            readings.append((starts[index], values[index]))
            index += 1
        }
        return readings
    }
}
