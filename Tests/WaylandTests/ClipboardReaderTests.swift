import TestCompositor
import Testing

@testable import Wayland

/// Readers of copied data that read all of them, a part or nothing.
@MainActor
@Suite struct ClipboardReaderTests {
    /// A table of a given size, whose lines all differ.
    private static func table(bytes: Int) -> [UInt8] {
        var table: [UInt8] = Array("name,value\r\n".utf8)
        table.reserveCapacity(bytes + 32)
        var line = 0
        while table.count < bytes {
            table += Array("row \(line),\(line * 7 % 1001)\r\n".utf8)
            line += 1
        }
        return table
    }

    private func withCopy(
        _ contents: [String: [UInt8]],
        _ body: (TestCompositor, Client, TestWindow) throws -> Void
    ) throws {
        try withClient { compositor, client, shown in
            let seat = try #require(client.connection.seats.first)
            try compositor.keyboard.enter(shown)
            try compositor.keyboard.press(KeyCode.c)
            try client.settle(shown)
            seat.copy(contents)
            #expect(try compositor.clipboard.waitForClient() == contents.keys.sorted())
            try body(compositor, client, shown)
        }
    }

    @Test func aLargeTableComesWholeAndAgain() throws {
        let table = Self.table(bytes: 4_000_000)
        try withCopy(["text/csv": table, "text/plain": [65]]) { compositor, client, shown in
            for _ in 0..<2 {
                let isWhole = try compositor.clipboard.read("text/csv") == table
                #expect(isWhole)
            }
            #expect(try compositor.clipboard.read("text/plain") == [65])
            // The window was responsive meanwhile, and still is.
            try client.settle(shown)
            #expect(client.endings.isEmpty)
        }
    }

    @Test func aReaderThatGoesAwayHalfWayEndsNothing() throws {
        // Much more than a pipe can hold, so that most is still to be written when the reader
        // closes it.
        let table = Self.table(bytes: 2_000_000)
        try withCopy(["text/csv": table]) { compositor, client, shown in
            for count in [0, 1, 4096, 70_000, 1_000_000] {
                let part = try compositor.clipboard.readBeginning(of: "text/csv", count: count)
                let isBeginning = part == Array(table.prefix(count))
                #expect(isBeginning)
                try client.settle(shown)
            }
            // Input works as before, and the next reader receives everything.
            let keys = client.keys.count
            try compositor.keyboard.press(KeyCode.c)
            try compositor.wait(until: { client.keys.count > keys }, "the key")
            let isWhole = try compositor.clipboard.read("text/csv") == table
            #expect(isWhole)
            #expect(client.endings.isEmpty)
            #expect(
                try compositor.clipboard.owner == .client(types: ["text/csv"]), "it is still ours")
        }
    }

    @Test func whatIsCopiedAfterAReaderWentAwayIsRead() throws {
        let table = Self.table(bytes: 1_000_000)
        try withCopy(["text/csv": table]) { compositor, client, shown in
            let seat = try #require(client.connection.seats.first)
            _ = try compositor.clipboard.readBeginning(of: "text/csv", count: 100)
            seat.copy(["text/csv": [66, 67]])
            try client.settle(shown)
            #expect(try compositor.clipboard.read("text/csv") == [66, 67])
            #expect(client.endings.isEmpty)
        }
    }
}
