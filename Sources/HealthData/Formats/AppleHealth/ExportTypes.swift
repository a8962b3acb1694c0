import Localization
import Streams

/// The kind of samples that a record type of an Apple Health export makes.
enum ExportKind: UInt8 {
    case quantity
    case systolic
    case diastolic
    case sleep
    case standHour
    /// The time of the record itself, whatever its value.
    case duration
    case unknown

    /// Whether the value of a record is a number with a unit.
    @inline(__always)
    var isQuantity: Bool { self == .quantity || self == .systolic || self == .diastolic }
}

/// The meanings of the record types of an export, of their units, and of the names of categories.
///
/// Each is looked up once, by its text.
struct ExportTypes {
    /// The meaning of a record type: a few numbers, as it is copied for each record.
    struct Entry {
        var kind: ExportKind
        var slot = 0
        /// Why records of an unknown type are refused.
        var reason = 0
        /// The unit that `conversion` is for.
        fileprivate var unit = -1
        fileprivate var conversion: UnitConversion? = UnitConversion.same
    }

    /// The meaning of a category's name in each of the kinds of records that have one.
    struct Category {
        var stage: Double?
        var standHours: Double?
    }

    private var typeNames = InternTable()
    private var types: [Entry] = []
    /// The unit of each type's metric.
    private var canonicals: [String] = []
    private var unitNames = InternTable()
    private var categoryNames = InternTable()
    private var categories: [Category] = []

    /// The number of a type; its slot or its reason is made in the sink when it is new.
    mutating func type(_ bytes: RawSpan, _ name: Range<Int>, _ sink: inout RecordSink) -> Int {
        let type = typeNames.index(of: bytes, name.lowerBound, name.upperBound)
        if type == types.count { add(type, &sink) }
        return type
    }

    subscript(type: Int) -> Entry { types[type] }

    /// The conversion from a unit to that of a type; nil for a unit that does not fit the type.
    mutating func conversion(
        _ bytes: RawSpan, _ name: Range<Int>, of type: Int
    ) -> UnitConversion? {
        let unit = unitNames.index(of: bytes, name.lowerBound, name.upperBound)
        if types[type].unit != unit {
            types[type].unit = unit
            types[type].conversion = UnitConversion.from(
                AppleTypes.decoded(unitNames.text(unit)), to: canonicals[type], fraction: true)
        }
        return types[type].conversion
    }

    /// The meaning of the name of a category.
    @inline(__always)
    mutating func category(_ bytes: RawSpan, _ name: Range<Int>) -> Category {
        let category = categoryNames.index(of: bytes, name.lowerBound, name.upperBound)
        if category == categories.count { addCategory(category) }
        return categories[category]
    }

    @inline(never)
    private mutating func addCategory(_ number: Int) {
        let name = AppleTypes.decoded(categoryNames.text(number))
        categories.append(
            Category(
                stage: AppleTypes.stage(of: name).map { Double($0.rawValue) },
                standHours: AppleTypes.standHours(of: name)))
    }

    @inline(never)
    private mutating func add(_ number: Int, _ sink: inout RecordSink) {
        let name = AppleTypes.decoded(typeNames.text(number))
        switch AppleTypes.meaning(of: name) {
        case .quantity(let id): add(.quantity, id, &sink)
        case .systolic: add(.systolic, .bloodPressure, &sink)
        case .diastolic: add(.diastolic, .bloodPressure, &sink)
        case .sleep:
            add(.sleep, .sleep, &sink)
            sink.setLabels(SleepStage.allCases.map(\.label), slot: types[number].slot)
        case .standHour: add(.standHour, .standHours, &sink)
        case .duration(let id): add(.duration, id, &sink)
        case .unknown:
            var entry = Entry(kind: .unknown)
            let shown = name.count > 100 ? String(name.prefix(100)) + "…" : name
            entry.reason = sink.reason(
                tr("records of the type {1} are not read yet", shown), type: shown)
            types.append(entry)
            canonicals.append("")
        }
    }

    private mutating func add(_ kind: ExportKind, _ id: MetricID, _ sink: inout RecordSink) {
        let metric = Metric(id)
        types.append(
            metric.map { Entry(kind: kind, slot: sink.slot($0)) } ?? Entry(kind: .unknown))
        canonicals.append(metric?.unit ?? "")
    }
}
