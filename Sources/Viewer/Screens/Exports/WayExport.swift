import ChartCore
import HealthData
import Localization
import Maps

/// The way of the workout that is shown, as a file.
@MainActor
struct WayExport {
    private let viewer: ViewerContext
    private let zones: [PrivacyZone]

    /// - Parameter zones: what is left out.
    init(_ viewer: ViewerContext, hiding zones: [PrivacyZone]) {
        (self.viewer, self.zones) = (viewer, zones)
    }

    /// - Parameter wish: how the picture is made; nil for positions.
    func file(_ wish: PictureWish?) throws -> MadePicture {
        guard let page = viewer.model.workouts.page,
            let track = page.entry.hiding(zones).workout.track
        else {
            throw ExportFailure(
                tr("All of this way is near your homes"),
                remedy: tr("show everything, or export another workout"))
        }
        guard let wish else { return .file(gpx(page, track)) }
        guard let host = viewer.hosts.pictures else { throw ExportFailure.noPictures }
        return try host.map(of: viewer, wish, hiding: zones)
    }

    private func gpx(_ page: WorkoutPage, _ track: Track) -> [UInt8] {
        var readings: [MetricID: [GPXDocument.Reading]] = [:]
        for data in page.measured {
            guard case .readings(let known) = data.content else { continue }
            readings[data.metric.id] = (0..<known.series.count).map {
                (known.series.time(at: $0), known.series.value(at: $0))
            }
        }
        let way = GPXDocument.Way(
            sport: page.entry.workout.sport, points: track.points, readings: readings)
        return GPXDocument([way]).text.bytes
    }
}

extension ExportFailure {
    static var noPictures: ExportFailure { ExportFailure(tr("There are no pictures in this run")) }
}
