import ChartCore
import Localization
import Streams

/// One electrocardiogram of an Apple Watch: `electrocardiograms/ecg_2026-03-02.csv` of an export.
///
/// A few lines `key,value` in the language of the phone, then one voltage per line. The keys are
/// translated, so they are ignored; the value shows the meaning of a line. These lines include the
/// person's name and birth date: they are neither kept nor shown. A document that looks like such a
/// file is claimed here even if it cannot be read, so that no other format keeps them.
enum AppleECGFormat: RecordFormat {
    static let name = "apple-ecg"
    /// They are part of the same export.
    static let program: String? = "apple-health"
    static let isRecording = true

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard let header = ECGHeader(head) else { return nil }
        guard !header.hasColumns else { return nil }
        if isName(head.name) {
            return .certain(tr("the name of an electrocardiogram of an export"))
        }
        guard header.keys >= 4, header.start != nil, header.hasRate else { return nil }
        return .certain(tr("lines with a date and a rate in hertz before single numbers"))
    }

    /// Whether exports give an electrocardiogram such a name: `ecg_2026-03-02.csv`,
    /// `ecg_2026-03-02_1.csv`.
    private static func isName(_ name: String) -> Bool {
        let parts = name.lowercased().split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, parts[0] == "ecg",
            name.lowercased().hasSuffix(".csv")
        else { return false }
        let date = parts[1].prefix(10)
        return date.count == 10 && date.allSatisfy { $0.isNumber || $0 == "-" }
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        guard let header = ECGHeader(document.head) else { return }
        guard let start = header.start else {
            throw ImportError(
                place: document.place,
                problem: tr("the time of the electrocardiogram cannot be read"),
                remedy: tr("export it again"))
        }
        let instant =
            start.offset == ClockReading.noOffset
            ? output.options.zone.instant(ofLocal: start.local)
            : start.local - Double(start.offset)
        var lines = ECGLines(
            header, start: instant, file: output.currentFile, name: document.head.name)
        output.read(document, &lines)
        output.complete(&lines.sink)
        if lines.sink.tally.read == 0 {
            throw ImportError(
                place: document.place, problem: tr("the electrocardiogram holds no voltages"),
                remedy: tr("export it again"))
        }
    }
}

/// Reads the voltages from the lines of an electrocardiogram.
private struct ECGLines: WindowScanner {
    var sink: RecordSink
    let isDone = false
    private let start: Double
    private let rate: Double
    private let unit: UnitConversion
    private let style: NumberStyle
    private let slot: Int
    private let source: UInt16
    private var line = 1
    /// The number of lines from the first voltage on; a refused line leaves a gap.
    private var taken = 0
    private let notNumber: Int
    private let notFinite: Int
    private let outside: Int
    private let long: Int

    init(_ header: ECGHeader, start: Double, file: Int, name: String) {
        var sink = RecordSink(file: file)
        self.start = start
        rate = header.rate ?? ECGHeader.usualRate
        unit = header.unit ?? .same
        style = header.style
        slot = sink.slot(.electrocardiogram)
        source =
            header.device.map { sink.source($0, .watch) }
            ?? sink.source(name, .watch, isFile: true)
        notNumber = sink.reason(tr("its value is not a number"))
        notFinite = sink.reason(tr("its value is NaN or infinite"))
        outside = sink.reason(SoundTime.reason)
        long = sink.reason(tr("it is longer than {1} MB", "4"))
        if header.rate == nil {
            sink.note("", tr("its sample rate cannot be read; 512 a second was assumed"))
        }
        if header.unit == nil {
            sink.note("", tr("its unit cannot be read; microvolts were assumed"))
        }
        self.sink = sink
    }

    mutating func scan(_ bytes: RawSpan, to end: Int, isFinal: Bool, isStuck: Bool) -> Int {
        var index = 0
        while index < end {
            let lineEnd = bytes.first(0x0a, from: index, to: end)
            if lineEnd == end, !isFinal {
                guard isStuck, index == 0 else { return index }
                sink.met()
                refuse(long)
                return end
            }
            take(bytes, index, lineEnd)
            line += 1
            index = min(lineEnd + 1, end)
        }
        return end
    }

    private mutating func take(_ bytes: RawSpan, _ first: Int, _ last: Int) {
        var (from, end) = (first, last)
        while from < end, ECGLines.isAround(bytes.byte(from)) { from += 1 }
        while end > from, ECGLines.isAround(bytes.byte(end - 1)) { end -= 1 }
        guard from < end else { return }
        let reading = NumberText.read(bytes, from, end, style, shift: unit.shift)
        if taken == 0 {
            // The lines before the first voltage are about the recording.
            guard case .number(_, unit: "") = reading else { return }
        }
        sink.met()
        let time = start + Double(taken) / rate
        taken += 1
        switch reading {
        case .number(let value, unit: ""):
            guard SoundTime.contains(time) else { return refuse(outside) }
            sink.add(slot, start: time, end: time, value: unit.apply(value), source: source)
        case .notFinite: refuse(notFinite)
        case .number, .missing, .notNumber: refuse(notNumber)
        }
    }

    private static func isAround(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x22 }

    private mutating func refuse(_ reason: Int) {
        let line = line
        sink.refuse(reason) { line }
    }
}
