import EventLoop
import TestBus
import Testing

@testable import Desktop

/// A bus with a file dialog behind it and a client of it, in one loop.
@MainActor
private final class Desk {
    let loop: EventLoop
    let bus: FakeBus
    let session: SessionBus
    let chooser: FileChooserPortal
    var answers: [FileChooserPortal.Answer] = []

    init(_ behaviour: FakeBus.Chooser) throws {
        loop = try EventLoop()
        bus = try FakeBus(loop: loop, portal: .missing)
        bus.chooser = behaviour
        session = SessionBus(loop: loop, address: bus.address)
        chooser = FileChooserPortal(session)
    }

    isolated deinit {
        session.close()
        bus.close()
    }

    func ask(_ question: FileChooserPortal.Question = Desk.question) {
        chooser.ask(question) { [weak self] in self?.answers.append($0) }
    }

    /// Turns the loop until a condition holds; false if it never does.
    func run(until isSo: @MainActor () -> Bool) throws -> Bool {
        try loop.run(until: isSo, waitingAtMost: 5)
    }

    /// Turns the loop until there is the given number of answers.
    func settle(_ count: Int = 1) throws { #expect(try run(until: { answers.count >= count })) }

    /// Whether a method was called on the bus.
    func called(_ member: String, times: Int = 1) throws -> Bool {
        try run(until: { bus.calls.count { $0 == member } >= times })
    }

    static var question: FileChooserPortal.Question {
        FileChooserPortal.Question(
            title: "Open", acceptLabel: "Show",
            kinds: [
                .init(name: "Records", patterns: ["*.csv", "*.CSV"]),
                .init(name: "All", patterns: ["*"]),
            ])
    }
}

@MainActor
@Suite struct FileChooserPortalTests {
    @Test func theChosenFilesArePathsAndTheQuestionIsWhole() throws {
        let desk = try Desk(.gives(["file:///tmp/My%20Export.zip", "file://localhost/a.csv"]))
        var question = Desk.question
        question.parent = "wayland:abc"
        question.folder = "/höme"
        desk.ask(question)
        // Nothing was waited for: not even a name has come from the bus yet.
        #expect(desk.answers.isEmpty && desk.bus.calls.isEmpty && desk.chooser.isAsking)
        try desk.settle()
        #expect(desk.answers == [.chosen(["/tmp/My Export.zip", "/a.csv"], refused: [])])
        #expect(!desk.chooser.isAsking && desk.bus.calls.first == "Hello")
        let asked = try #require(desk.bus.questions.first)
        #expect(asked.parent == "wayland:abc" && asked.title == "Open")
        #expect(asked.isFollowed, "the answer was followed before the question")
        #expect(asked.options["accept_label"] == .text("Show"))
        #expect(asked.options["multiple"] == .boolean(true))
        #expect(asked.options["modal"] == .boolean(true))
        func kind(_ name: String, _ patterns: [String]) -> Unmarshal.Value {
            .list([.text(name), .list(patterns.map { .list([.number(0), .text($0)]) })])
        }
        #expect(
            asked.options["filters"]
                == .list([kind("Records", ["*.csv", "*.CSV"]), kind("All", ["*"])]))
        // A path is bytes with a final zero: "ö" is C3 B6.
        let folder: [UInt64] = [0x2F, 0x68, 0xC3, 0xB6, 0x6D, 0x65, 0]
        #expect(asked.options["current_folder"] == .list(folder.map { .number($0) }))
        // There is no subscription any more.
        #expect(try desk.called("RemoveMatch"))
        #expect(!desk.bus.rules.contains { $0.contains("/request/") })
    }

    @Test func aPlaceForANewFileIsChosen() throws {
        let desk = try Desk(.gives(["file:///tmp/Steps%20May.png"]))
        var question = FileChooserPortal.Question(title: "Export", acceptLabel: "Save", kinds: [])
        question.newName = "Steps.png"
        question.folder = "/tmp"
        desk.ask(question)
        try desk.settle()
        #expect(desk.answers == [.chosen(["/tmp/Steps May.png"], refused: [])])
        let asked = try #require(desk.bus.questions.first)
        #expect(asked.member == "SaveFile" && asked.isFollowed)
        #expect(asked.options["current_name"] == .text("Steps.png"))
        #expect(asked.options["multiple"] == nil && asked.options["filters"] == nil)
    }

    @Test func whoChoosesNothingHasNothingDone() throws {
        for code: UInt32 in [1, 2] {
            let desk = try Desk(.ends(code))
            desk.ask()
            try desk.settle()
            #expect(desk.answers == [.dismissed])
        }
        let empty = try Desk(.gives([]))
        empty.ask()
        try empty.settle()
        #expect(empty.answers == [.dismissed])
    }

    @Test func filesOfOtherMachinesAreRefusedBesideTheOthers() throws {
        let desk = try Desk(.gives(["https://example.org/a.csv", "file:///b.csv"]))
        desk.ask()
        try desk.settle()
        guard case .chosen(["/b.csv"], let refused) = desk.answers.first else {
            Issue.record("\(desk.answers)")
            return
        }
        #expect(refused.map(\.place) == ["https://example.org/a.csv"])
    }

    @Test func whereNobodyAnswersThatIsTheAnswer() throws {
        let desk = try Desk(.missing)
        #expect(desk.chooser.canAnswer)
        desk.ask()
        try desk.settle()
        #expect(desk.answers == [.absent] && !desk.chooser.isAsking)
        // Another portal may appear: the next question goes to it.
        desk.bus.chooser = .gives(["file:///a"])
        desk.ask()
        try desk.settle(2)
        #expect(desk.answers.last == .chosen(["/a"], refused: []))
    }

    @Test func withoutABusNobodyIsAsked() throws {
        let loop = try EventLoop()
        let chooser = FileChooserPortal(
            SessionBus(loop: loop, address: "unix:path=/nonexistent/oresen/bus"))
        #expect(!chooser.canAnswer)
        var answers: [FileChooserPortal.Answer] = []
        chooser.ask(Desk.question) { answers.append($0) }
        #expect(answers.isEmpty, "from the loop, never from in there")
        #expect(try loop.run(until: { !answers.isEmpty }, waitingAtMost: 5))
        #expect(answers == [.absent])
    }

    @Test func aBusThatDiesAnswersNoMore() throws {
        let desk = try Desk(.silent)
        desk.ask()
        #expect(try desk.called("OpenFile"))
        desk.bus.hangUp()
        try desk.settle()
        #expect(desk.answers == [.absent] && !desk.chooser.canAnswer)
        desk.ask()
        try desk.settle(2)
        #expect(desk.answers == [.absent, .absent])
    }

    @Test func aPortalThatSaysNothingIsGivenUpUntilThereIsAnother() throws {
        let desk = try Desk(.silent)
        desk.ask()
        #expect(try desk.called("OpenFile"))
        #expect(desk.answers.isEmpty && desk.chooser.isAsking)
        desk.chooser.cancel()
        #expect(!desk.chooser.isAsking && !desk.chooser.canAnswer)
        desk.ask()
        try desk.settle()
        #expect(desk.answers == [.absent] && desk.bus.questions.count == 1)
        desk.bus.chooser = .gives(["file:///a"])
        desk.bus.changeOwner(from: ":1.3", to: ":1.9")
        #expect(try desk.run(until: { desk.chooser.canAnswer }))
        desk.ask()
        try desk.settle(2)
        #expect(desk.answers.last == .chosen(["/a"], refused: []))
    }

    @Test func aDialogThatIsNotWantedAnyMoreIsClosed() throws {
        let desk = try Desk(.opens)
        desk.ask()
        #expect(try desk.called("OpenFile"))
        // Whether the portal's answer was read by now or not.
        desk.chooser.cancel()
        #expect(try desk.called("Close"))
        #expect(desk.chooser.canAnswer, "it does answer")
        #expect(desk.bus.closedDialogs.count == 1)
        #expect(desk.bus.closedDialogs[0].hasPrefix("/org/freedesktop/portal/desktop/request/1_7/"))
        // The next one is a separate question.
        desk.bus.chooser = .gives(["file:///a"])
        desk.ask()
        try desk.settle()
        #expect(desk.answers == [.chosen(["/a"], refused: [])])
    }

    @Test func anObjectThatLiesElsewhereIsFollowedThere() throws {
        let desk = try Desk(.opens)
        desk.bus.putsRequestsElsewhere = true
        desk.ask()
        #expect(
            try desk.run(until: { desk.bus.rules.contains { $0.contains("/request/1'") } }))
        desk.bus.respond(with: ["file:///a"])
        try desk.settle()
        #expect(desk.answers == [.chosen(["/a"], refused: [])])
    }

    @Test func itSharesTheConnectionOfTheSettings() throws {
        let desk = try Desk(.gives(["file:///a"]))
        desk.bus.portal = .answers([("org.freedesktop.appearance", "contrast", .unsigned(1))])
        let settings = SettingsPortal(desk.session)
        desk.ask()
        try desk.settle()
        #expect(try desk.run(until: { settings.state == .answered }))
        #expect(settings.settings.highContrast)
        #expect(desk.bus.calls.count { $0 == "Hello" } == 1)
        settings.close()
    }
}
