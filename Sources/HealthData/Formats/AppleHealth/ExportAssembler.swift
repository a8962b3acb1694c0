// Makes samples from the tags of an Apple Health export.
//
// A record is counted when its tag is met. It is kept when the tag is read, or its end tag if it
// has children: metadata may still mark it as typed in by a person. The two readings of a blood
// pressure are joined inside their correlation; readings outside one wait for the end of the file
// and are joined by equal times and source (health-files A1). Offsets only serve to get the
// instant: they are those of the export. So `HKTimeZone`, the zone in which the person was, is not
// needed: an instant is the same in any zone, and days are those of the zone that is chosen for all
// records. A day's `ActivitySummary` repeats the sums of that day's records; it is kept as a
// summary, which counts only if there are none (see `Summaries`). The children of a workout are
// kept with the workout. Elements of kinds that are not read are counted and refused like records
// of such types.

import ChartCore
import Localization
import Streams

struct ExportAssembler {
    /// The meaning of the words of a record: its type, its unit and its source.
    struct RecordTerms {
        fileprivate(set) var kind: ExportKind
        fileprivate var slot: Int
        /// Why records of an unknown type are refused.
        fileprivate var reason: Int
        fileprivate var source: UInt16
        /// The conversion from its unit; nil for a unit that does not fit the type.
        fileprivate var conversion: UnitConversion?
        /// Whether the device of a record may still show the kind of its source.
        fileprivate(set) var isSourceOpen = false
    }

    private struct Reading {
        var kind: ExportKind
        var slot: Int
        var start: Double
        var end: Double
        var value: Double
        var source: UInt16
        var line: Int
    }

    private enum Reason: Int {
        case noType, noValue, notNumber, notFinite, badStart, badEnd, outside, backwards, unit,
            stage, standHour
        case broken, cut
        case badDay, emptyDay, location
    }

    var sink: RecordSink
    private var times: ExportTimes
    private var zone: ZoneRules { times.zone }
    private var types = ExportTypes()
    private var sourceNames = InternTable()
    private var sourceNumbers: [UInt16] = []
    /// Whether the kind of a source is not known yet.
    private var sourceIsOpen: [Bool] = []
    private var reasons: [Int]

    /// A record whose end tag has not come yet.
    private var pending: Reading?
    private var isManual = false
    private var correlationOpen = false
    private var systolic: Reading?
    private var diastolic: Reading?
    private var correlationManual = false
    /// A workout whose end tag has not come yet.
    private var openWorkout: AppleWorkout?

    /// Counts the lines of the window.
    var lines = ExportLines()

    init(file: Int, zone: ZoneRules) {
        times = ExportTimes(zone)
        sink = RecordSink(file: file)
        reasons = []
        for text in [
            tr("it names no type"), tr("it has no value"), tr("its value is not a number"),
            tr("its value is NaN or infinite"), tr("its start date cannot be read"),
            tr("its end date cannot be read"), SoundTime.reason, SoundTime.backwards,
            tr("its unit is not one of the type's"), tr("its sleep stage is not known"),
            tr("it does not say whether the person stood"),
            tr("its tag is broken"), tr("it is cut off by the end of the file"),
            tr("its day cannot be read"), tr("it sums up a day without measurements"),
            tr("positions inside a workout are not read yet"),
        ] {
            reasons.append(sink.reason(text))
        }
    }

    private mutating func refuse(_ reason: Reason, _ bytes: RawSpan, _ position: Int) {
        refuse(reasons[reason.rawValue], bytes, position)
    }

    private mutating func refuse(_ number: Int, _ bytes: RawSpan, _ position: Int) {
        let line = lines.line(bytes, position)
        sink.refuse(number) { line }
    }

    /// Whether the children of an open element may matter.
    var wantsMetadata: Bool { pending != nil || correlationOpen || workoutIsOpen }

    /// Whether the end tag of a workout has not come yet.
    private(set) var workoutIsOpen = false

    // MARK: Parts

    /// Adds the counts, notes and waiting readings of a part that begins after `linesBefore` lines.
    mutating func add(_ part: inout ExportAssembler, linesBefore: Int) {
        sink.tally.add(part.sink.tally, linesBefore: linesBefore)
        part.sink.tally.clear()
        for var half in part.sink.takeHalves() {
            half.line += linesBefore
            half.source = part.sink.adopted[Int(half.source)]
            sink.addHalf(half)
        }
    }

    /// Forgets samples, counts, sources and open elements, but keeps the numbers of types and
    /// units.
    mutating func forget() {
        pending = nil
        systolic = nil
        diastolic = nil
        correlationOpen = false
        openWorkout = nil
        workoutIsOpen = false
        sink.drain { _ in }
        sink.tally.clear()
        _ = sink.takeHalves()
        sink.forgetWorkouts()
        sink.forgetSources()
        sourceNames = InternTable()
        sourceNumbers = []
        sourceIsOpen = []
    }

    // MARK: Tags

    /// Takes a `Record` tag that was read the long way.
    ///
    /// - Returns: The meaning of its words, for others with the same words; nil if the record was
    ///   refused before all of them were looked up.
    mutating func record(
        _ bytes: RawSpan, _ tag: borrowing ExportScanner.Attributes, at position: Int
    ) -> RecordTerms? {
        meet()
        guard !tag.type.isEmpty else {
            refuse(.noType, bytes, position)
            return nil
        }
        let type = types.type(bytes, tag.type, &sink)
        let entry = types[type]
        var terms = RecordTerms(
            kind: entry.kind, slot: entry.slot, reason: entry.reason, source: 0, conversion: nil)
        if terms.kind == .unknown {
            refuse(terms.reason, bytes, position)
            return terms
        }
        guard let span = span(bytes, tag, position) else { return nil }
        if terms.kind.isQuantity {
            terms.conversion = types.conversion(bytes, tag.unit, of: type)
        }
        guard let value = value(bytes, tag, terms, position) else { return nil }
        terms.source = source(bytes, tag)
        terms.isSourceOpen = sink.sources[terms.source].kind == .other
        take(terms, span, value, tag.selfClosing, bytes, position)
        return terms
    }

    /// Takes a `Record` tag whose words are known.
    @inline(__always)
    mutating func record(
        _ bytes: RawSpan, _ tag: borrowing ExportScanner.Attributes, _ terms: RecordTerms,
        at position: Int
    ) {
        meet()
        if terms.kind == .unknown { return refuse(terms.reason, bytes, position) }
        guard let span = span(bytes, tag, position),
            let value = value(bytes, tag, terms, position)
        else { return }
        take(terms, span, value, tag.selfClosing, bytes, position)
    }

    /// Counts a record, after ending all others.
    @inline(__always)
    private mutating func meet() {
        if pending != nil { endRecord() }
        if workoutIsOpen { endWorkout() }
        sink.met()
    }

    /// Keeps a record, or waits for its children.
    @inline(__always)
    private mutating func take(
        _ terms: RecordTerms, _ span: (Double, Double), _ value: Double, _ selfClosing: Bool,
        _ bytes: RawSpan, _ position: Int
    ) {
        var reading = Reading(
            kind: terms.kind, slot: terms.slot, start: span.0, end: span.1,
            value: terms.kind == .duration ? span.1 - span.0 : value, source: terms.source,
            line: 0)
        if reading.kind == .systolic || reading.kind == .diastolic {
            reading.line = lines.line(bytes, position)
        }
        if selfClosing {
            keep(reading, marks: [])
        } else {
            pending = reading
            isManual = false
        }
    }

    /// Ends the open record, at its end tag or where the tag is missing.
    mutating func endRecord() {
        guard let reading = pending else { return }
        pending = nil
        keep(reading, marks: isManual ? .manual : [])
    }

    /// Takes a `Correlation` tag.
    mutating func correlation(_ bytes: RawSpan, _ tag: borrowing ExportScanner.Attributes) {
        endAll()
        correlationOpen = !tag.selfClosing
        correlationManual = false
    }

    /// Takes the end tag of a correlation: its two readings become one sample.
    mutating func endCorrelation() {
        endRecord()
        defer {
            systolic = nil
            diastolic = nil
            correlationOpen = false
        }
        guard let upper = systolic, let lower = diastolic else {
            if let upper = systolic { addHalf(upper, marks: []) }
            if let lower = diastolic { addHalf(lower, marks: []) }
            return
        }
        sink.add(
            upper.slot, start: upper.start, end: upper.end, value: upper.value, second: lower.value,
            source: upper.source, marks: correlationManual ? [.paired, .manual] : .paired)
    }

    /// Takes a `MetadataEntry` tag of the open record, correlation or workout.
    mutating func metadata(
        _ bytes: RawSpan, _ tag: borrowing ExportScanner.Attributes, at position: Int
    ) {
        if workoutIsOpen, tag.key.count == 19,
            bytes.matches("HKElevationAscended", at: tag.key.lowerBound, to: tag.key.upperBound)
        {
            return takeAscent(bytes, tag, at: position)
        }
        guard tag.key.count == 16, tag.value.count == 1,
            bytes.matches("HKWasUserEntered", at: tag.key.lowerBound, to: tag.key.upperBound),
            bytes.byte(tag.value.lowerBound) == UInt8(ascii: "1")
        else { return }
        if pending != nil { isManual = true }
        if correlationOpen { correlationManual = true }
        if workoutIsOpen { openWorkout?.isManual = true }
    }

    /// Counts a record whose tag cannot be read.
    mutating func brokenRecord(_ bytes: RawSpan, at position: Int) {
        endRecord()
        sink.met()
        refuse(.broken, bytes, position)
    }

    /// Counts a record whose tag has no end.
    mutating func cutRecord(_ bytes: RawSpan, at position: Int, final: Bool) {
        endRecord()
        sink.met()
        refuse(final ? .cut : .broken, bytes, position)
    }

    /// Completes the open elements at the end of the file.
    mutating func finish() { endAll() }

    /// Completes the open elements.
    private mutating func endAll() {
        endCorrelation()
        endWorkout()
    }

    // MARK: Workouts, days, and elements that are not read

    /// Takes a `Workout` tag.
    mutating func workout(
        _ bytes: RawSpan, _ tag: borrowing ExportScanner.Attributes, at position: Int
    ) {
        endAll()
        sink.met()
        guard !tag.type.isEmpty else { return refuse(.noType, bytes, position) }
        guard let span = span(bytes, tag, position) else { return }
        let name = bytes.text(tag.type.lowerBound, tag.type.upperBound)
        let open = AppleWorkout(
            Workout(
                sport: AppleTypes.workout(AppleTypes.decoded(name)), start: span.0, end: span.1,
                source: source(bytes, tag)), TagAttributes(bytes, position, tag.next))
        if !open.isReadable { noteFigure(bytes, at: position) }
        openWorkout = open
        workoutIsOpen = true
        if tag.selfClosing { endWorkout() }
    }

    /// Takes a tag inside the open workout.
    mutating func part(
        _ bytes: RawSpan, _ tag: borrowing ExportScanner.Attributes, at position: Int,
        _ take: (inout AppleWorkout?, TagAttributes) -> Void
    ) {
        // In place: a workout may have any number of them.
        take(&openWorkout, TagAttributes(bytes, position, tag.next))
        noteUnreadableFigure(bytes, at: position)
    }

    /// Takes a workout's ascent from its metadata.
    private mutating func takeAscent(
        _ bytes: RawSpan, _ tag: borrowing ExportScanner.Attributes, at position: Int
    ) {
        guard openWorkout?.isInPart == false else { return }
        openWorkout?.takeAscent(
            AppleTypes.decoded(bytes.text(tag.value.lowerBound, tag.value.upperBound)))
        noteUnreadableFigure(bytes, at: position)
    }

    /// Takes a `WorkoutActivity` tag, which begins a part of the workout.
    mutating func activity(
        _ bytes: RawSpan, _ tag: borrowing ExportScanner.Attributes, at position: Int
    ) {
        let start = tag.start.isEmpty ? .nan : times.instant(bytes, tag.start)
        openWorkout?.beginPart(at: start, TagAttributes(bytes, position, tag.next))
        if tag.selfClosing { openWorkout?.endPart() }
        noteUnreadableFigure(bytes, at: position)
    }

    /// Takes the end tag of a part of the workout.
    mutating func endActivity() { openWorkout?.endPart() }

    /// Ends the open workout, at its end tag or where the tag is missing.
    mutating func endWorkout() {
        workoutIsOpen = false
        guard let open = openWorkout else { return }
        openWorkout = nil
        sink.add(
            open.whole, marks: open.isManual ? .manual : [], routePaths: open.routePaths)
    }

    private mutating func noteUnreadableFigure(_ bytes: RawSpan, at position: Int) {
        if openWorkout?.isReadable == false { noteFigure(bytes, at: position) }
    }

    /// Notes that a figure of a workout cannot be read.
    mutating func noteFigure(_ bytes: RawSpan, at position: Int) {
        sink.note(
            "", line: lines.line(bytes, position),
            tr("a figure of a workout cannot be read and is left out"))
    }

    /// Takes an `ActivitySummary` tag: the sums of a day's records.
    mutating func activitySummary(
        _ bytes: RawSpan, _ tag: borrowing ExportScanner.Attributes, at position: Int
    ) {
        endAll()
        sink.met()
        let day = TagAttributes(bytes, position, tag.next)
        guard let midnight = day["dateComponents"].flatMap({ times.midnight(of: $0) }) else {
            return refuse(.badDay, bytes, position)
        }
        let start = zone.instant(ofLocal: midnight, gap: .edge)
        let end = zone.instant(ofLocal: midnight + 86_400, gap: .edge)
        guard SoundTime.contains(start), SoundTime.contains(end), end > start else {
            return refuse(.outside, bytes, position)
        }
        // The first existing amount represents the element.
        let amounts: [(MetricID, TagAttributes.Reading)] = [
            (.standHours, day.amount("appleStandHours", in: "count", to: "count")),
            (.exerciseTime, day.amount("appleExerciseTime", in: "min", to: "s")),
            (
                .activeEnergy,
                day.amount(
                    "activeEnergyBurned", in: day["activeEnergyBurnedUnit"], to: "kcal")
            ),
        ]
        var found: [(id: MetricID, value: Double)] = []
        for (id, reading) in amounts {
            switch reading {
            case .missing: break
            case .unreadable:
                sink.note(
                    "", line: lines.line(bytes, position),
                    tr("an amount of a day cannot be read and is left out"))
            // A body always burns energy: 0 means not measured.
            case .amount(let value) where id == .activeEnergy && value == 0: break
            case .amount(let value): found.append((id, value))
            }
        }
        // Days without the watch have only zeros.
        guard found.contains(where: { $0.value > 0 }) else {
            return refuse(.emptyDay, bytes, position)
        }
        let source = source(bytes, tag)
        var marks = SampleMarks.summary
        for (id, value) in found {
            sink.add(
                sink.slot(id), start: start, end: end, value: value, source: source, marks: marks)
            marks.insert(.attached)
        }
    }

    /// Takes the tag of an element whose kind is not read.
    mutating func foreign(_ kind: String, _ bytes: RawSpan, at position: Int) {
        endAll()
        sink.met()
        refuse(
            sink.reason(tr("records of the type {1} are not read yet", kind), type: kind), bytes,
            position)
    }

    /// Takes a position inside a workout; exports up to 2019 may have them instead of a file.
    mutating func location(_ bytes: RawSpan, at position: Int) {
        sink.met()
        refuse(.location, bytes, position)
    }

    // MARK: Parts of a record

    @inline(__always)
    private mutating func keep(_ reading: Reading, marks: SampleMarks) {
        switch reading.kind {
        case .quantity, .sleep, .standHour, .duration:
            sink.add(
                reading.slot, start: reading.start, end: reading.end, value: reading.value,
                source: reading.source, marks: marks)
        case .systolic where correlationOpen && systolic == nil:
            systolic = reading
        case .diastolic where correlationOpen && diastolic == nil:
            diastolic = reading
        default:
            addHalf(reading, marks: marks)
        }
    }

    private mutating func addHalf(_ reading: Reading, marks: SampleMarks) {
        sink.addHalf(
            RecordSink.Half(
                start: reading.start, end: reading.end, value: reading.value,
                source: reading.source,
                marks: marks, isSystolic: reading.kind == .systolic, line: reading.line))
    }

    @inline(__always)
    private mutating func span(
        _ bytes: RawSpan, _ tag: borrowing ExportScanner.Attributes, _ position: Int
    ) -> (Double, Double)? {
        let start = times.instant(bytes, tag.start)
        guard start.isFinite else {
            refuse(.badStart, bytes, position)
            return nil
        }
        let end: Double
        if tag.end.isEmpty {
            end = start
        } else {
            end = times.instant(bytes, tag.end)
            guard end.isFinite else {
                refuse(.badEnd, bytes, position)
                return nil
            }
        }
        guard SoundTime.contains(start), SoundTime.contains(end) else {
            refuse(.outside, bytes, position)
            return nil
        }
        guard end >= start else {
            refuse(.backwards, bytes, position)
            return nil
        }
        return (start, end)
    }

    /// The value of a record; nil if it is refused.
    @inline(__always)
    private mutating func value(
        _ bytes: RawSpan, _ tag: borrowing ExportScanner.Attributes, _ terms: RecordTerms,
        _ position: Int
    ) -> Double? {
        if terms.kind.isQuantity { return quantity(bytes, tag, terms.conversion, position) }
        // The time of the record, which is set from its dates.
        if terms.kind == .duration { return 0 }
        guard tag.hasValue else {
            refuse(.noValue, bytes, position)
            return nil
        }
        let category = types.category(bytes, tag.value)
        if terms.kind == .sleep {
            if let stage = category.stage { return stage }
            refuse(.stage, bytes, position)
        } else {
            if let hours = category.standHours { return hours }
            refuse(.standHour, bytes, position)
        }
        return nil
    }

    @inline(__always)
    private mutating func quantity(
        _ bytes: RawSpan, _ tag: borrowing ExportScanner.Attributes, _ conversion: UnitConversion?,
        _ position: Int
    ) -> Double? {
        guard tag.hasValue, !tag.value.isEmpty else {
            refuse(.noValue, bytes, position)
            return nil
        }
        guard let conversion else {
            refuse(.unit, bytes, position)
            return nil
        }
        var from = tag.value.lowerBound
        var end = tag.value.upperBound
        while from < end, bytes.byte(from) <= 0x20 { from &+= 1 }
        while end > from, bytes.byte(end &- 1) <= 0x20 { end &-= 1 }
        let number = NumberScan.read(bytes, from, end, shift: conversion.shift)
        guard number.outcome == .number, number.next == end else {
            refuse(number.outcome == .notFinite ? .notFinite : .notNumber, bytes, position)
            return nil
        }
        return conversion.apply(number.value)
    }

    @inline(__always)
    private mutating func source(
        _ bytes: RawSpan, _ tag: borrowing ExportScanner.Attributes
    ) -> UInt16 {
        let index = sourceNames.index(of: bytes, tag.source.lowerBound, tag.source.upperBound)
        if index < sourceNumbers.count, !sourceIsOpen[index] || tag.device.isEmpty {
            return sourceNumbers[index]
        }
        return openSource(bytes, tag, index)
    }

    /// The number of a source that is new, or whose kind was not known before this record.
    @inline(never)
    private mutating func openSource(
        _ bytes: RawSpan, _ tag: borrowing ExportScanner.Attributes, _ index: Int
    ) -> UInt16 {
        let isNew = index == sourceNumbers.count
        let device = tag.device
        if !isNew, !AppleTypes.mayNameDevice(bytes, device.lowerBound, device.upperBound) {
            return sourceNumbers[index]
        }
        let name = AppleTypes.decoded(sourceNames.text(index))
        let kind = AppleTypes.kind(
            source: name,
            device: AppleTypes.decoded(bytes.text(device.lowerBound, device.upperBound)))
        let number = sink.source(called: name, kind)
        if isNew {
            sourceNumbers.append(number)
            sourceIsOpen.append(kind == .other)
        } else {
            sourceIsOpen[index] = kind == .other
        }
        return number
    }
}
