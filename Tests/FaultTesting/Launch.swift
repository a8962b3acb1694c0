import Foundation
import Glibc

/// How a program ended, and its output.
public struct Outcome: Sendable {
    public enum Exit: Sendable, Hashable, CustomStringConvertible {
        case code(Int32)
        case signal(Int32)
        /// It was ended because it took too long.
        case hung

        public var description: String {
            switch self {
            case .code(let code): "exit code \(code)"
            case .signal(let number): "signal \(number)"
            case .hung: "no end within \(Int(Launch.longest)) s"
            }
        }
    }

    public let exit: Exit
    public let output: String
    public let errors: String

    public var isGood: Bool { exit == .code(0) }
}

/// A program that was started, and the files that it writes its output to.
public final class Launch {
    /// After this many seconds a program counts as hung.
    static let longest = 60.0

    private let id: pid_t
    private let ending: Int32
    private let folder: String

    /// Starts a program.
    ///
    /// - Parameter folder: a new one, for its output; it is removed when the program has ended.
    /// - Parameter environment: variables in addition to those of this process.
    public init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:],
        output folder: String
    ) throws {
        self.folder = folder
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // The program holds one end of a pipe, which the kernel closes when the program ends.
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw TortureError("no pipe can be made") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        ending = ends[0]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, folder + "/output", flags, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, folder + "/errors", flags, 0o600)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 199)
        var table = ProcessInfo.processInfo.environment
        table["LC_ALL"] = "C.UTF-8"
        table["TZ"] = "UTC"
        table["SWIFT_BACKTRACE"] = "enable=no"
        table.merge(environment) { $1 }
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        let settings = table.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var id: pid_t = 0
        let result = posix_spawn(&id, program, &actions, nil, words, settings)
        close(ends[1])
        guard result == 0 else {
            close(ends[0])
            throw TortureError("\(program): \(String(cString: strerror(result)))")
        }
        self.id = id
    }

    /// Waits for its end.
    public func wait() -> Outcome {
        var wanted = pollfd(fd: ending, events: Int16(POLLIN), revents: 0)
        var answer = poll(&wanted, 1, Int32(Self.longest * 1000))
        while answer < 0, errno == EINTR { answer = poll(&wanted, 1, Int32(Self.longest * 1000)) }
        if answer == 0 { kill(id, SIGKILL) }
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        close(ending)
        let signal = status & 0x7F
        let exit: Outcome.Exit =
            answer == 0 ? .hung : signal == 0 ? .code(status >> 8 & 0xFF) : .signal(signal)
        func text(_ name: String) -> String {
            String(
                decoding: FileManager.default.contents(atPath: folder + name) ?? Data(),
                as: UTF8.self)
        }
        let outcome = Outcome(exit: exit, output: text("/output"), errors: text("/errors"))
        try? FileManager.default.removeItem(atPath: folder)
        return outcome
    }
}

/// Why the tests cannot run.
public struct TortureError: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

/// The random numbers of a run: the same for the same seed.
public struct Dice: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    /// Whether an event of this chance occurs.
    public mutating func says(_ chance: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < chance
    }

    /// A random one of several.
    public mutating func one<Element>(of all: [Element]) -> Element {
        all[Int.random(in: 0..<all.count, using: &self)]
    }
}
