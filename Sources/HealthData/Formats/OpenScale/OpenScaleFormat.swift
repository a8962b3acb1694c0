import Localization

/// The export of the scale program openScale, of its versions 1 to 3.
///
/// Version 3 writes `DATE,TIME` and the kinds of measurement in upper case; earlier ones write one
/// column `dateTime` and names in lower case. The file contains no unit: it is that of the person's
/// settings, so it is asked for. 0 means not measured. Source: openScale's
/// `ImportExportUseCases.kt` and, before it, `CsvHelper.java`.
enum OpenScaleFormat: TableFormat {
    static let name = "openscale"
    static let program: String? = "openscale"

    static let tables = [
        TableProfile(
            title: "openScale",
            columns: [
                .init("date", as: .start, isRequired: true),
                .init("time", as: .time, isRequired: true), comment,
            ] + measurements, asksUnits: true),
        TableProfile(
            title: "openScale 2",
            columns: [.init("date time", as: .start, isRequired: true), comment] + measurements,
            asksUnits: true),
    ]

    private static let comment = TableProfile.Column("comment", as: .nothing, isRequired: true)

    private static let measurements: [TableProfile.Column] = [
        .init("weight", as: .value(.weight), missing: [0], isRequired: true),
        .init("body fat", "fat", as: .value(.bodyFat), unit: "%", missing: [0]),
        .init("bmi", as: .value(.bodyMassIndex), unit: "kg/m²", missing: [0]),
        .init("bone", as: .value(.boneMass), unit: "kg", missing: [0]),
        .init("muscle", as: .value(.muscle), unit: "%", missing: [0]),
        .init("water", as: .value(.bodyWater), unit: "%", missing: [0]),
        .init("visceral fat", as: .value(.visceralFat), missing: [0]),
        .init("waist", as: .value(.waist), unit: "cm", missing: [0]),
        .init("heart rate", as: .value(.heartRate), unit: "bpm", missing: [0]),
        .init(
            "bmr", "calories", "tdee", "lbm", "whr", "whtr", "hip", "chest", "thigh", "biceps",
            "neck", "user", "caliper1", "caliper2", "caliper3", as: .nothing),
    ]
}
