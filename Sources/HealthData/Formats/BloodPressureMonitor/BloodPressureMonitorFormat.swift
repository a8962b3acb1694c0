import Localization

/// The export of the app *Blood pressure monitor* (derdilla), of both its versions.
///
/// Times are in milliseconds since 1970 or in a form that the person chose; values that were not
/// measured are empty or the word `null`. The later version separates columns with semicolons and
/// may have the weight. Source: the app's `CsvConverter`.
enum BloodPressureMonitorFormat: TableFormat {
    static let name = "blood-pressure-monitor"
    static let program: String? = "blood-pressure-monitor"

    static let tables = [
        TableProfile(
            title: "Blood pressure monitor",
            columns: [
                .init(
                    "timestamp unix ms", "timestampunixms", "timestamp unix", as: .start,
                    isRequired: true),
                .init("systolic", as: .systolic, unit: "mmHg", isRequired: true),
                .init("diastolic", as: .diastolic, unit: "mmHg", isRequired: true),
                .init("pulse", as: .value(.heartRate), unit: "bpm"),
                .init("bodyweight", "weight", as: .value(.weight), unit: "kg"),
                .init("notes", as: .nothing), .init("needle pin", as: .nothing),
                .init("color", as: .nothing), .init("intakes", as: .nothing),
            ])
    ]
}
