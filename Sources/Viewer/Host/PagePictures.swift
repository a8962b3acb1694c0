import ChartCore
import ChartExport
import EventLoop
import Geometry
import HealthData
import Imaging
import Localization
import Maps
import Platform
import Text

/// Makes pictures of what a window shows, in a viewer without a window that has the same records.
///
/// So nothing of the window changes, and what is hidden is not even known to the picture.
final class PagePictures: PictureHost {
    private let mailbox: Mailbox?

    /// - Parameter mailbox: the loop that receives what other threads have packed; nil packs at once.
    init(_ mailbox: Mailbox? = nil) { self.mailbox = mailbox }

    func chart(of viewer: ViewerContext) -> (any ChartPictures)? { ShownChart(viewer) }

    func encode(
        _ picture: MadePicture,
        _ done: @escaping @MainActor @Sendable (Result<[UInt8], ExportFailure>) -> Void
    ) {
        @Sendable func packed() -> Result<[UInt8], ExportFailure> {
            do {
                return .success(try picture.encoded())
            } catch {
                return .failure(ExportFailure("\(error)"))
            }
        }
        guard let mailbox, case .pixels = picture else { return done(packed()) }
        WorkerThread.detach {
            let result = packed()
            mailbox.post { done(result) }
        }
    }

    func map(
        of viewer: ViewerContext, _ wish: PictureWish, hiding zones: [PrivacyZone]
    ) throws -> MadePicture {
        let model = viewer.model
        guard let entry = model.workouts.page?.entry else { return .file([]) }
        let stage = (viewer.content as? WorkoutScreen)?.route
        let appearance = wish.appearance ?? model.appearance.theme.appearance
        var options = ViewerOptions(
            zone: model.calendar.zone, metric: MetricID.workouts.rawValue,
            theme: appearance == .dark ? .dark : .light,
            size: stage?.mapFrame?.size ?? Size(width: 1100, height: 720), library: ":memory:")
        options.maps = model.maps.areShown ? model.maps.paths : []
        options.units = model.appearance.pins.units
        options.workout = entry.workout.start
        options.hiddenHomes = zones
        try wish.check(options.size)
        var snapshot = ImportSnapshot()
        snapshot.metrics = model.order.compactMap { model.metricCharts[$0]?.data }
        // It has to find this workout, even if another one began in the same second.
        snapshot.workouts = WorkoutList([entry])
        snapshot.places = model.targets.places
        let picture = try OffscreenViewer(
            options, scale: wish.scale, frame: PictureFrame(.chart), reducesMotion: true,
            snapshot: snapshot)
        defer { picture.close() }
        if let stage { (picture.context.content as? WorkoutScreen)?.route.show(asIn: stage) }
        _ = picture.scene.advance(to: 1)
        picture.scene.update()
        return try picture.picture(wish.form, created: 0)
    }
}
