import Localization

/// The table that Dexcom Clarity exports.
///
/// About ten rows describe the person and the device before the readings, whose kind is `EGV`.
/// Values outside the range of the sensor are the words `High` and `Low`, which are not numbers and
/// are refused. Local time without a zone.
enum ClarityFormat: TableFormat {
    static let name = "clarity"
    static let program: String? = "clarity"

    static let tables = [
        TableProfile(
            title: "Dexcom Clarity",
            columns: [
                .init("index", as: .nothing, isRequired: true),
                .init("timestamp", as: .start, isRequired: true),
                .init("event type", as: .nothing, isRequired: true),
                .init("glucose value", as: .value(.glucose), unit: "mg/dL", isRequired: true),
                .init("source device id", as: .source),
                .init("event subtype", as: .nothing), .init("patient info", as: .nothing),
                .init("device info", as: .nothing), .init("insulin value", as: .nothing),
                .init("carb value", as: .nothing), .init("duration", as: .nothing),
                .init("glucose rate of change", as: .nothing),
                .init("transmitter time", as: .nothing), .init("transmitter id", as: .nothing),
            ],
            dates: .iso,
            filter: TableProfile.Filter(
                column: ["event type"], accepted: ["EGV"],
                reason: tr("it is about the person or the device, not a reading")))
    ]
}
