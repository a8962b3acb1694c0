import Localization

/// A list of the archive that Garmin exports for an account (`DI_CONNECT`).
///
/// Four lists are read: the days (`UDSFile_….json`), the nights (`…_sleepData.json`), weights,
/// heights, fitness and pressures (`…_userBioMetrics.json`), and the activities
/// (`…_summarizedActivities.json`), which are in an object in a list. Times are in UTC if their
/// names contain GMT. Activities have unusual units: milliseconds, centimetres, and an energy unit
/// of which 4.19 make a kilocalorie. Nearly all of it repeats the FIT files of the devices, which
/// are in archives of their own within the archive, and counts only where those have nothing
/// (`Summaries`): weights and pressures are rounded differently and up to some seconds off;
/// activities have other figures. Days count for the excess over the FIT files.
enum GarminFormat: RecordFormat {
    static let name = "garmin"
    static let program: String? = "garmin"

    /// The kind of a file's records.
    enum Kind {
        case day, night, body, activity
    }

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard let kind = kind(head) else { return nil }
        return switch kind {
        case .day: .certain(tr("a list in JSON of Garmin's days"))
        case .night: .certain(tr("a list in JSON of Garmin's nights"))
        case .body: .certain(tr("a list in JSON of weights or pressures as Garmin has them"))
        case .activity: .certain(tr("a list in JSON of Garmin's activities"))
        }
    }

    /// The kind of a document, by all records at its beginning.
    ///
    /// Some lists contain objects of another kind.
    static func kind(_ head: DocumentHead) -> Kind? {
        guard head.isJSON else { return nil }
        // One activity may be longer than the head of the document.
        if head.position(of: "\"summarizedActivitiesExport\"") != nil { return .activity }
        guard let names = head.json?.allNames else { return nil }
        func hasOne(of wanted: Set<String>) -> Bool { !names.isDisjoint(with: wanted) }
        if hasOne(of: ["sleepStartTimestampGMT", "sleepWindowConfirmationType"]) { return .night }
        if names.contains("calendarDate"),
            hasOne(of: [
                "wellnessStartTimeGmt", "activeKilocalories", "bmrKilocalories",
                "totalDistanceMeters",
            ])
        {
            return .day
        }
        if names.contains("metaData"),
            hasOne(of: [
                "weight", "userSetNullForWeight", "bloodPressure", "height", "vo2Max",
                "vo2MaxRunning", "vo2MaxCycling",
            ])
        {
            return .body
        }
        return nil
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        guard let kind = kind(document.head) else { return }
        var sink = RecordSink(file: output.currentFile)
        let reader = GarminReader(kind, &sink, output.options)
        output.read(document, reader, sink)
    }
}
