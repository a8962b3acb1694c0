import ChartCore
import Testing

@testable import HealthData

/// Devices and programs: their numbers, their kinds, and the case of too many.
@Suite("Sources") struct SourceTests {
    private func source(_ name: String, _ kind: SourceKind = .other, file: Int = 0) -> Source {
        Source(name: name, kind: kind, file: file)
    }

    @Test(
        "A sink keeps the sources that were added, and the first of them when it is cleared")
    func sink() {
        var sink = RecordSink(file: 0)
        let own = sink.addSource("table.csv", .other, isFile: true)
        let watch = sink.addSource("Watch", .watch)
        #expect(sink.source("Watch", .watch) == watch)
        #expect(sink.source("table.csv", .other, isFile: true) == own)
        // Another kind is another source.
        #expect(sink.source("Watch", .phone) == 2)
        sink.clear(keeping: 1)
        #expect(sink.sources.list.map(\.name) == ["table.csv"])
        #expect(sink.source("table.csv", .other, isFile: true) == own)
        #expect(sink.source("Watch", .watch) == 1)
    }

    @Test("A sink of very many sources shares the last one, and reports it once")
    func manySources() {
        var sink = RecordSink(file: 0)
        var part = RecordSink(file: 0)
        for number in 0..<70_000 {
            let wanted = min(number, SourceTable.most - 1)
            #expect(sink.source("source \(number)", .other) == UInt16(wanted))
            if number % 7 == 0 { _ = part.source("source \(number)", .other) }
        }
        #expect(sink.sources.count == SourceTable.most)
        #expect(sink.tally.notes.count == 1)
        sink.adoptSources(of: &part)
        #expect(part.adopted.count == 10_000)
        #expect(part.adopted[9] == 63 && part.adopted[9_999] == UInt16(SourceTable.most - 1))
        #expect(sink.tally.notes.count == 1)
    }

    @Test("Only the sources that are new in a part are adopted from it")
    func adopting() {
        var whole = RecordSink(file: 0)
        var parts = [RecordSink(file: 0), RecordSink(file: 0)]
        _ = parts[0].source(called: "A", .other)
        _ = parts[0].source(called: "B", .watch)
        whole.adoptSources(of: &parts[0])
        _ = parts[1].source(called: "C", .phone)
        _ = parts[1].source(called: "A", .watch)
        whole.adoptSources(of: &parts[1])
        _ = parts[0].source(called: "C", .other)
        whole.adoptSources(of: &parts[0])
        #expect(parts.map(\.adopted) == [[0, 1, 2], [2, 0]])
        #expect(
            whole.sources.list == [source("A", .watch), source("B", .watch), source("C", .phone)])
        // A kind that a part finds out later applies to all.
        _ = parts[0].source(called: "D", .other)
        whole.adoptSources(of: &parts[0])
        _ = parts[0].source(called: "D", .phone)
        whole.adoptSources(of: &parts[0])
        #expect(whole.sources.list.last == source("D", .phone))
    }

    @Test("With too many over all files, every file has one shared source of its own")
    func manyFiles() {
        var store = RecordStore(files: 3)
        for number in 0..<66_000 { _ = store.add(source("\(number)")) }
        let first = store.add(source("one more"))
        let second = store.add(source("another", file: 1))
        #expect(store.add(source("a third", file: 1)) == second)
        #expect(store.sources[Int(first)].file == 0 && store.sources[Int(second)].file == 1)
        #expect(first != second && store.sources.count == SourceTable.most + 2)
        #expect(store.crowdedFiles == [0, 1])
        // Those from before are still distinguished.
        #expect(store.add(source("5")) == 5)
        #expect(store.add(source("5", file: 2)) == second + 1)
    }

    @Test("Dropped records of a file count as that file's, even after very many sources")
    func mergedBehindMany() throws {
        let files = try TestFiles()
        var many = "when,Source,Weight (kg)\n"
        for number in 0..<65_100 { many += "2026-01-01T08:00:00Z,scale \(number),70.\(number)\n" }
        let other =
            "when,Source,Weight (kg)\n"
            + "2026-02-01T08:00:00Z,bathroom,71\n2026-02-01T08:00:00Z,bathroom,71\n"
        let result = load(
            try files.write(many, "many.csv"), try files.write(other, "other.csv"))
        expectBalanced(result.report)
        #expect(result.report.files.map(\.merged) == [0, 1])
        #expect(result.report.files.map(\.used) == [65_100, 1])
        #expect(
            result.report.files[1].notes.contains { $0.text.contains("more than 65,000 sources") })
    }

    // MARK: Kinds

    @Test(
        "The kind of a device is that of its attribute, else that of its name",
        arguments: [
            ("Kim\u{2019}s Apple\u{a0}Watch", "", SourceKind.watch),
            ("Apple Watch von Kim", "", .watch),
            ("KimのApple Watch", "", .watch), ("Kim's Watch", "", .watch),
            ("Watch of Kim", "", .watch),
            ("Kim\u{2019}s iPhone", "", .phone), ("iPhone de José", "", .phone),
            ("iPhone 12", "", .phone), ("Kim的iPhone", "", .phone), ("My phone", "", .phone),
            ("HeartWatch", "", .other), ("Headphones", "", .other), ("Watch Faces", "", .other),
            ("Health", "", .other), ("", "", .other),
            ("Kim", "<<HKDevice: 0x1>, name:Apple Watch, model:Watch, hardware:Watch6,2>", .watch),
            ("Kim", "<<HKDevice: 0x1>, name:Kim, model:Watch>", .watch),
            ("Kim", "<<HKDevice: 0x1>, name:iPhone, model:iPhone>", .phone),
            ("HeartWatch", "<<HKDevice: 0x1>, name:iPhone, model:iPhone>", .phone),
            ("Scale", "<<HKDevice: 0x1>, name:Body+, manufacturer:Withings, model:WBS05>", .other),
        ]) func kinds(name: String, device: String, kind: SourceKind)
    {
        #expect(AppleTypes.kind(source: name, device: device) == kind)
    }

    @Test("Programs name watches and phones of any make")
    func namedKinds() {
        let names = ["Galaxy Watch4 (AB12)", "Pixel Watch 2", "Smartphone", "Headphones", "Scale"]
        #expect(names.map { SourceKind(named: $0) } == [.watch, .watch, .phone, .other, .other])
    }
}
