import Foundation
import Testing

/// The failures that `Tests/run` repeats at its end, from logs in the form of the test library and
/// the runtime.
@Suite struct FailureReportTests {
    @Test func anIssueIsToldWithItsDetails() async throws {
        let told = try await Self.report(
            """
            ◇ Test good() started.
            ◇ Test bad() started.
            ✘ Test bad() recorded an issue at Sums.swift:4:9: Expectation failed: 1 == 2
            ↳ the numbers are not equal
            ✔ Test good() passed after 0.001 seconds.
            ✘ Test bad() failed after 0.001 seconds with 1 issue.
            """)
        #expect(
            told == """
                What failed:
                ✘ Test bad() recorded an issue at Sums.swift:4:9: Expectation failed: 1 == 2
                ↳ the numbers are not equal
                """)
    }

    /// A crash ends the log in the middle of tests; the report has the calls that led to it and
    /// those tests.
    @Test func aCrashIsToldWithItsCallsAndTheTestsThatRan() async throws {
        let told = try await Self.report(
            """
            ◇ Test run started.
            ◇ Test early() started.
            ◇ Test runsLate() started.
            ◇ Test few(size:) started.
            ◇ Test case passing 1 argument size → 1 to few(size:) started.
            ◇ Test case passing 1 argument size → 2 to few(size:) started.
            ◇ Test many(size:) started.
            ◇ Test case passing 1 argument size → 3 to many(size:) started.
            ✔ Test early() passed after 0.001 seconds.
            ✔ Test few(size:) with 2 test cases passed after 0.001 seconds.

            *** Signal 11: Backtracing from 0x7efca36709af... done ***

            *** Program crashed: Bad pointer dereference at 0x0000000000000000 ***

            Thread 0 "tests":

              0  0x00007efca1f14545 clock_nanosleep + 101 in libc.so.6

            Thread 7 "compositor" crashed:

              0      0x00007efca36709af swift_retain + 47 in libswiftCore.so
              1 [ra] 0x0000559bd9f7c1c9 deep(_:) + 40 in tests at /tmp/deep.swift:3:85

            Registers:

            rax 0x0000000000000000  0
            """)
        #expect(
            told == """
                What failed:
                *** Signal 11: Backtracing from 0x7efca36709af... done ***
                *** Program crashed: Bad pointer dereference at 0x0000000000000000 ***
                Thread 7 "compositor" crashed:
                  0      0x00007efca36709af swift_retain + 47 in libswiftCore.so
                  1 [ra] 0x0000559bd9f7c1c9 deep(_:) + 40 in tests at /tmp/deep.swift:3:85
                had not ended: case passing 1 argument size → 3 to many(size:)
                had not ended: many(size:)
                had not ended: runsLate()
                """)
    }

    /// Runs the script with a toolchain that writes `log` and fails, and returns the lines of the
    /// report that are not empty.
    private static func report(_ log: String) async throws -> String {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "toolchain-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let place = folder.path(percentEncoded: false)
        try Data((log + "\n").utf8).write(to: folder.appending(path: "log"))
        let program = "#!/bin/sh\ncat \"$LOG\"\nexit 1\n"
        for name in ["swift", "swiftc"] {
            let file = folder.appending(path: name)
            try Data(program.utf8).write(to: file)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: file.path(percentEncoded: false))
        }
        let said = try await House.run(
            ["Tests/run", "--filter", "anything"],
            environment: ["PATH": "\(place):/usr/bin:/bin", "LOG": "\(place)/log"])
        #expect(said.status == 1)
        #expect(said.errors == "tests: they ended with 1\n")
        let lines = said.output.split(separator: "\n")
        return lines.drop { $0 != "What failed:" }.joined(separator: "\n")
    }
}
