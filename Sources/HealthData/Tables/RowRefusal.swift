import Localization

/// Why a row of a table, or a cell of it, is refused.
enum RowRefusal: Int, CaseIterable {
    case date, time, outside, backwards, end, noValue, notNumber, notFinite, unit, columns, broken,
        long
    case pair, noName, label, noReading, zone, sensorRange, kinds, cut

    var text: String {
        switch self {
        case .date: tr("unreadable date")
        case .time: tr("its time of day cannot be read")
        case .outside: SoundTime.reason
        case .backwards: SoundTime.backwards
        case .end: tr("its end date cannot be read")
        case .noValue: tr("it has no value")
        case .notNumber: tr("its value is not a number")
        case .notFinite: tr("its value is NaN or infinite")
        case .unit: tr("the unit behind its value is not known")
        case .columns: tr("it has more columns than the header")
        case .broken: tr("a quotation mark is not closed")
        case .long: tr("it is longer than {1} MB", "\(ImportOptions.longestItem >> 20)")
        case .pair: tr("one of the two pressures is missing")
        case .noName: tr("it has no name")
        case .label: tr("its text is not known")
        case .noReading: PossibleValues.noReading
        case .zone: tr("its time zone is not known")
        case .kinds:
            tr("there are more than {1} kinds of readings", "\(KindReadings.mostUnknown)")
        case .cut: tr("it is cut off: the file ends in the middle of the row")
        case .sensorRange: tr("its value is outside the range of the sensor")
        }
    }
}
