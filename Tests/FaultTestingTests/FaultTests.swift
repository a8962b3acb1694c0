import FaultTesting
import Foundation
import Testing

/// A few of the cases of `make torture`, with the built program.
@Suite(.serialized) struct FaultTests {
    private static var program: String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "oresen").path(percentEncoded: false)
    }

    /// Runs cases on a separate stage, and expects no findings.
    private func expectNothing(
        seed: UInt64 = 33, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: (inout Torture) throws -> Void
    ) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "torture-\(UUID().uuidString)").path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var torture = try Torture(Stage(program: Self.program, in: folder), seed: seed)
        try body(&torture)
        let cases = torture.tally.cases.values.reduce(0, +)
        #expect(cases > 0, sourceLocation: sourceLocation)
        #expect(
            torture.tally.findings.isEmpty, "\(torture.tally.text)", sourceLocation: sourceLocation)
    }

    @Test func killsAndFailingCallsLoseNothing() throws {
        try expectNothing { torture in
            try torture.faults(kills: 10, faults: 14)
            #expect(torture.tally.kills >= 10 && torture.tally.faults >= 14)
        }
    }

    @Test func aRestoreFromADiskThatFailsChangesNothing() throws {
        try expectNothing {
            try $0.everyCall(of: .read, in: "restore", way: "EIO", isLasting: true, stride: 3)
        }
    }

    @Test func aKilledRestoreLeavesNothing() throws {
        try expectNothing {
            try $0.everyCall(of: .rename, in: "restore", way: "kill-after", isLasting: false)
            try $0.everyCall(of: .unlink, in: "restore", way: "kill-before", isLasting: false)
        }
    }

    @Test func aKilledSalvageLeavesNothing() throws {
        try expectNothing {
            try $0.everyCall(of: .unlink, in: "salvage", way: "kill-before", isLasting: false)
        }
    }

    @Test func oneOfTwoWritersMayFail() throws {
        try expectNothing { try $0.writers(rounds: 4) }
    }

    @Test func whatWasReportedOutlivesAPowerCut() throws {
        try expectNothing {
            try $0.powerCuts(moments: 2, variants: 2, only: ["add", "note add", "backup"])
        }
    }

    @Test func aWipedPageCostsWhatItHeld() throws {
        try expectNothing { try $0.pages([.zeros], count: 3) }
    }

    @Test func anUnreadablePageCostsWhatItHeld() throws {
        try expectNothing { try $0.pages([.unreadable], count: 3) }
    }

    /// Checks the rules on a program that fails, since no other test shows that they work.
    @Test func aProgramThatDoesNothingIsFound() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "torture-\(UUID().uuidString)").path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(throws: TortureError.self) {
            _ = try Torture(Stage(program: "/bin/true", in: folder), seed: 1)
        }
    }
}
