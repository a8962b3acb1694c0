import ChartCore
import HealthData
import Localization

/// The readings of a report as a bundle of HL7 FHIR R4.
package enum FHIRReport {
    /// The bundle as JSON: a collection with an observation for each reading of the period, and the mean of blood
    /// pressures by the rule.
    ///
    /// A person is in it only if the heading names one. The same records give the same bytes.
    ///
    /// - Parameter created: the time of its creation, in seconds since 1970.
    /// - Throws: `ReportError` if the period has no reading, or none that has a code.
    @MainActor
    package static func json(
        of records: HealthRecords, _ options: ReportOptions, created: Double
    ) throws -> [UInt8] {
        let period = try Report.period(records, options)
        var document = FHIRDocument(calendar: options.calendar)
        document.addPatient(options.heading)
        for metric in options.preset.metrics {
            switch metric {
            case .bloodPressure:
                let summary = PressureSummary(
                    PressureDiary(records, calendar: options.calendar), rule: options.rule,
                    limit: options.limit, period: period,
                    leavesOutFirstOfThree: options.leavesOutFirstOfThree)
                let words = PressureWords(
                    summary: summary, effect: nil, format: LocaleFormat(identifier: "C"))
                document.add(summary, method: words.method)
            case .glucose:
                let readings = GlucoseReadings(records, period: period)
                let isContinuous =
                    GlucoseProfile(
                        readings.readings, period: period, unit: options.glucoseUnit) != nil
                document.add(
                    readings.readings, isContinuous: isContinuous, unit: options.glucoseUnit,
                    source: readings.source)
            default:
                document.add(
                    records.merged(metric), of: metric, sources: records.printedSources,
                    period: period)
            }
        }
        let bundle = document.bundle(created: created)
        guard
            bundle.entry.contains(where: {
                if case .observation = $0.resource { true } else { false }
            })
        else {
            throw ReportError(
                place: "",
                problem: tr("FHIR has no agreed code for sleep, and there is nothing else"),
                remedy: tr("write a .pdf"))
        }
        return try bundle.json()
    }
}
