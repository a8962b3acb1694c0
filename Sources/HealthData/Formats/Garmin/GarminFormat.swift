import Localization

/// A list of the archive that Garmin gives of an account (`DI_CONNECT`).
///
/// Four lists are read: the days (`UDSFile_….json`), the nights (`…_sleepData.json`), weights,
/// heights, fitness and pressures (`…_userBioMetrics.json`), and the activities (`…_summarizedActivities.json`), which
/// stand in an object in a list. Times are in UTC where their names say GMT. Activities have odd
/// units: milliseconds, centimetres, and energies of which 4.19 make a kilocalorie. Nearly all of it
/// says again what devices wrote into the FIT files beside them, in archives of their own in the
/// archive, and counts only where those have nothing (`Summaries`): weights and pressures with another
/// rounding, up to some seconds off; activities in other figures. Days count for what they have more.
enum GarminFormat: RecordFormat {
    static let name = "garmin"
    static let program: String? = "garmin"

    /// What the records of a file are.
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

    /// The kind of a document; told by all records at its beginning, because some lists have
    /// objects of another kind among them.
    static func kind(_ head: DocumentHead) -> Kind? {
        guard head.isJSON else { return nil }
        // One activity may be longer than the beginning that is looked at.
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
