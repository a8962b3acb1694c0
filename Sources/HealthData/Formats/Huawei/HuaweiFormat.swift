import Localization

/// The list of activities in the archive that Huawei Health exports for an account
/// (`motion path detail data.json`).
///
/// Each day has a list of activities, whose points are in one text: a line for each, with its kind
/// first (`tp=lbs;…` a position, `tp=h-r;…` a heart rate). Times are in milliseconds, energies in
/// small calories. A position at 90 degrees north is no position, but a pause.
enum HuaweiFormat: RecordFormat {
    static let name = "huawei"
    static let program: String? = "huawei"

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard head.isJSON, head.position(of: "\"motionPathData\"") != nil else { return nil }
        return .certain(tr("a list of activities of Huawei Health"))
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        let reader = HuaweiReader(document.head, output)
        output.read(document, reader, reader.sink)
    }
}
