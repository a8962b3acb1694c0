import ChartCore
import ChartExport
import Geometry
import HealthData
import Imaging
import Localization
import Maps
import Text

/// Makes pictures of the way that a window shows, in a viewer without a window that has the same records.
///
/// So nothing of the window changes, and what is hidden is not even known to the picture.
final class PagePictures: PictureHost {
    func map(
        of viewer: ViewerContext, _ form: PictureForm, hiding zones: [PrivacyZone]
    ) throws -> [UInt8] {
        let model = viewer.model
        guard let entry = model.workouts.page?.entry else { return [] }
        let stage = (viewer.content as? WorkoutScreen)?.route
        var options = ViewerOptions(
            zone: model.calendar.zone, metric: MetricID.workouts.rawValue,
            theme: model.appearance.theme.appearance == .dark ? .dark : .light,
            size: stage?.mapFrame?.size ?? Size(width: 1100, height: 720), library: ":memory:")
        options.maps = model.maps.areShown ? model.maps.paths : []
        options.units = model.appearance.pins.units
        options.workout = entry.workout.start
        options.hiddenHomes = zones
        var snapshot = ImportSnapshot()
        snapshot.metrics = model.order.compactMap { model.metricCharts[$0]?.data }
        // It has to find this workout, even if another one began in the same second.
        snapshot.workouts = WorkoutList([entry])
        snapshot.places = model.targets.places
        let picture = try OffscreenViewer(
            options, scale: 2, isChartOnly: true, reducesMotion: true, snapshot: snapshot)
        defer { picture.close() }
        if let stage { (picture.context.content as? WorkoutScreen)?.route.show(asIn: stage) }
        _ = picture.scene.advance(to: 1)
        picture.scene.update()
        let fonts = picture.scene.resources.typesetter.fonts
        return switch form {
        case .png: try picture.draw().encodedPNG()
        case .svg: try picture.document(created: 0).svg(fonts: fonts)
        case .pdf: try picture.document(created: 0).pdf(fonts: fonts)
        }
    }
}
