// Blood pressure readings outside a correlation, joined after the end of the file.
//
// The exports may list the children of a correlation a second time. So readings that a pair with
// the same times and source contains are removed first, each as often as pairs contain it. The
// remaining systolic and diastolic readings with equal times and source belong together, in file
// order. What is left over either repeats a reading of a pair once more or has no partner; a
// reading without a partner is refused. Cost: a sort of the readings outside.

import ChartCore
import Localization

struct BloodPressureHalves {
    private struct Key: Hashable {
        var start: Double
        var end: Double
        var source: UInt16
    }

    private struct Reading: Hashable {
        var key: Key
        var value: Double
        var isSystolic: Bool
    }

    /// Joins the waiting readings of the sink.
    ///
    /// `pairs` are the pairs that were handed over so far; `sources` maps the sink's source numbers
    /// to theirs.
    static func join(_ sink: inout RecordSink, pairs: SampleColumns?, sources: [UInt16]) {
        let halves = sink.takeHalves()
        guard !halves.isEmpty, let metric = Metric(.bloodPressure) else { return }
        var waiting: [Key: [RecordSink.Half]] = [:]
        var order: [Key] = []
        for half in halves {
            let key = Key(start: half.start, end: half.end, source: half.source)
            if waiting[key] == nil { order.append(key) }
            waiting[key, default: []].append(half)
        }
        // How often pairs contain a reading that has not been met outside yet.
        var known: [Reading: Int] = [:]
        func remember(_ key: Key, _ systolic: Double, _ diastolic: Double, times: Int) {
            known[Reading(key: key, value: systolic, isSystolic: true), default: 0] += times
            known[Reading(key: key, value: diastolic, isSystolic: false), default: 0] += times
        }
        if let pairs {
            var own: [UInt16: UInt16] = [:]
            for (number, given) in sources.enumerated() { own[given] = UInt16(number) }
            let readings = PairColumns(pairs)
            for index in 0..<pairs.count {
                guard let source = own[pairs.sources[index]] else { continue }
                let key = Key(start: pairs.starts[index], end: pairs.end(at: index), source: source)
                guard waiting[key] != nil else { continue }
                remember(key, readings.upper[index], readings.lower[index], times: 1)
            }
        }
        let slot = sink.slot(metric)
        var lone: [(Key, RecordSink.Half)] = []
        for key in order {
            let group = (waiting[key] ?? []).filter { half in
                let reading = Reading(key: key, value: half.value, isSystolic: half.isSystolic)
                guard let times = known[reading], times > 0 else { return true }
                known[reading] = times - 1
                if !half.marks.contains(.attached) { sink.tally.merged += 1 }
                return false
            }
            let upper = group.filter(\.isSystolic)
            let lower = group.filter { !$0.isSystolic }
            let pairCount = min(upper.count, lower.count)
            for index in 0..<pairCount {
                sink.add(
                    slot, start: key.start, end: key.end, value: upper[index].value,
                    second: lower[index].value, source: key.source,
                    marks: upper[index].marks.union(.paired))
                remember(key, upper[index].value, lower[index].value, times: 0)
            }
            for half in upper.dropFirst(pairCount) { lone.append((key, half)) }
            for half in lower.dropFirst(pairCount) { lone.append((key, half)) }
        }
        lone.sort { $0.1.line < $1.1.line }
        for (key, half) in lone {
            let reading = Reading(key: key, value: half.value, isSystolic: half.isSystolic)
            let sentence =
                half.isSystolic
                ? tr("a systolic reading without its diastolic")
                : tr("a diastolic reading without its systolic")
            // The record of an attached one is counted already, for its other readings.
            let isCounted = half.marks.contains(.attached)
            switch (known[reading] != nil, isCounted) {
            case (true, true): break
            case (true, false): sink.tally.merged += 1
            case (false, true): sink.note(sink.tally.unit.text(half.line), sentence)
            case (false, false): sink.refuse(sink.reason(sentence)) { half.line }
            }
        }
    }
}
