import ChartCore
import Charts
import Foundation
import Geometry
import Localization
import Testing

@testable import HealthData
@testable import Viewer

/// Readings that a person types in, and the list of all readings.
@MainActor @Suite struct ReadingTests {
    private static let day = 86_400.0
    /// 2026-03-01.
    private static let start = 1_772_323_200.0

    /// A library of 60 days of weights, twice a day, with a store that writes into it.
    @MainActor
    private final class Rig: ViewerRig, ReadingStore {
        let files: TestFiles
        let directory: String
        let host = TestHost()
        var failure: LibraryError?

        /// - Parameter typed: readings that were typed in before.
        init(
            size: Size = Size(width: 1100, height: 720), metric: String? = "weight",
            typed: [OwnReading] = [], units: UnitPreferences? = nil
        ) throws {
            files = try TestFiles()
            directory = files.folder.path + "/library"
            var rows = "date,weight (kg)\n"
            for index in 0..<60 {
                let parts = CivilDate(days: Int(ReadingTests.start / ReadingTests.day) + index)
                let date = String(
                    format: "%04d-%02d-%02d", parts.year, parts.month, parts.day)
                rows += "\(date) 07:00,\(70 + Double(index % 10) / 10)\n"
                rows += "\(date) 19:00,\(71 + Double(index % 10) / 10)\n"
            }
            let library = try Library(directory: directory)
            _ = try library.add(
                try files.write(rows, "weight.csv"), options: ImportOptions(zone: .utc))
            for reading in typed { _ = try reading.keep(in: library) }
            library.close()
            try super.init(
                ViewerOptions(
                    files: [], zone: .utc, metric: metric, period: .month, theme: .light,
                    size: size, library: directory))
            viewer.context.today = { ReadingTests.start + 70 * ReadingTests.day + 45_000 }
            viewer.context.knowsToday = true
            viewer.context.hosts.readings = self
            viewer.context.hosts.document = host
            if let units { viewer.model.appearance.pin(at: time) { $0.units = units } }
            frame()
        }

        func add(
            _ reading: OwnReading,
            then done: @escaping @MainActor (Result<Library.Dataset, LibraryError>) -> Void
        ) {
            write(done) { library throws(LibraryError) in try reading.keep(in: library) }
        }

        func replace(
            _ dataset: Library.Dataset, by reading: OwnReading,
            then done: @escaping @MainActor (Result<Library.Dataset, LibraryError>) -> Void
        ) {
            write(done) { library throws(LibraryError) in
                try reading.replace(dataset, in: library)
            }
        }

        private func write(
            _ done: (Result<Library.Dataset, LibraryError>) -> Void,
            _ change: (Library) throws(LibraryError) -> Library.Dataset
        ) {
            if let failure { return done(.failure(failure)) }
            do throws(LibraryError) {
                let library = try Library(directory: directory)
                defer { library.close() }
                done(.success(try change(library)))
            } catch {
                done(.failure(error))
            }
        }

        func contents() throws -> LibraryContents {
            let library = try Library(reading: directory)
            defer { library.close() }
            #expect(try library.verify() == [])
            return try library.contents()
        }

        func type(_ text: String) {
            for character in text {
                viewer.controller.press(
                    [KeyCombination(character == " " ? .space : .character(character))],
                    text: String(character))
            }
            frame()
        }

        func control(_ character: Character) {
            viewer.controller.press([KeyCombination(.character(character), control: true)])
            frame()
        }

        /// Presses the only control that has this name.
        func press(named name: String) throws {
            let found = viewer.scene.tree.flattened.filter { $0.name == name }
            try #require(found.count == 1, "\(found.count) are named \(name)")
            try #require(viewer.controller.press(control: found[0].id))
            frame()
        }

        func typed(_ field: ReadingPrompt.Field) -> String? {
            viewer.context.dialog(ReadingScreen.self)?.text(of: field.id)?.text
        }

        /// Replaces what is in the field.
        func retype(_ text: String, in field: ReadingPrompt.Field) {
            viewer.context.dialog(ReadingScreen.self)?.edit(field.id) { $0 = TextField(text) }
            frame()
        }

        /// The weights that a person typed in.
        func ownWeights() throws -> [Double] {
            guard let columns = try contents().records[.weight]?.columns else { return [] }
            return (0..<columns.count).filter { columns.marks(at: $0) == .manual }.map {
                columns.values[$0]
            }
        }

        var message: String { node(ControlID("reading.message"))?.name ?? "" }

        nonisolated static func plain(_ text: String) -> String {
            text.replacing("\u{202f}", with: " ").replacing("\u{a0}", with: " ")
        }
    }

    @Test func aReadingIsTypedAndKept() throws {
        let rig = try Rig()
        rig.control("n")
        #expect(rig.viewer.context.dialog is ReadingScreen)
        rig.type("71.25")
        rig.press(.enter)
        #expect(rig.viewer.context.dialog == nil)
        #expect(Rig.plain(rig.viewer.context.toast?.text ?? "") == "Weight: 71.3 kg added")
        let contents = try rig.contents()
        let weights = try #require(contents.records[.weight])
        #expect(weights.columns.count == 121)
        let last = weights.columns.count - 1
        #expect(weights.columns.values[last] == 71.25)
        #expect(weights.columns.starts[last] == Self.start + 70 * Self.day + 45_000)
        #expect(weights.columns.marks(at: last) == .manual)
        let dataset = try #require(contents.datasets.last)
        #expect(dataset.ownMetric == .weight && dataset.samples == 1)
        // It can be removed exactly.
        let library = try Library(directory: rig.directory)
        try library.remove(dataset)
        library.close()
        #expect(try rig.contents().records[.weight]?.columns.count == 120)
    }

    @Test func aPairIsTypedForAMetricThatWasNotThere() throws {
        let rig = try Rig(size: Size(width: 360, height: 480))
        rig.control("n")
        try #require(
            rig.viewer.controller.press(
                control: ControlID("reading.metric.blood-pressure")))
        rig.frame()
        rig.type("118/76")
        rig.press(.enter)
        let pressure = try #require(try rig.contents().records[.bloodPressure])
        #expect(pressure.columns.values[0] == 118)
        #expect(pressure.pairs.lower[0] == 76)
    }

    /// What cannot be is refused with a sentence, and nothing that was typed is lost.
    @Test(arguments: [
        ("abc", "“abc” is not a number."), ("", "Write a number, for example 71.2."),
        ("7700", "Possible are"), ("7,1.2", "“7,1.2” is not a number."), ("-4", "Possible are"),
    ])
    func whatCannotBeIsRefused(text: String, sentence: String) throws {
        let rig = try Rig()
        rig.control("n")
        rig.type(text)
        rig.press(.enter)
        #expect(rig.viewer.context.dialog is ReadingScreen)
        #expect(rig.message.hasPrefix(sentence), "\(rig.message)")
        #expect(
            (rig.viewer.context.dialog as? ReadingScreen)?.text(of: ReadingPrompt.Field.value.id)?
                .text == text)
        #expect(try rig.contents().records[.weight]?.columns.count == 120)
    }

    @Test func aFailureToWriteKeepsWhatWasTyped() throws {
        let rig = try Rig()
        rig.failure = LibraryError(place: "library.sqlite", problem: "the disk is full")
        rig.control("n")
        rig.type("70")
        rig.press(.enter)
        #expect(rig.viewer.context.dialog is ReadingScreen)
        #expect(rig.message.contains("the disk is full"))
        rig.failure = nil
        rig.press(.enter)
        #expect(rig.viewer.context.dialog == nil)
        // The same reading again is one that the library has.
        rig.control("n")
        rig.type("70")
        rig.press(.enter)
        #expect(rig.message.contains("the library has this reading already"))
    }

    @Test func decimalsAreReadAsInTheLanguage() {
        let english = LocaleFormat(identifier: "en_GB")
        let german = LocaleFormat(identifier: "de_DE")
        #expect(TypedReading.number("71.2", english) == 71.2)
        #expect(TypedReading.number("71,2", english) == 71.2)
        #expect(TypedReading.number("1,234", english) == 1234)
        #expect(TypedReading.number("71,2", german) == 71.2)
        #expect(TypedReading.number("1.234", german) == 1234)
        #expect(TypedReading.number("1,234", german) == 1.234)
        #expect(TypedReading.number("1.234", english) == 1.234)
        #expect(TypedReading.number("1.234,5", german) == nil)
        #expect(TypedReading.number("nan", english) == nil)
        #expect(TypedReading.number("1e9", english) == nil)
        #expect(TypedReading.number("", english) == nil)
    }

    @Test func pressuresHaveAnOrder() throws {
        let metric = try #require(Metric(.bloodPressure))
        let format = MetricFormat(metric, locale: LocaleFormat(identifier: "C"))
        let values = try TypedReading.values("118 76", format)
        #expect(values.value == 118 && values.second == 76)
        let swapped = OwnReading(metric: .bloodPressure, time: 0, value: 76, second: 118)
        #expect(
            TypedReading.doubt(swapped, format) == "The first value has to be the higher one.")
        #expect(throws: TypedReading.Unreadable.self) { try TypedReading.values("118", format) }
    }

    // MARK: The list

    private func rows(_ rig: Rig) -> [SemanticNode] {
        rig.viewer.scene.tree.flattened.filter { $0.id.name.hasPrefix("readings.show.") }
    }

    @Test func allReadingsAreListedTheLatestFirst() throws {
        let rig = try Rig()
        rig.press(.character("r"))
        #expect(rig.viewer.context.dialog is ReadingsScreen)
        #expect(rig.node(ControlID("readings.message"))?.name == "120 records")
        // Only those in sight are made.
        #expect(rows(rig).count < 20)
        #expect(Rig.plain(rows(rig)[0].value) == "71.9 kg")
        #expect(rows(rig)[0].name.contains("29 Apr 2026, 19:00"))
        rig.type("2026-03-03")
        #expect(rig.node(ControlID("readings.message"))?.name == "2 records of 120")
        #expect(rows(rig).map { Rig.plain($0.value) } == ["71.2 kg", "70.2 kg"])
        rig.press(.enter)
        rig.settle()
        #expect(rig.viewer.context.dialog == nil)
        #expect(rig.reading?.time == Self.start + 2 * Self.day + 19 * 3600)
        // A value is found, too.
        rig.press(.character("r"))
        rig.type("70.9")
        #expect(rows(rig).count == 6)
        rig.press(.escape)
    }

    /// The source of a row, the last part of its name.
    private static func source(_ row: SemanticNode) -> String {
        row.name.split(separator: ", ").last.map(String.init) ?? ""
    }

    /// Two devices whose readings alternate, and one that was typed into the program of one of them.
    @Test(arguments: [Size(width: 1100, height: 720), Size(width: 360, height: 480)])
    func eachReadingHasItsSource(size: Size) throws {
        var text = "<?xml version=\"1.0\"?>\n<HealthData locale=\"en_GB\">\n"
        for index in 0..<40 {
            let date = CivilDate(days: Int(Self.start / Self.day) + index)
            let day = String(format: "%04d-%02d-%02d", date.year, date.month, date.day)
            let entry = index == 38 ? "<MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>" : ""
            text +=
                "<Record type=\"HKQuantityTypeIdentifierBodyMass\" sourceName=\"\(index % 2 == 0 ? "Scale" : "Pocket")\" "
                + "unit=\"kg\" startDate=\"\(day) 07:00:00 +0000\" endDate=\"\(day) 07:00:00 +0000\" "
                + "value=\"\(70 + Double(index) / 10)\">\(entry)</Record>\n"
        }
        let files = try TestFiles()
        let rig = try ViewerRig(
            ViewerOptions(
                files: [try files.write(text + "</HealthData>\n", "export.xml")], zone: .utc,
                metric: "weight", period: .month, theme: .light, size: size))
        func list() -> [SemanticNode] {
            rig.viewer.scene.tree.flattened.filter { $0.id.name.hasPrefix("readings.show.") }
        }
        func sources() -> [String] { list().map { Self.source($0) } }
        func search(_ text: String) {
            rig.viewer.context.dialog(ReadingsScreen.self)?.edit(ReadingsPane.fieldID) {
                $0 = TextField(text)
            }
            rig.frame()
        }
        rig.press(.character("r"))
        #expect(sources().prefix(3) == ["Pocket", "Entered by hand", "Pocket"])
        // Only those in sight are made.
        #expect(list().count < 12)
        search("scale")
        #expect(rig.node(ControlID("readings.message"))?.name == "19 records of 40")
        #expect(sources().allSatisfy { $0 == "Scale" })
        #expect(Rig.plain(list()[0].value) == "73.6 kg")
        search("by hand")
        #expect(list().map { Rig.plain($0.value) } == ["73.8 kg"])
        search("cuff")
        #expect(list().isEmpty)
        // A value is found among them as before.
        search("73.7")
        #expect(sources() == ["Pocket"])
    }

    @Test func whatWasTypedIntoTheLibraryIsEnteredByHand() throws {
        let rig = try Rig(typed: [Self.weight(75)])
        rig.press(.character("r"))
        #expect(rows(rig).prefix(2).map(Self.source) == ["Entered by hand", "weight.csv"])
    }

    /// The choice is reached and made with the keys alone.
    @Test func onlyWhatWasTypedIsListed() throws {
        let rig = try Rig(
            size: Size(width: 360, height: 480),
            typed: [Self.weight(75), Self.weight(76, 3600), Self.weight(64, -40 * Self.day)])
        rig.press(.character("r"))
        #expect(rig.node(ControlID("readings.message"))?.name == "123 records")
        #expect(rig.node(ControlID("readings.filter", in: .dialog))?.value == "All readings")
        try rig.focus(ControlID("readings.typed.true", in: .dialog))
        rig.press(.space)
        #expect(rig.node(ControlID("readings.message"))?.name == "3 records of 123")
        #expect(rig.node(ControlID("readings.filter", in: .dialog))?.value == "Entered by hand")
        #expect(rows(rig).map { Rig.plain($0.value) } == ["76.0 kg", "75.0 kg", "64.0 kg"])
        // A search goes through what is listed.
        rig.viewer.context.dialog(ReadingsScreen.self)?.edit(ReadingsPane.fieldID) {
            $0 = TextField("2026-04")
        }
        rig.frame()
        #expect(rows(rig).map { Rig.plain($0.value) } == ["76.0 kg", "75.0 kg"])
        // Where nothing was typed in there is nothing to choose.
        let other = try Rig()
        other.press(.character("r"))
        #expect(other.node(ControlID("readings.filter", in: .dialog)) == nil)
    }

    @Test func aTypedReadingIsDeletedFromTheList() throws {
        let rig = try Rig()
        rig.control("n")
        rig.type("75")
        rig.press(.enter)
        // The window reads the library again.
        let again = try ViewerRig(
            ViewerOptions(
                files: [], zone: .utc, metric: "weight", period: .month, theme: .light,
                library: rig.directory))
        var removed: [Library.Dataset] = []
        let host = RemovingHost { removed.append($0) }
        again.viewer.context.hosts.document = host
        again.press(.character("r"))
        let buttons = again.viewer.scene.tree.flattened.filter {
            $0.name == "Delete the reading entered by hand"
        }
        try #require(buttons.count == 1)
        try #require(again.viewer.controller.press(control: buttons[0].id))
        again.frame()
        let confirm = again.viewer.scene.tree.first { $0.name == "Delete this reading?" }
        try #require(again.viewer.controller.press(control: try #require(confirm).id))
        #expect(removed.map(\.ownMetric) == [.weight])
    }

    /// A host that counts what is removed.
    private final class RemovingHost: TestHost {
        let onRemove: (Library.Dataset) -> Void

        init(_ onRemove: @escaping (Library.Dataset) -> Void) { self.onRemove = onRemove }

        override func remove(_ dataset: Library.Dataset) { onRemove(dataset) }
    }

    // MARK: Editing

    private static let edit = "Edit the reading entered by hand"

    private static func weight(_ value: Double, _ seconds: Double = 0) -> OwnReading {
        OwnReading(metric: .weight, time: start + 60 * day + seconds, value: value)
    }

    @Test func aTypedReadingIsEdited() throws {
        let rig = try Rig(typed: [Self.weight(75.25, 27_000)])
        rig.press(.character("r"))
        try rig.press(named: Self.edit)
        #expect(rig.viewer.context.dialog is ReadingScreen)
        #expect(rig.typed(.value) == "75.25" && rig.typed(.time) == "2026-04-30 07:30")
        // Its metric cannot be changed.
        #expect(!rig.viewer.scene.tree.flattened.contains { $0.id.name == "reading.metrics" })
        rig.retype("74.5", in: .value)
        rig.press(.enter)
        // The list is there again.
        #expect(rig.viewer.context.dialog is ReadingsScreen)
        #expect(
            Rig.plain(rig.viewer.context.toast?.text ?? "")
                == "Weight: 75.3 kg changed to 74.5 kg")
        #expect(try rig.ownWeights() == [74.5])
        #expect(try rig.contents().records[.weight]?.columns.count == 121)
        rig.viewer.context.toast?.action?.perform()
        #expect(try rig.ownWeights() == [75.25])
    }

    @Test func theTimeOfAReadingIsEdited() throws {
        let rig = try Rig(typed: [Self.weight(75, 27_000)])
        rig.press(.character("r"))
        try rig.press(named: Self.edit)
        rig.retype("2026-04-30 08:15", in: .time)
        rig.press(.enter)
        #expect(try rig.contents().datasets.last?.span?.first == Self.weight(75, 29_700).time)
        #expect(Rig.plain(rig.viewer.context.toast?.text ?? "") == "Weight: 75.0 kg changed")
    }

    /// A value in pounds has more digits than anybody types; what was left alone is not rounded.
    @Test func poundsAreEditedAsTheyAreShown() throws {
        let kilograms = 160.3 * 0.453_592_37
        var units = UnitPreferences()
        units[.mass] = .pound
        let rig = try Rig(typed: [Self.weight(kilograms, 27_000)], units: units)
        rig.press(.character("r"))
        try rig.press(named: Self.edit)
        #expect(rig.typed(.value) == "160.3")
        rig.retype("2026-04-30 08:15", in: .time)
        rig.press(.enter)
        #expect(try rig.ownWeights() == [kilograms])
    }

    @Test func aPairIsEdited() throws {
        let pressure = OwnReading(
            metric: .bloodPressure, time: Self.start + 60 * Self.day, value: 118, second: 76)
        let rig = try Rig(
            size: Size(width: 360, height: 480), metric: "blood-pressure", typed: [pressure])
        rig.press(.character("r"))
        try rig.press(named: Self.edit)
        #expect(rig.typed(.value) == "118/76" && rig.typed(.time) == "2026-04-30")
        rig.retype("118/78", in: .value)
        rig.press(.enter)
        let kept = try #require(try rig.contents().records[.bloodPressure])
        #expect(kept.columns.count == 1 && kept.pairs.lower[0] == 78)
    }

    @Test func savingWithoutAChangeWritesNothing() throws {
        let rig = try Rig(typed: [Self.weight(75.25)])
        rig.failure = LibraryError(place: "library.sqlite", problem: "may not be written to")
        rig.press(.character("r"))
        try rig.press(named: Self.edit)
        rig.press(.enter)
        #expect(rig.viewer.context.toast?.text == "Nothing was changed.")
        #expect(rig.viewer.context.dialog is ReadingsScreen)
    }

    /// Whatever fails, the old reading and what was typed are still there.
    @Test func aFailureToReplaceKeepsBoth() throws {
        let rig = try Rig(typed: [Self.weight(75.25), Self.weight(60, 3600)])
        rig.press(.character("r"))
        rig.type("75.3")
        try rig.press(named: Self.edit)
        rig.retype("74", in: .value)
        rig.failure = LibraryError(place: "library.sqlite", problem: "may not be written to")
        rig.press(.enter)
        #expect(rig.message.contains("may not be written to") && rig.typed(.value) == "74")
        #expect(try rig.ownWeights() == [75.25, 60])
        rig.failure = nil
        rig.retype("2026-04-30 01:00", in: .time)
        rig.press(.enter)
        #expect(rig.message.contains("another reading at this time"))
        rig.retype("7400", in: .value)
        rig.press(.enter)
        #expect(rig.message.hasPrefix("Possible are"))
        // Another program deletes it meanwhile.
        let library = try Library(directory: rig.directory)
        let own = try #require(try library.datasets().first { Self.weight(75.25).isKept(as: $0) })
        try library.remove(own)
        library.close()
        rig.retype("74", in: .value)
        rig.press(.enter)
        #expect(rig.message.contains("another program has changed or deleted the reading"))
        #expect(rig.typed(.value) == "74")
        #expect(try rig.ownWeights() == [60])
    }

    /// Two typed readings at one time, and one of a file at the same, are not taken for each other.
    @Test func readingsAtOneTimeHaveTheirOwnButtons() throws {
        // The last row of the file is at 19:00 of day 59, and has 71.9 kg.
        let evening = -5 * 3600.0
        let rig = try Rig(typed: [Self.weight(64, evening), Self.weight(65, evening)])
        rig.press(.character("r"))
        let own = rows(rig).filter { !$0.children.isEmpty }
        #expect(Set(own.map { Rig.plain($0.value) }) == ["64.0 kg", "65.0 kg"])
        #expect(own.allSatisfy { $0.children.count == 2 })
        rig.type("65.0")
        try rig.press(named: Self.edit)
        #expect(rig.typed(.value) == "65")
        rig.retype("66", in: .value)
        rig.press(.enter)
        #expect(try rig.ownWeights().sorted() == [64, 66])
    }

    @Test func numbersAreWrittenAsTheyAreTyped() throws {
        let metric = try #require(Metric(.weight))
        let reading = OwnReading(metric: .weight, time: 0, value: 71.125)
        for (language, text) in [("C", "71.125"), ("de_DE", "71,125")] {
            let format = MetricFormat(metric, locale: LocaleFormat(identifier: language))
            #expect(TypedReading.text(reading, format) == text)
            #expect(try TypedReading.values(text, format).value == 71.125)
        }
    }

    // MARK: Changes

    /// Under each figure of a whole page is its change from the page before.
    @Test func aPageSaysHowItDiffersFromTheOneBefore() throws {
        let rig = try Rig()
        rig.settle()
        func change() -> String? {
            rig.viewer.scene.tree.flattened.first { $0.id.name.hasPrefix("figure-change.") }?.name
        }
        // April against March; the trend ends at another reading.
        let april = try #require(change())
        #expect(april.hasSuffix("than March") || april == "the same as March", "\(april)")
        // Between pages there is nothing to compare with.
        rig.press(.character("+"))
        rig.settle()
        #expect(change() == nil)
    }

    @Test func changesAreThoseOfTheNumbersShown() throws {
        let pressure = MetricFormat(
            try #require(Metric(.bloodPressure)), locale: LocaleFormat(identifier: "C"))
        func figure(_ high: Double, _ low: Double) -> CaptionedFigure {
            CaptionedFigure(caption: "Average", high, low) { pressure.pair($0[0], $0[1]) }
                .compared(by: pressure, isAmount: false)
        }
        func change(_ now: CaptionedFigure, _ old: CaptionedFigure) -> String {
            Rig.plain(now.changed(from: old, of: "September").change)
        }
        #expect(
            change(figure(124.4, 79.1), figure(127.4, 82.4)) == "3/3 lower than September")
        #expect(change(figure(124.4, 79.1), figure(124.2, 79.4)) == "the same as September")
        #expect(
            change(figure(130, 79), figure(124, 82)) == "6 higher, 3 lower than September")
        #expect(change(figure(130, 79.4), figure(124, 79)) == "6/0 higher than September")
        let steps = MetricFormat(
            try #require(Metric(.steps)), locale: LocaleFormat(identifier: "C"))
        func total(_ value: Double) -> CaptionedFigure {
            CaptionedFigure(caption: "Daily average", value) { steps.average($0[0]) }
                .compared(by: steps, isAmount: true)
        }
        #expect(change(total(8_000), total(9_204)) == "1,204 less than September")
        let sleep = MetricFormat(
            try #require(Metric(.sleep)), locale: LocaleFormat(identifier: "C"))
        func night(_ minutes: Double) -> CaptionedFigure {
            CaptionedFigure(caption: "Nightly average", minutes * 60) { sleep.average($0[0]) }
                .compared(by: sleep, isAmount: true)
        }
        #expect(change(night(298.4), night(306.4)) == "8 min less than September")
    }
}
