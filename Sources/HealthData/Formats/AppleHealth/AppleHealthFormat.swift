import Localization
import Streams

/// The export of Apple's Health app: `export.xml`, under any name.
enum AppleHealthFormat: RecordFormat {
    static let name = "apple-health"
    static let program: String? = "apple-health"

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard head.isXML else { return nil }
        if head.position(of: "<HealthData") != nil {
            return .certain(tr("XML with the root element HealthData"))
        }
        if head.position(of: "<!DOCTYPE HealthData") != nil {
            return .certain(tr("XML with the document type HealthData"))
        }
        if head.position(of: "<Record type=\"HK") != nil {
            return .likely(tr("XML with records of Apple's types"))
        }
        return nil
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        ExportReader(output: output).read(document)
    }
}
