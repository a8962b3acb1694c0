import Localization

/// The table that LibreView exports for FreeStyle Libre sensors.
///
/// One or two lines about the person and the report come before the header; they are not read. The
/// type of a row determines which column it fills: 0 is a value of every quarter of an hour, 1 a
/// scan; others are insulin, food and notes. Local time without a zone, month or day first by the
/// account's region.
enum LibreViewFormat: TableFormat {
    static let name = "libreview"
    static let program: String? = "libreview"

    static let tables = [
        TableProfile(
            title: "LibreView",
            columns: [
                .init("device", "gerät", "appareil", "dispositivo", as: .source, isRequired: true),
                .init(
                    "device timestamp", "gerätezeitstempel", "horodatage de l'appareil",
                    "sello de tiempo del dispositivo", as: .start, isRequired: true),
                .init(
                    "record type", "aufzeichnungstyp", "type d'enregistrement",
                    "tipo de registro", as: .nothing, isRequired: true),
            ]
                + glucose(
                    "historic glucose", "glukosewert verlauf", "historique de la glycémie",
                    "historial de glucosa")
                + glucose(
                    "scan glucose", "glukose scan", "numérisation de la glycémie",
                    "escaneo de glucosa")
                + glucose(
                    "strip glucose", "teststreifen blutzucker",
                    "électrode de dosage de la glycémie",
                    "tira reactiva para glucosa"),
            filter: TableProfile.Filter(
                column: [
                    "record type", "aufzeichnungstyp", "type d'enregistrement", "tipo de registro",
                ],
                accepted: ["0", "1", "2"],
                reason: tr("it holds insulin, food or a note, not glucose")))
    ]

    /// A column of glucose; its unit is part of its name and not in brackets.
    private static func glucose(_ names: String...) -> [TableProfile.Column] {
        [("mg d l", "mg/dL"), ("mg dl", "mg/dL"), ("mmol l", "mmol/L")].map { ending, unit in
            var column = TableProfile.Column(as: .value(.glucose), unit: unit)
            column.names = names.map { "\($0) \(ending)" }
            return column
        }
    }
}
