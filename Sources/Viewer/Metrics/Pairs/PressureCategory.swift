import HealthData
import Localization

extension BloodPressureGuideline {
    /// The category of a pressure with the value that decides it.
    struct Judgement: Equatable {
        var category: Category
        /// Whether the diastolic value alone puts it there.
        var isByDiastolic: Bool
    }

    /// The category whose least values are the limits: the first one that is high.
    var limit: Category? { categories.first { $0.level >= .high } }

    /// The category of a pressure in mmHg, rounded to whole ones as it is shown: the higher of those of its
    /// two values.
    ///
    /// A value that is missing has no say; nil if both are.
    func judgement(systolic: Double, diastolic: Double) -> Judgement? {
        guard systolic.isFinite || diastolic.isFinite else { return nil }
        let high = systolic.isFinite ? systolic.rounded() : -.infinity
        let low = diastolic.isFinite ? diastolic.rounded() : -.infinity
        let category = category(systolic: high, diastolic: low)
        return Judgement(category: category, isByDiastolic: high < category.systolic)
    }

    /// The chip of an average: `Elevated (diastolic 79)`, with the value if that alone decides it, as the
    /// average itself does not show which one does.
    func chip(systolic: Double, diastolic: Double, _ format: MetricFormat) -> FigureChip? {
        guard let judgement = judgement(systolic: systolic, diastolic: diastolic) else {
            return nil
        }
        let name = judgement.category.name.capitalizedFirst
        let words =
            judgement.isByDiastolic
            ? tr("{1} (diastolic {2})", name, format.figure(diastolic).number) : name
        return FigureChip(judgement.category.level.tone, words, short: name)
    }
}

extension BloodPressureGuideline.Level {
    /// The colour of its chips.
    var tone: FigureChip.Tone {
        switch self {
        case .good: .good
        case .elevated: .elevated
        case .high, .highest: .high
        }
    }
}

extension String {
    /// The text with its first letter as a capital.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
