import Localization

/// The table that the app Omron Connect sends by mail.
///
/// Times are local, without a zone; the month is written as a word in the language of the phone.
/// `-` means not measured, and a row with `TruRead` is the mean of three readings. Some regions
/// have the columns `SYS(mmHg)` and `DIA(mmHg)` after one with date and time.
enum OmronFormat: TableFormat {
    static let name = "omron"
    static let program: String? = "omron"

    static let tables = [
        TableProfile(
            title: "Omron Connect",
            columns: [
                .init("date", as: .start, isRequired: true),
                .init("time", as: .time, isRequired: true),
                .init("systolic", as: .systolic, unit: "mmHg", isRequired: true),
                .init("diastolic", as: .diastolic, unit: "mmHg", isRequired: true),
                .init("pulse", as: .value(.heartRate), unit: "bpm", isRequired: true),
                .init("tru read", "truread", as: .nothing, isRequired: true),
                .init("symptoms", "consumed", "notes", "device", as: .nothing),
                .init("consumed", as: .nothing), .init("notes", as: .nothing),
                .init("device", as: .source),
            ]),
        TableProfile(
            title: "Omron Connect",
            columns: [
                .init("measurement date", as: .start, isRequired: true),
                .init("sys", as: .systolic, unit: "mmHg", isRequired: true),
                .init("dia", as: .diastolic, unit: "mmHg", isRequired: true),
                .init("pulse", as: .value(.heartRate), unit: "bpm"),
                .init("device", as: .source),
            ]),
    ]
}
