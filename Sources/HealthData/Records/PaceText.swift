import Localization

/// The progress and the pace of an import, in words: in the window and on a terminal.
package enum PaceText {
    /// `1,200,000 records, 580,000/s`.
    package static func count(
        _ progress: ImportProgress, _ pace: ReadingPace, _ locale: LocaleFormat
    ) -> String {
        let count = trn("{n} record", "{n} records", count: progress.read)
        guard let rate = pace.recordsPerSecond else { return count }
        return tr("{1}, {2}/s", count, locale.number(rate, fractionDigits: 0))
    }

    /// `580,000 records a second`; nil while the rate is unknown.
    package static func rate(_ pace: ReadingPace, _ locale: LocaleFormat) -> String? {
        pace.recordsPerSecond.map {
            tr("{1} records a second", locale.number($0, fractionDigits: 0))
        }
    }

    /// `20 s left`; nil while the time is unknown.
    package static func timeLeft(_ pace: ReadingPace, _ locale: LocaleFormat) -> String? {
        pace.timeLeft.map { tr("{1} left", locale.duration(seconds: $0)) }
    }
}
