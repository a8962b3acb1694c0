import ArgumentParser
import HealthData
import Maps
import Platform
import Viewer

/// Whether what is inside of the zones around homes is left out.
struct HomeOptions: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Leave out what is near your homes (see oresen library homes). (default: pictures and GPX files, which one passes on, hide the homes that you have added; tables, which one counts with, hide nothing)"
        ))
    var hideHomes: Bool?

    /// The zones to leave out.
    ///
    /// - Parameters:
    ///   - byDefault: whether the command hides homes unless it is asked to do something else.
    ///   - library: where the homes are kept; nil for the user's directory.
    func zones(byDefault: Bool, library: String?) throws -> [PrivacyZone] {
        guard hideHomes ?? byDefault else { return [] }
        let kept = try HomeOptions.kept(library)
        guard hideHomes == true else { return kept.hidden }
        guard !kept.zones.isEmpty else {
            throw CommandFailure.refused([
                "no homes are kept yet, so none can be hidden; add them with oresen library homes add, or leave --hide-homes out"
            ])
        }
        return kept.zones
    }

    /// The homes that are kept.
    static func kept(_ library: String?) throws -> HomePrivacy {
        do {
            return try KeptHomes.load(library: library)
        } catch {
            throw CommandFailure.refused([error.description])
        }
    }

    /// Reports that tracks start and end at places that may be homes and that nothing hides.
    func report(_ workouts: some Sequence<Workout>, hiding zones: [PrivacyZone]) {
        guard hideHomes == nil else { return }
        let homes = HomePrivacy(zones: zones).missing(of: LikelyHome.find(in: workouts, least: 3))
        guard let home = homes.first else { return }
        let place = HomeText.place(home.place)
        StandardError.report(
            "\(home.count) starts and ends of tracks are near \(place), which may be your home; hide it with oresen library homes add \(place), or give --no-hide-homes"
        )
    }
}
