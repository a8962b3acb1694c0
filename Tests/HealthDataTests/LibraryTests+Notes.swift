import ChartCore
import Foundation
import GRDB
import Testing

@testable import HealthData

// Notes: a person's text at a moment or over a span.
extension LibraryTests {
    private func texts(_ library: Library? = nil) throws -> [String] {
        try (library ?? self.library).notes().all.map(\.text)
    }

    // MARK: Storage

    @Test("Notes are written, listed by their times, changed and removed")
    func notes() throws {
        let before = Date().timeIntervalSince1970
        let flu = try library.addNote(
            "flu", from: utc(2026, 5, 4), to: utc(2026, 5, 9), metric: nil)
        let begun = try library.addNote(
            "  began lisinopril 5 mg\n", from: utc(2026, 5, 2, 8, 30), metric: .bloodPressure)
        let moved = try library.addNote("引っ越し 🏠", from: utc(2026, 5, 4), to: utc(2026, 5, 4))
        #expect(begun.text == "began lisinopril 5 mg" && begun.isMoment && moved.isMoment)
        #expect(!flu.isMoment && flu.end - flu.start == 5 * 86_400)
        #expect(flu.created >= before && flu.changed == flu.created)
        // If two begin together, the one that ends first comes first.
        let listed = try library.notes()
        #expect(listed.all == [begun, moved, flu] && listed.damages.isEmpty)
        #expect(try library.contents().notes == [begun, moved, flu])
        #expect(Set(listed.all.map(\.id)).count == 3)
        #expect(begun.concerns(.bloodPressure) && !begun.concerns(.steps) && flu.concerns(.steps))

        var other = begun
        other.text = "began lisinopril 10 mg"
        other.end = utc(2026, 6, 1)
        other.metric = nil
        let changed = try library.changeNote(other)
        #expect(changed.id == begun.id && changed.created == begun.created)
        #expect(changed.changed >= begun.changed)
        #expect(changed.text == other.text && changed.end == other.end && changed.metric == nil)
        #expect(try library.notes().all == [changed, moved, flu])

        try library.removeNote(moved.id)
        #expect(try library.notes().all == [changed, flu])
        #expect(try library.verify() == [])
        // A removed note cannot be written to, and its number is not used again.
        for missing in [moved.id, 999] {
            let failure = #expect(throws: LibraryError.self) { try library.removeNote(missing) }
            #expect(failure?.isRefusal == true && failure?.problem == "holds no note \(missing)")
        }
        let refused = #expect(throws: LibraryError.self) { try library.changeNote(moved) }
        #expect(refused?.problem == "holds no note \(moved.id)")
        let next = try library.addNote("next", from: utc(2026, 7, 1))
        #expect(next.id > moved.id)
        #expect(try texts() == ["began lisinopril 10 mg", "flu", "next"])
    }

    @Test("They are part of no dataset, and of nothing that is merged")
    func notesBesideDatasets() throws {
        let file = try export(days: 1...4, "export.xml")
        try library.addNote("moved", from: utc(2026, 5, 2))
        let dataset = try #require(try library.add(file, options: options).dataset)
        try expectHolds([file])
        #expect(try texts() == ["moved"])
        try library.remove(dataset.id)
        #expect(try texts() == ["moved"])
        // A library with notes only is opened and read.
        library.close()
        let opened = try Library(directory: files.path("library"))
        let contents = try opened.contents()
        #expect(contents.datasets.isEmpty && contents.records.samples.isEmpty)
        #expect(contents.notes.map(\.text) == ["moved"] && contents.damages.isEmpty)
        #expect(try opened.verify() == [])
    }

    @Test("Two programs see each other's notes")
    func notesOfTwo() throws {
        let other = try Library(directory: files.path("library"))
        let note = try library.addNote("here", from: utc(2026, 5, 2))
        #expect(try other.notes().all == [note])
        try other.removeNote(note.id)
        #expect(try texts().isEmpty)
    }

    // MARK: Limits

    @Test("A text may have a thousand characters; one more is refused, not cut")
    func longestNote() throws {
        #expect(Library.Note.longestText == 1000)
        // A character of several scalars counts as that many.
        let family = "👨‍👩‍👧"
        #expect(family.unicodeScalars.count == 5)
        for text in [
            String(repeating: "x", count: 1000), String(repeating: family, count: 200),
        ] {
            let note = try library.addNote(text, from: utc(2026, 5, 2))
            #expect(note.text == text)
            let failure = #expect(throws: LibraryError.self) {
                try library.addNote(text + "x", from: utc(2026, 5, 2))
            }
            #expect(failure?.problem == "has 1001 characters, and may have 1000")
            #expect(failure?.isRefusal == true && failure?.remedy.isEmpty == false)
            var longer = note
            longer.text += "x"
            #expect(throws: LibraryError.self) { try library.changeNote(longer) }
        }
        #expect(try library.notes().all.count == 2)
    }

    @Test("Invalid texts and times are refused with a message")
    func unsoundNotes() throws {
        let day = utc(2026, 5, 2)
        let cases: [(text: String, start: Double, end: Double, metric: MetricID?, why: String)] = [
            ("", day, day, nil, "nothing is written in it"),
            (" \n\t", day, day, nil, "nothing is written in it"),
            ("two\nlines", day, day, nil, "has several lines"),
            ("a\u{2028}b", day, day, nil, "has several lines"),
            ("a\u{0}b", day, day, nil, "has several lines"),
            ("back", day, day - 1, nil, "it ends before it starts"),
            ("early", utc(1899, 12, 31), day, nil, "the date is not between 1900 and 2100"),
            ("late", day, utc(2101, 1, 2), nil, "the date is not between 1900 and 2100"),
            (
                "late", utc(2101, 1, 1), utc(2101, 1, 1), nil,
                "the date is not between 1900 and 2100"
            ),
            ("never", .infinity, .infinity, nil, "the date is not between 1900 and 2100"),
            ("no time", .nan, .nan, nil, "it ends before it starts"),
            ("what", day, day, MetricID("shoes"), "there is no metric 'shoes'"),
        ]
        for (text, start, end, metric, why) in cases {
            let failure = #expect(throws: LibraryError.self) {
                try library.addNote(text, from: start, to: end, metric: metric)
            }
            #expect(failure?.problem == why && failure?.isRefusal == true, "\(text)")
        }
        #expect(try library.notes().all.isEmpty)
        // The first possible instant, and the end of the last year.
        try library.addNote("all of it", from: utc(1900, 1, 1), to: utc(2101, 1, 1))
        try library.addNote("mood", from: day, metric: MetricID("category:Mood"))
        #expect(try texts() == ["all of it", "mood"])
    }

    // MARK: Earlier versions, backups

    @Test("A library of any earlier version gets them", arguments: ["1", "2", "3", "4"])
    func notesOfEarlierVersions(version: String) throws {
        let directory = files.path("early")
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: Library.path(in: directory))
        try LibrarySchema.migrator.migrate(queue, upTo: version)
        #expect(try queue.read { try !$0.tableExists("note") })
        try queue.close()
        let opened = try Library(directory: directory)
        #expect(try opened.notes().all.isEmpty)
        let note = try opened.addNote("kept", from: utc(2026, 5, 2))
        #expect(try opened.notes().all == [note])
        #expect(try opened.verify() == [])
    }

    @Test("A library of a version without notes is valid, and gets them with the migration")
    func notesOfTheVersionBefore() throws {
        let file = try export(days: 1...4, "export.xml")
        _ = try library.add(file, options: options)
        try EarlierLibrary.make(4, library.writer)
        library.close()
        let opened = try Library(directory: files.path("library"))
        try expectHolds([file], in: opened)
        try opened.addNote("kept", from: utc(2026, 5, 2))
        #expect(try texts(opened) == ["kept"])
    }

    @Test("A backup has the notes; one of an earlier version has none")
    func backupOfNotes() throws {
        let note = try library.addNote("kept", from: utc(2026, 5, 2), to: utc(2026, 5, 4))
        let backup = files.path("backup.sqlite")
        try library.backUp(to: backup)
        #expect(try Library.restore(from: backup, in: files.path("other")) == nil)
        let other = try Library(directory: files.path("other"))
        #expect(try other.notes().all == [note])
        // Notes alone are enough for a backup before something else replaces them.
        try other.addNote("mine", from: utc(2026, 6, 1))
        other.close()
        let queue = try DatabaseQueue(path: backup)
        try EarlierLibrary.make(4, queue)
        try queue.close()
        let before = try #require(try Library.restore(from: backup, in: files.path("other")))
        #expect(try texts(Library(directory: files.path("other"))).isEmpty)
        #expect(try Library.restore(from: before, in: files.path("third")) == nil)
        #expect(try texts(Library(directory: files.path("third"))) == ["kept", "mine"])
    }

    // MARK: Damage, interruption

    @Test(
        "A damaged note is named, a copy of it is shown, and it can be removed",
        arguments: [
            "text = 'flue'", "start = start + 86400", "\"end\" = start", "metric = 'steps'",
            "created = 0", "changed = changed + 1", "checksum = checksum + 1",
        ])
    func damagedNotes(change: String) throws {
        try library.addNote("moved", from: utc(2026, 4, 1))
        let flu = try library.addNote("flu", from: utc(2026, 5, 4), to: utc(2026, 5, 9))
        try library.addNote("well", from: utc(2026, 6, 1))
        try library.writer.write {
            try $0.execute(
                sql: "UPDATE note SET \(change) WHERE id = ?", arguments: [flu.id])
        }
        let day = change.hasPrefix("start") ? "2026-05-05" : "2026-05-04"
        let wrong = ["note \(flu.id) of \(day) is damaged"]
        #expect(try library.verify() == wrong)
        let named = ["note \(flu.id) of 2026-05-04 is damaged, and a copy of it is used"]
        #expect(try library.notes().damages == named && texts() == ["moved", "flu", "well"])
        let contents = try library.contents()
        #expect(contents.notes.map(\.text) == ["moved", "flu", "well"])
        #expect(contents.damages == named)
        // Without a copy the note is lost.
        try library.writer.write {
            try $0.execute(sql: "DELETE FROM copy WHERE kind = 'note'")
        }
        let bare = try Library(reading: files.path("library"))
        #expect(try bare.notes().damages == wrong)
        #expect(try bare.notes().all.map(\.text) == ["moved", "well"])
        bare.close()
        // A backup of it is refused, like any damaged backup.
        let backup = files.path("backup.sqlite")
        try library.backUp(to: backup)
        #expect(throws: LibraryError.self) {
            try Library.restore(from: backup, in: files.path("other"))
        }
        try library.removeNote(flu.id)
        #expect(try library.verify() == [])
    }

    @Test("Rows that are not notes at all are named as well")
    func wildNotes() throws {
        try library.writer.write { database in
            for (start, text) in [("1e300", "'x'"), ("'soon'", "'x'"), ("0", "x'ff00'")] {
                try database.execute(
                    sql: """
                        INSERT INTO note (start, "end", metric, text, created, changed, checksum)
                        VALUES (\(start), \(start), NULL, \(text), 0, 0, 0)
                        """)
            }
        }
        let wrong = try library.verify()
        #expect(
            Set(wrong) == [
                "note 1 is damaged", "note 2 is damaged", "note 3 of 1970-01-01 is damaged",
            ])
        #expect(try library.notes().all.isEmpty)
        try library.writer.write { try $0.execute(sql: "DROP TABLE note") }
        #expect(
            Set(try library.verify()).isSuperset(of: [
                "its table note is missing", "its index noteByTime is missing",
            ]))
    }

    @Test("A full disk gives a message, and the previous notes are intact")
    func notesOnAFullDisk() throws {
        var kept: [String] = []
        _ = try library.writer.write { database in
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(pages + 4)")
        }
        var failure: LibraryError?
        for number in 0..<200 where failure == nil {
            let text = "\(number) " + String(repeating: "x", count: 900)
            do throws(LibraryError) {
                try library.addNote(text, from: utc(2026, 5, 2) + Double(number))
                kept.append(text)
            } catch {
                failure = error
            }
        }
        #expect(failure?.problem == "the disk is full; the library is unchanged")
        #expect(!kept.isEmpty && kept.count < 200)
        #expect(try texts() == kept)
        #expect(try library.verify() == [])
    }

    @Test("A change that fails halfway leaves the note unchanged")
    func interruptedNote() throws {
        let note = try library.addNote("as it was", from: utc(2026, 5, 2))
        try library.writer.write {
            try $0.execute(
                sql: """
                    CREATE TRIGGER fail AFTER UPDATE ON note
                    BEGIN SELECT RAISE(FAIL, 'struck'); END;
                    CREATE TRIGGER failAgain AFTER DELETE ON note
                    BEGIN SELECT RAISE(FAIL, 'struck'); END;
                    """)
        }
        var other = note
        other.text = "something else"
        #expect(throws: LibraryError.self) { try library.changeNote(other) }
        #expect(throws: LibraryError.self) { try library.removeNote(note.id) }
        #expect(try library.notes().all == [note])
        // Only the triggers are wrong.
        #expect(try library.verify().allSatisfy { $0.hasPrefix("it holds the trigger fail") })
    }

    @Test("Removed text is not left on the disk")
    func removedNotesAreGone() throws {
        let secret = "unmistakable words"
        let note = try library.addNote(secret, from: utc(2026, 5, 2))
        var other = try library.addNote(secret, from: utc(2026, 5, 3))
        func isOnDisk() throws -> Bool {
            try ["", "-wal"].contains { ending in
                let path = library.path + ending
                guard FileManager.default.fileExists(atPath: path) else { return false }
                return try Data(contentsOf: URL(fileURLWithPath: path))
                    .range(of: Data(secret.utf8)) != nil
            }
        }
        #expect(try isOnDisk())
        try library.removeNote(note.id)
        other.text = "others"
        try library.changeNote(other)
        #expect(try !isOnDisk())
    }
}
