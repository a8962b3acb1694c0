// The way along the points of a track.
//
// Points with a position and points with the device's own distance may take turns, with points that
// have neither between them. So the last of each is kept, and a step goes from there: by positions
// where both ends have one, so that a track gives the same way out of every format, by the device
// where they have not. What the device has told since the last position is taken off the straight way
// from it, so that nothing counts twice.

/// Where a track has come to, and how far it is to the next point.
struct TrackWay {
    /// A part of the way.
    struct Step {
        var start: Double
        /// Metres.
        var length: Double
    }

    private var place: (time: Double, latitude: Double, longitude: Double)?
    private var meter: (time: Double, distance: Double)?
    /// When the way that was told ends.
    private var toldUntil = -Double.infinity
    /// The metres told by the device since the last position.
    private var toldSincePlace = 0.0

    /// Goes on to a point; the step that leads there, nil where nothing says how long it is.
    ///
    /// Of two points further apart than `longest` seconds at one place none is made: there was a
    /// rest.
    mutating func go(to point: ActivityPoint, longest: Double) -> Step? {
        // Points that lie before those told begin anew.
        toldUntil = min(toldUntil, point.time)
        let found = step(to: point)
        let step = found.flatMap {
            $0.length == 0 && point.time - $0.start > longest ? nil : $0
        }
        if let step {
            toldUntil = point.time
            toldSincePlace += step.length
        }
        if let latitude = point.latitude, let longitude = point.longitude {
            place = (point.time, latitude, longitude)
            toldSincePlace = 0
        }
        if let distance = point.distance, distance.isFinite { meter = (point.time, distance) }
        return step
    }

    private func step(to point: ActivityPoint) -> Step? {
        let byDevice = meter.flatMap { meter -> Step? in
            guard let distance = point.distance, distance.isFinite, distance >= meter.distance,
                meter.time >= toldUntil, point.time > meter.time
            else { return nil }
            return Step(start: meter.time, length: distance - meter.distance)
        }
        guard let latitude = point.latitude, let longitude = point.longitude, let place else {
            return byDevice
        }
        if place.time < toldUntil, let byDevice { return byDevice }
        let start = max(place.time, toldUntil)
        guard point.time > start else { return nil }
        let straight = Earth.distance(place.latitude, place.longitude, latitude, longitude)
        return Step(start: start, length: max(0, straight - toldSincePlace))
    }
}
