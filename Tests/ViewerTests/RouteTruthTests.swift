import ChartCore
import Foundation
import Geometry
import HealthData
import Maps
import Testing

@testable import Viewer

/// Figures of whole tracks, as another program has computed them (`Fixtures/Tracks`).
@MainActor
@Suite struct RouteTruthTests {
    struct Truth: Decodable {
        var length: Double
        var movingTime: Double
        var secondsPerKilometre: Double
        var ascent: Double?
        var deviceDistance: Double?
    }

    /// 2026-06-14T07:00:00Z.
    private static let begin = 1_781_420_400.0

    private static func fixture(_ name: String) throws -> URL {
        try #require(
            Bundle.module.url(
                forResource: name, withExtension: nil, subdirectory: "Fixtures/Tracks"))
    }

    @Test(arguments: ["run.gpx", "ride.tcx", "hike.gpx", "sailing.gpx", "laps.gpx"])
    func figuresAreThoseOfAnotherProgram(_ name: String) throws {
        let all = try JSONDecoder().decode(
            [String: Truth].self, from: Data(contentsOf: Self.fixture("truth.json")))
        let truth = try #require(all[name])
        var options = ViewerOptions(
            files: [try Self.fixture(name).path], zone: .utc, metric: "workouts", period: .month,
            date: Self.begin, theme: .light, size: Size(width: 1100, height: 720),
            library: ":memory:")
        options.workout = Self.begin
        let rig = try ViewerRig(options)
        let state = try #require(
            (rig.viewer.context.content as? WorkoutScreen)?.route.state)
        let (way, motion) = (state.way, try #require(state.way.motion))
        #expect(abs(way.length / truth.length - 1) < 1e-6, "\(way.length)")
        #expect(abs(motion.movingTime - truth.movingTime) < 1, "\(motion.movingTime)")
        // The heading shows it too, where the device has counted nothing else.
        if truth.deviceDistance == nil {
            let shown = rig.node(ControlID("figure.1"))?.value ?? ""
            let seconds = shown.split(separator: ":").compactMap { Double($0) }.reduce(0) {
                $0 * 60 + $1
            }
            #expect(abs(seconds - truth.movingTime) <= 1, "\(shown)")
        }
        let pace = motion.movingTime / way.length * 1000
        #expect(abs(pace - truth.secondsPerKilometre) < 0.05)
        if let ascent = truth.ascent {
            #expect(abs(way.profile.ascent - ascent) < 1, "\(way.profile.ascent)")
        } else {
            #expect(way.profile.isEmpty)
        }
        // The device's own distance is that of the workout.
        if let distance = truth.deviceDistance {
            let known = try #require(state.subject.figures.distance)
            #expect(abs(known - distance) < 0.01)
        }
        // Across the antimeridian the line is as wide as the way.
        let bounds = try #require(way.line.bounds)
        #expect(bounds.width * 40_075_017 < 2.5 * way.length)
    }
}
