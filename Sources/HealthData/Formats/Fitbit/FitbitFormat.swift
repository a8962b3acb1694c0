import Localization

/// A file of the archive that Fitbit gave, or that Google gives of it (`Global Export Data`).
///
/// Every file is a list: of minutes with a number, of heart rates with how sure they are, of days with
/// a resting heart rate, of weights, of nights, of exercises. Times are in UTC for all but nights and
/// weights, which are local, in the form `MM/DD/YY HH:MM:SS`; numbers may be strings. What the minutes
/// are of stands in the file's name alone. The unit of weights is that of the account and stands
/// nowhere: it is asked for, with a guess by the body mass index beside them.
enum FitbitFormat: RecordFormat {
    static let name = "fitbit"
    static let program: String? = "fitbit"

    /// What the records of a file are.
    enum Kind {
        case minutes(MetricID, unit: Double)
        case heartRate, restingHeartRate, weight, sleep, exercise
    }

    /// The beginnings of names of files with minutes, and what one of their numbers is in the unit of
    /// the metric.
    private static let minutes: [(prefix: String, metric: MetricID, unit: Double)] = [
        ("steps-", .steps, 1),
        // Centimetres.
        ("distance-", .distance, 0.01),
    ]

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard let json = head.json, kind(head) != nil else { return nil }
        return .certain(
            tr(
                "a list in JSON of records with {1}",
                json.names.sorted().prefix(4).joined(separator: ", ")))
    }

    static func kind(_ head: DocumentHead) -> Kind? {
        guard let json = head.json else { return nil }
        if json.names.isSuperset(of: ["logId", "weight", "bmi"]) { return .weight }
        if json.names.isSuperset(of: ["dateOfSleep", "levels"]) { return .sleep }
        if json.names.isSuperset(of: ["activityName", "startTime", "logId"]) { return .exercise }
        guard let date = json.dateTime, date.split(separator: "/").count == 3 else { return nil }
        if json.valueNames.isSuperset(of: ["bpm", "confidence"]) { return .heartRate }
        if json.valueNames.isSuperset(of: ["date", "error"]) { return .restingHeartRate }
        let name = head.name.lowercased()
        return minutes.first { name.hasPrefix($0.prefix) }.map {
            .minutes($0.metric, unit: $0.unit)
        }
    }

    static func read(_ document: Document, _ session: ImportSession) throws(ImportTrouble) {
        guard let kind = kind(document.head) else { return }
        var sink = RecordSink(file: session.currentFile)
        let reader = FitbitReader(kind, &sink, session.options, session.assumptions)
        session.read(document, reader, sink)
    }
}
