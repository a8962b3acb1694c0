import Localization

/// A file of the archive that Fitbit gave, or that Google gives of it (`Global Export Data`).
///
/// Every file is a list: of minutes with a number, of heart rates with how sure they are, of days with
/// a resting heart rate, of weights, of nights, of exercises. Times are in UTC for all but nights,
/// weights and days, which are local, in the form `MM/DD/YY HH:MM:SS`; numbers may be strings. What
/// the numbers of minutes and days are stands in the file's name alone: a list of a name that is not
/// known is refused by it. The unit of weights is that of the account and stands nowhere: it is asked
/// for, with a guess by the body mass index beside them.
enum FitbitFormat: RecordFormat {
    static let name = "fitbit"
    static let program: String? = "fitbit"

    /// What the records of a file are.
    enum Kind {
        case minutes(MetricID, unit: Double)
        /// Amounts of local days; `isSecond` says that another file has a further part of them.
        case days(MetricID, unit: Double, isSecond: Bool)
        /// Numbers of which only the name is known.
        case unread(String)
        case heartRate, restingHeartRate, weight, sleep, exercise
    }

    /// The beginnings of names of files with minutes, and what one of their numbers is in the unit of
    /// the metric.
    private static let minutes: [(prefix: String, metric: MetricID, unit: Double)] = [
        ("steps-", .steps, 1),
        // Centimetres.
        ("distance-", .distance, 0.01),
    ]

    /// The same of files with an amount of every day.
    ///
    /// Exercise is what is at least moderate.
    private static let days: [(prefix: String, metric: MetricID, unit: Double, isSecond: Bool)] = [
        ("moderately_active_minutes-", .exerciseTime, 60, false),
        ("very_active_minutes-", .exerciseTime, 60, true),
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
        if let known = minutes.first(where: { name.hasPrefix($0.prefix) }) {
            return .minutes(known.metric, unit: known.unit)
        }
        if let known = days.first(where: { name.hasPrefix($0.prefix) }) {
            return .days(known.metric, unit: known.unit, isSecond: known.isSecond)
        }
        guard json.isValueScalar, json.names == ["dateTime", "value"], hasMonthFirst(date) else {
            return nil
        }
        return .unread(stem(of: head.name))
    }

    /// Whether a date is written `MM/DD/YY HH:MM:SS`.
    private static func hasMonthFirst(_ date: String) -> Bool {
        let form = "00/00/00 00:00:00"
        return date.utf8.count == form.utf8.count
            && zip(date.utf8, form.utf8).allSatisfy { byte, place in
                place == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == place
            }
    }

    /// What a file is called without its ending and the date in it: `altitude-2020-01-05.json`.
    private static func stem(of name: String) -> String {
        let digits = "0123456789-"
        var stem = Substring(name)
        if let point = stem.lastIndex(of: ".") { stem = stem[..<point] }
        while let last = stem.last, digits.contains(last) { stem.removeLast() }
        return stem.isEmpty ? name : String(stem).replacing("_", with: " ")
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        guard let kind = kind(document.head) else { return }
        var sink = RecordSink(file: output.currentFile)
        let reader = FitbitReader(kind, &sink, output.options, output.assumptions)
        output.read(document, reader, sink)
    }
}
