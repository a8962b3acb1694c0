import CLinux
import Foundation
import Testing

@testable import Sandbox

/// The restrictions of the two sandboxes, tried by a process in one: see `SandboxProbe`.
@Suite struct SandboxTests {
    /// The resulting error number of each attempt.
    typealias Findings = [String: Int32]

    /// Runs the probe in one of the user's folders, which is not the one for temporary files.
    static func probe(_ kind: String, version: Int = 7) throws -> Findings {
        let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let folder = products.appending(path: "sandbox-\(UUID().uuidString)")
        let files = FileManager.default
        let temporary = folder.appending(path: "temporary")
        try files.createDirectory(at: temporary, withIntermediateDirectories: true)
        defer { try? files.removeItem(at: folder) }
        let (given, other) = (folder.appending(path: "given"), folder.appending(path: "other"))
        for name in ["given", "other", "moved", "removed"] {
            try Data("1".utf8).write(to: folder.appending(path: name))
        }
        try files.createSymbolicLink(at: folder.appending(path: "link"), withDestinationURL: other)
        let process = Process()
        process.executableURL = products.appending(path: "SandboxProbe")
        process.arguments = [
            kind, "\(version)", given.path(percentEncoded: false),
            other.path(percentEncoded: false),
        ]
        var environment = ProcessInfo.processInfo.environment
        environment["TMPDIR"] = temporary.path(percentEncoded: false)
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0, "\(text)")
        let pairs = text.split(separator: "\n").map { $0.split(separator: " ") }
        return Dictionary(
            uniqueKeysWithValues: pairs.map { (String($0[0]), Int32($0[1]) ?? -1) })
    }

    static let hasFilters = SandboxSupport.detected().filterProblem == nil
    static let landlock = SandboxSupport.detected().landlockVersion

    /// Attempts that only rules for files can refuse.
    static let filesOfOthers = [
        "read-other", "read-link", "write-other", "write-given", "list-other", "make-file",
        "make-folder", "make-link", "move", "remove", "list-processes", "read-memory",
    ]
    /// Attempts that every sandbox refuses.
    static let neverAllowed = [
        "spawn", "execute", "execute-at", "trace", "read-process", "bpf", "performance", "keys",
        "ring", "mount", "unshare", "namespace", "type",
    ]
    /// Attempts that every sandbox allows.
    static let alwaysAllowed = [
        "read-given", "read-system", "read-self", "read-threads", "write-null", "pair-unix", "code",
        "thread",
    ]

    @Test func outsideNothingIsForbidden() throws {
        let found = try Self.probe("none")
        for name in Self.filesOfOthers + Self.alwaysAllowed + ["rights", "spawn"] {
            #expect(found[name] == 0, "\(name)")
        }
        for name in ["socket-unix", "socket-internet", "socket-earlier-thread"] {
            #expect(found[name] == 0, "\(name)")
        }
        #expect(found["connect-inherited"] == ECONNREFUSED)
        #expect(found["execute"] == ENOENT && found["execute-at"] == ENOENT)
        #expect(found["type"] == EBADF && found["other-command"] == EBADF)
        #expect(found["trace"] == ESRCH && found["layers"] == 0)
    }

    @Test(.enabled(if: hasFilters))
    func aWindowHasNoNetworkAndNoPrograms() throws {
        let found = try Self.probe("window")
        #expect(found["layers"] == 5)
        for name in Self.neverAllowed { #expect(found[name] == EPERM, "\(name)") }
        for name in Self.alwaysAllowed + ["socket-unix", "read-other"] {
            #expect(found[name] == 0, "\(name)")
        }
        for name in [
            "socket-internet", "socket-internet-6", "socket-netlink", "socket-vsock",
            "socket-earlier-thread",
        ] { #expect(found[name] == EACCES, "\(name)") }
        #expect(found["other-command"] == EBADF)
    }

    /// For each version of Landlock, without the rights that it lacks.
    @Test(.enabled(if: hasFilters && landlock >= 1), arguments: 1...7)
    func aCommandHasOnlyWhatItWasGiven(version: Int) throws {
        guard version <= Self.landlock else { return }
        let found = try Self.probe("command", version: version)
        #expect(found["layers"] == 7)
        for name in Self.filesOfOthers { #expect(found[name] == EACCES, "\(name)") }
        for name in Self.neverAllowed + ["rights"] { #expect(found[name] == EPERM, "\(name)") }
        for name in Self.alwaysAllowed { #expect(found[name] == 0, "\(name)") }
        for name in [
            "socket-unix", "socket-internet", "socket-internet-6", "socket-netlink",
            "socket-earlier-thread", "connect-inherited",
        ] { #expect(found[name] == EPERM, "\(name)") }
        #expect(found["other-command"] == EBADF)
    }

    /// Without Landlock, the filter still applies.
    @Test(.enabled(if: hasFilters))
    func aLayerThatIsMissingIsLeftOut() throws {
        let found = try Self.probe("command", version: 0)
        #expect(found["layers"] == 5)
        #expect(found["read-other"] == 0)
        #expect(found["socket-internet"] == EPERM && found["spawn"] == EPERM)
    }

    // MARK: Tables

    /// Compares the numbers with the system's headers; calls that these lack are left out.
    @Test(arguments: [
        ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", true),
        ("/usr/include/asm-generic/unistd.h", false),
    ])
    func theNumbersOfSystemCallsAreRight(header: String, isX86: Bool) throws {
        guard let text = try? String(contentsOfFile: header, encoding: .utf8) else { return }
        var known: [String: UInt32] = [:]
        for match in text.matches(of: /(?m)^#define __NR(?:3264)?_(\w+)\s+(\d+)/) {
            if known[String(match.1)] == nil { known[String(match.1)] = UInt32(match.2) }
        }
        let newest = known.values.max() ?? 0
        var compared = 0
        for call in SystemCall.all {
            guard let number = isX86 ? call.x86 : call.arm else {
                #expect(isX86 || known[call.name] == nil, "\(call.name)")
                continue
            }
            guard number <= newest else { continue }
            #expect(known[call.name] == number, "\(call.name)")
            compared += 1
        }
        #expect(compared > 65)
    }

    @Test func eachVersionKnowsItsRights() {
        let counts = (0...7).map { FileRights.known(in: $0).rawValue.nonzeroBitCount }
        #expect(counts == [0, 13, 14, 15, 15, 16, 16, 16])
        #expect(FileRights.read.union(.device).ofAFile == [.readFile, .writeFile, .commandDevice])
    }

    /// No jump leads out of the program, and each of its ends is a return value.
    @Test func theFilterIsSound() throws {
        for sockets in [Sockets.none, .ofThisMachine] {
            let filter = SystemCallFilter(sockets: sockets, keepsRightsOfFiles: true)
            let code = try #require(filter).code
            for (place, step) in code.enumerated() where step.code & 7 == 5 {
                #expect(place + 1 + Int(max(step.jt, step.jf)) < code.count)
            }
            #expect(code.last?.code == 6 && code.count < 4096)
        }
    }

    // MARK: Paths

    @Test func foldersOfFontsAreFoundInSettings() {
        let text = """
            <?xml version="1.0"?><fontconfig>
            <!-- words --> <dir>/usr/share/fonts</dir>
            <dir prefix="xdg">fonts</dir><dir salt="x" prefix='relative'> ../more </dir>
            <cachedir>~/.cache/fonts</cachedir><dirt>/no</dirt><dir></dir>
            <dir>/cut
            """
        let found = FontFolders.named(in: Array(text.utf8))
        #expect(found.map(\.path) == ["/usr/share/fonts", "fonts", "../more", "~/.cache/fonts"])
        #expect(found.map(\.prefix) == ["", "xdg", "relative", ""])
    }

    @Test(arguments: [
        ("a", "."), ("a/b", "a"), ("/a", "/"), ("/a/b/", "/a"), ("/", "/"), ("a/", "."),
    ])
    func theFolderOfAPath(path: String, folder: String) {
        #expect(PathText.folder(of: path) == folder)
    }

    @Test func anOutputOpensItsFolderOnly() {
        var sandbox = CommandSandbox()
        sandbox.outputs = ["/usr/no-such-file.png", "/dev/null", "-"]
        let writable = sandbox.rules().filter { $0.rights.contains(.makeFile) }.map(\.path)
        #expect(Set(writable) == ["/usr", SystemFolders.temporary])
    }

    @Test func whatThereIsIsSaid() {
        let all = SandboxSupport(landlockVersion: 4, landlockProblem: nil, filterProblem: nil)
        #expect(all.description == "Landlock ABI 4, seccomp filters")
        let none = SandboxSupport(landlockVersion: 0, landlockProblem: "a", filterProblem: "b")
        #expect(
            none.description
                == "Landlock is not available (a), seccomp filters are not available (b)")
    }
}
