import Localization

/// All formats that can be read.
enum FormatCatalogue {
    /// If two fit a document equally well, the earlier one gets it.
    static let all: [any RecordFormat.Type] = [
        AppleHealthFormat.self,
        AppleECGFormat.self,
        FITFormat.self,
        HealthConnectFormat.self,
        GadgetbridgeFormat.self,
        GPXFormat.self,
        TCXFormat.self,
        KMLFormat.self,
        TargetListFormat.self,
        SMLFormat.self,
        SamsungHealthFormat.self,
        WithingsFormat.self,
        FitbitFormat.self,
        GoogleHealthFormat.self,
        GarminFormat.self,
        OuraFormat.self,
        GoogleFitDailyFormat.self,
        GoogleFitQuarterFormat.self,
        GoogleFitDataFormat.self,
        GoogleFitSessionFormat.self,
        PolarFormat.self,
        HuaweiFormat.self,
        FHIRFormat.self,
        ChartColumnsFormat.self,
        OmronFormat.self,
        BloodPressureMonitorFormat.self,
        OpenScaleFormat.self,
        LibreViewFormat.self,
        ClarityFormat.self,
        SleepAsAndroidFormat.self,
        WorkbookFormat.self,
        GenericJSONFormat.self,
        GenericTableFormat.self,
    ]

    /// The names of the formats whose documents are one recording each.
    // Key paths of metatypes crash the compiler (Swift 6.3.1).
    static let recordings = Set(all.filter { $0.isRecording }.map { $0.name })

    /// A format and the evidence for it.
    struct Candidate {
        var format: any RecordFormat.Type
        var evidence: Evidence
    }

    /// The possible formats of a document, the best first.
    static func candidates(_ head: DocumentHead) -> [Candidate] {
        var found: [Candidate] = []
        for format in all {
            guard let sniffed = format.sniff(head) else { continue }
            let evidence = Evidence(
                format: format.name, strength: sniffed.strength,
                reason: reason(sniffed, format, head))
            let place = found.firstIndex { $0.evidence.strength < sniffed.strength } ?? found.count
            found.insert(Candidate(format: format, evidence: evidence), at: place)
        }
        return found
    }

    /// The features found; for a table of a program also the encoding of its text, unless it is the
    /// usual one.
    private static func reason(
        _ sniffed: Sniffed, _ format: any RecordFormat.Type, _ head: DocumentHead
    ) -> String {
        guard format is any TableFormat.Type, let encoding = head.encoding, !encoding.isUTF8
        else { return sniffed.reason }
        return tr("{1}; its text is in {2}", sniffed.reason, encoding.name)
    }
}
