import EventLoop
import Glibc
import TestBus
import Testing

@testable import Desktop

/// A bus with a desktop that prints behind it and a client of it, in one loop.
@MainActor
private final class Office {
    let loop: EventLoop
    let bus: FakeBus
    let session: SessionBus
    let printer: PrintPortal
    var papers: [PrintPortal.Paper] = []
    var answers: [PrintPortal.Answer] = []
    private var files: [Int32] = []

    init(_ behaviour: FakeBus.Printer, passesFiles: Bool = true) throws {
        loop = try EventLoop()
        bus = try FakeBus(loop: loop, portal: .missing)
        bus.printer = behaviour
        bus.passesFiles = passesFiles
        session = SessionBus(loop: loop, address: bus.address)
        printer = PrintPortal(session)
    }

    isolated deinit {
        for file in files { close(file) }
        session.close()
        bus.close()
    }

    /// A file with some bytes.
    func file(_ text: String) throws -> Int32 {
        var name = Array("/tmp/oresen-test-XXXXXX".utf8CString)
        let file = mkstemp(&name)
        try #require(file >= 0)
        unlink(name)
        files.append(file)
        try #require(write(file, text, text.utf8.count) == text.utf8.count)
        return file
    }

    func print(_ text: String?) throws {
        let file = try text.map { try self.file($0) }
        printer.print("Steps", parent: "wayland:abc") { [weak self] paper in
            self?.papers.append(paper)
            return file
        } answer: { [weak self] in
            self?.answers.append($0)
        }
    }

    /// Turns the loop until there is the given number of answers.
    func settle(_ count: Int = 1) throws {
        #expect(try loop.run(until: { answers.count >= count }, waitingAtMost: 5))
    }
}

@MainActor
@Suite struct PrintPortalTests {
    @Test func theDocumentOfTheChosenPaperIsPrinted() throws {
        let office = try Office(.prints(210, 297, "landscape"))
        try office.print("%PDF-1.5 steps")
        #expect(office.answers.isEmpty && office.printer.isAsking)
        try office.settle()
        #expect(office.answers == [.printed] && !office.printer.isAsking)
        #expect(office.papers == [PrintPortal.Paper(width: 297, height: 210, margin: 6)])
        let printed = try #require(office.bus.printed.first)
        #expect(printed.title == "Steps" && printed.bytes == Array("%PDF-1.5 steps".utf8))
        #expect(printed.options["token"]?.number == 77)
        #expect(office.bus.calls.filter { $0.hasSuffix("Print") } == ["PreparePrint", "Print"])
    }

    @Test func anUprightPaperIsUpright() throws {
        let office = try Office(.prints(216, 279, "portrait"))
        try office.print("x")
        try office.settle()
        #expect(office.papers == [PrintPortal.Paper(width: 216, height: 279, margin: 6)])
        // No paper at all, or none that could be printed on.
        let other = try Office(.prints(.nan, 0, "landscape"))
        try other.print("x")
        try other.settle()
        #expect(other.papers == [.a4Landscape] && other.answers == [.printed])
    }

    @Test func whoeverCancelsPrintsNothing() throws {
        for code: UInt32 in [1, 2] {
            let office = try Office(.ends(code))
            try office.print("x")
            try office.settle()
            #expect(office.answers == [.dismissed] && office.papers.isEmpty)
        }
        // The document could not be made.
        let office = try Office(.prints(210, 297, "portrait"))
        try office.print(nil)
        try office.settle()
        #expect(office.answers == [.dismissed] && office.bus.printed.isEmpty)
    }

    @Test func aDesktopThatCannotPrintSaysSo() throws {
        let missing = try Office(.missing)
        try missing.print("x")
        try missing.settle()
        #expect(missing.answers == [.absent])
        let failing = try Office(.fails)
        try failing.print("x")
        try failing.settle()
        #expect(failing.answers == [.absent] && failing.papers == [.a4Landscape])
        // A bus that carries no files.
        let narrow = try Office(.prints(210, 297, "portrait"), passesFiles: false)
        try narrow.print("x")
        try narrow.settle()
        #expect(narrow.answers == [.absent])
    }

    @Test func filesAreOpenedByOtherPrograms() throws {
        let office = try Office(.missing)
        let portal = OpenPortal(office.session)
        var answers: [Bool] = []
        let file = try office.file("a page")
        portal.open(file, parent: "") { answers.append($0) }
        #expect(try office.loop.run(until: { answers.count == 1 }, waitingAtMost: 5))
        #expect(answers == [false])
        office.bus.opensFiles = true
        portal.open(file, parent: "") { answers.append($0) }
        #expect(try office.loop.run(until: { answers.count == 2 }, waitingAtMost: 5))
        #expect(answers == [false, true])
        #expect(office.bus.opened.map(\.bytes) == [Array("a page".utf8)])
    }
}
