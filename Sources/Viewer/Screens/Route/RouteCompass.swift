import Cartography
import ChartScene
import Geodesy
import Geometry
import Localization
import Maps
import Painting
import Text

/// What is shown of map and compass.
enum RouteMode: String, CaseIterable, Sendable {
    case map
    case mapAndCompass
    case compass
}

/// The compass of a way: the direction of the way at the place that is shown, and those to its ends.
@MainActor
final class RouteCompass {
    private let compass = Compass()
    /// The numbers of the targets that can be chosen: the start and the end of the way.
    private static let targets = ["start", "end"]
    private var chosen: String?

    /// The part of the map that it takes.
    private static let part = 0.78

    /// Takes the place that is shown; returns whether another frame is needed.
    func prepare(_ state: RouteState, isStill: Bool, at time: Double) -> Bool {
        guard state.mode != .map else { return false }
        let index = state.place?.index ?? 0
        compass.reducesMotion = isStill
        compass.setFollowsHeading(state.camera == .headingUp, at: time)
        // While it goes along and rests, nobody knows the direction.
        let rests =
            state.playback.isRunning
            && state.way.speed(at: index).map { $0 < state.movement.restSpeed } ?? false
        compass.setHeading(
            rests ? nil : state.heading(at: index).map { $0 * 180 / .pi }, at: time)
        compass.setTargets(targets(state, index), at: time)
        compass.choose(chosen, at: time)
        let rate = state.series[.rate]?.value(at: index)
        compass.reading = rate.map { state.format.figure($0, .rate).text } ?? ""
        return compass.advance(to: time)
    }

    private func targets(_ state: RouteState, _ index: Double) -> [Compass.Target] {
        guard let point = state.way.planePoint(at: index) else { return [] }
        let here = state.way.plane.place(point)
        let ends = [
            (Self.targets[0], tr("Start"), 0.0), (Self.targets[1], tr("End"), state.way.end),
        ]
        return ends.compactMap { id, name, end in
            guard let point = state.way.planePoint(at: end) else { return nil }
            let way = Geodesic(from: here, to: state.way.plane.place(point))
            return Compass.Target(
                id: id, name: name,
                // At the target itself every direction is right.
                direction: way.length < 1 ? 0 : (way.azimuth + 360).remainder(dividingBy: 360),
                distance: state.format.way(way.length).text)
        }
    }

    /// Chooses the next target, or none after the last one.
    func chooseNext() {
        let all = Self.targets.map { Optional($0) } + [nil]
        let index = all.firstIndex(of: chosen) ?? all.count - 1
        chosen = all[(index + 1) % all.count]
    }

    func encode(
        into scene: SceneBuilder, _ state: RouteState, in frame: Rect, _ typesetter: Typesetter
    ) {
        guard state.mode != .map else { return }
        if state.mode == .compass { scene.fill(frame, state.palette.compassGround) }
        let side = min(frame.width, frame.height) * Self.part
        compass.encode(
            into: scene,
            in: Rect(
                x: frame.midX - side / 2, y: frame.midY - side / 2, width: side, height: side),
            typesetter: typesetter)
    }
}

extension MapPalette {
    /// What is behind a compass without a map: dark in any theme, as its marks are light.
    fileprivate var compassGround: Color { Color(hex: 0x2B303A) }
}
