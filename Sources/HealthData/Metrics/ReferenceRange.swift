// The ranges that others have published for adults. Each figure was compared with its source, or with
// several independent reprints of it; a metric whose figures differ between sources has no range here.
// A range says what a source says: it is no judgement of a person. Blood pressure has zones by a
// guideline, glucose a target, and heart rate variability has no common range: its values depend on
// the device and on the length of the recording.

import Localization

/// A published range of a metric's values, with the people it is for and its source.
package struct ReferenceRange: Sendable, Hashable {
    package let metric: MetricID
    /// The least value, in the metric's unit; nil if the source has none.
    package let low: Double?
    /// The greatest value; nil if the source has none.
    package let high: Double?
    /// The publisher in English, the key of the translation.
    private let sourceTitle: String
    /// The year of the publication.
    package let year: Int
    /// The people that it is for, in English, the key of the translation.
    private let scope: String

    /// The publisher and the year: `World Health Organization 2000`.
    package var source: String { tr(sourceTitle) + " " + String(year) }

    /// The people that it is for, as a sentence.
    package var explanation: String { tr(scope) }

    private init(
        _ metric: MetricID, _ low: Double?, _ high: Double?, _ source: String, _ year: Int,
        _ scope: String
    ) {
        (self.metric, self.low, self.high) = (metric, low, high)
        (sourceTitle, self.year, self.scope) = (source, year, scope)
    }

    /// The published range of a metric; nil if there is none.
    package static func of(_ metric: MetricID) -> ReferenceRange? {
        table.first { $0.metric == metric }
    }

    /// Why a metric has no range although people ask for one, as a sentence; nil for other metrics.
    package static func absence(of metric: MetricID) -> String? {
        switch metric {
        case .heartRateVariability, .successiveDifferences:
            tr(
                "There is no common range: values depend on age, on the device and on how long it records."
            )
        default: nil
        }
    }

    /// All ranges.
    ///
    /// * Resting heart rate: the limits of 60 and 100 a minute are a convention of guidelines and
    ///   textbooks, with little evidence (Liu EF, Chen L, Gao BX. Sinus bradycardia: normal phenomenon
    ///   or risk factor? J Insur Med 2012;43:102–111).
    /// * Body mass index: the range between underweight and overweight (World Health Organization,
    ///   Obesity: preventing and managing the global epidemic, Technical Report Series 894, 2000).
    /// * Oxygen, breathing and temperature: the values to which the National Early Warning Score gives
    ///   no points, scale 1 (Royal College of Physicians, NEWS2, 2017, chart 1).
    /// * Sleep: Watson NF et al., Recommended amount of sleep for a healthy adult: a joint consensus
    ///   statement of the American Academy of Sleep Medicine and Sleep Research Society, Sleep
    ///   2015;38:843–844. It has no upper limit.
    package static let table: [ReferenceRange] = [
        ReferenceRange(
            .restingHeartRate, 60, 100, "Convention of guidelines, Liu et al.", 2012,
            "Adults at rest. Trained people are often lower."),
        ReferenceRange(
            .bodyMassIndex, 18.5, 25, "World Health Organization", 2000,
            "Adults, from 18.5 to just below 25. For some peoples of Asia other limits are in use."),
        ReferenceRange(
            .oxygen, 96, nil, "Royal College of Physicians, NEWS2", 2017,
            "Adult patients in a hospital, without a disease that makes low values usual."),
        ReferenceRange(
            .respiration, 12, 20, "Royal College of Physicians, NEWS2", 2017,
            "Adult patients in a hospital."),
        ReferenceRange(
            .temperature, 36.1, 38, "Royal College of Physicians, NEWS2", 2017,
            "Adult patients in a hospital."),
        ReferenceRange(
            .sleep, 7 * 3_600, nil, "AASM and Sleep Research Society", 2015,
            "Adults, each night. The source has no upper limit."),
    ]
}
