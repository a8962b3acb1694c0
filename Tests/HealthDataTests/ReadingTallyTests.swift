import Testing

@testable import HealthData

@Suite("The results of records") struct ReadingTallyTests {
    @Test("A note is recorded once; beyond a hundred only their number is")
    func notes() {
        var tally = ReadingTally()
        for number in 0..<130 {
            for _ in 0..<2 { tally.note("", line: number + 1, "note \(number)") }
        }
        #expect(tally.notes.count == 101)
        #expect(tally.notes.first == ImportNote(place: "line 1", text: "note 0"))
        #expect(tally.notes[99].text == "note 99")
        #expect(tally.notes.last?.text == "… and 30 more")
        tally.clear()
        tally.note("", "note 0")
        #expect(tally.notes.map(\.text) == ["note 0"])
    }

    @Test(
        "Parts of a file give the same together as one reading of it",
        arguments: [1, 7, 90, 150, 400])
    func parts(_ size: Int) {
        // Every third note repeats one of the first hundred.
        let texts = (0..<400).map { "note \($0 % 3 == 0 ? $0 % 100 : $0)" }
        var alone = ReadingTally()
        for (index, text) in texts.enumerated() { alone.note("", line: index + 1, text) }
        var whole = ReadingTally()
        var part = ReadingTally()
        var from = 0
        while from < texts.count {
            let to = min(texts.count, from + size)
            for index in from..<to { part.note("", line: index - from + 1, texts[index]) }
            whole.add(part, linesBefore: from)
            part.clear()
            from = to
        }
        #expect(whole.notes == alone.notes)
        #expect(whole.notes.count == 101)
        #expect(whole.notes.last?.text == "… and \(Set(texts).count - 100) more")
    }

    @Test("Very many notes are not counted exactly")
    func manyNotes() {
        var tally = ReadingTally()
        for number in 0..<12_000 { tally.note("", "note \(number)") }
        #expect(tally.notes.count == 101)
        #expect(tally.notes.last?.text.hasPrefix("… and at least 9") == true)
    }
}
