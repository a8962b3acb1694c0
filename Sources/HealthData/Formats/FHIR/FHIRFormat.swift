import Localization

/// Observations in the form that medical programs exchange: HL7 FHIR, in JSON.
///
/// A document is a bundle, one resource, or one in each line. The observations with numbers are
/// read; other resources of a bundle are refused by their type. What was measured is recognised by
/// its LOINC code, and otherwise named after its text. Source: HL7 FHIR R4, `Observation`; the vital signs profile for the
/// codes.
enum FHIRFormat: RecordFormat {
    static let name = "fhir"

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard head.isJSON, head.position(of: "\"resourceType\"") != nil else { return nil }
        let types: [StaticString] = ["\"Bundle\"", "\"Observation\""]
        guard types.contains(where: { head.position(of: $0) != nil }) else { return nil }
        return .certain(tr("observations in the form of HL7 FHIR"))
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        var sink = RecordSink(file: output.currentFile)
        let reader = FHIRReader(document.head, &sink, output.options)
        let isBundle = document.head.position(of: "\"Bundle\"") != nil
        output.read(document, reader, sink, objectIsRecord: !isBundle)
    }
}
