import Geodesy
import Localization
import Maps
import Sound

/// The tones of going along a way: crossing a ring around the target, and passing it.
///
/// The target is the one that the compass points to, or else the nearest.
@MainActor
struct RouteTones {
    private var approach = TargetApproach()
    private var run: Run?

    /// A stretch of going along a way without a jump.
    private struct Run: Equatable {
        var way: ObjectIdentifier
        var playback: RoutePlayback
        var target: ShownTarget.ID
    }

    /// The tones since the last frame; none unless the place moves along the way.
    ///
    /// - Parameter time: the frame's time, in seconds.
    mutating func advance(
        _ state: RouteState, _ targets: [ShownTarget], chosen: ShownTarget.ID?, at time: Double
    ) -> [Tone] {
        // The frame in which it arrives at the end counts too.
        let way = ObjectIdentifier(state)
        let arrives = run?.way == way && state.place?.index == state.way.end
        guard state.playback.isRunning || arrives, let place = state.place,
            let here = state.cursor,
            let (target, line) = Self.target(targets, chosen: chosen, from: here)
        else {
            run = nil
            return []
        }
        let playback = state.playback.isRunning ? state.playback : run?.playback ?? state.playback
        let now = Run(way: way, playback: playback, target: target.id)
        if now != run {
            approach = TargetApproach()
            // What lies between the start and the first frame counts, if it has not yet.
            if now.playback != run?.playback, let start = playback.start,
                let from = state.way.planePoint(at: state.way.index(atTime: start))
            {
                let begin = Geodesic(from: state.way.plane.place(from), to: target.place)
                _ = approach.move(to: begin.length, bearing: nil, at: time)
            }
        }
        run = state.playback.isRunning ? now : nil
        let bearing = state.heading(at: place.index).map { line.azimuth - $0 * 180 / .pi }
        return approach.move(to: line.length, bearing: bearing, at: time).map(Tone.init)
    }

    private static func target(
        _ targets: [ShownTarget], chosen: ShownTarget.ID?, from here: Coordinate
    ) -> (ShownTarget, Geodesic)? {
        let candidates = targets.first { $0.id == chosen }.map { [$0] } ?? targets
        return candidates.map { ($0, Geodesic(from: here, to: $0.place)) }
            .min { $0.1.length < $1.1.length }
    }
}

extension Tone {
    /// High towards the target, an octave lower away from it, and a longer one between when it is
    /// abeam.
    init(_ event: TargetApproach.Event) {
        switch event {
        case .inwards: self.init(frequency: 1046.5, duration: 0.09)
        case .outwards: self.init(frequency: 523.25, duration: 0.09)
        case .abeam: self.init(frequency: 783.99, duration: 0.2)
        }
    }
}

extension ViewerContext {
    /// Makes the tones of targets heard, or silent again.
    func toggleTargetTones() {
        let isOn = !(model.appearance.pins.targetTones ?? false)
        model.appearance.pin(at: now()) { $0.targetTones = isOn ? true : nil }
        showMessage(
            isOn
                ? tr("You hear when a ring around the target is crossed, and when it is passed.")
                : tr("Going along a way is silent again."))
    }

    /// Says that tones cannot be played, and stops them.
    func tonesFailed(_ failure: String) {
        guard model.appearance.pins.targetTones == true else { return }
        model.appearance.pin(at: now()) { $0.targetTones = nil }
        showMessage(failure)
    }
}
