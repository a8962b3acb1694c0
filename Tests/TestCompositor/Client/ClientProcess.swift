import Foundation

/// A program that runs as a client of a test compositor, in a separate process and environment.
///
/// Data layout: its output goes to files in a separate folder, so it never blocks if nobody reads;
/// one thread waits for its end. The environment contains only the search paths: no desktop
/// session, no message bus and no personal folder of the user who runs the tests is reachable.
public final class ClientProcess: @unchecked Sendable {
    /// How a program ended.
    public enum Exit: Sendable, Hashable, CustomStringConvertible {
        case code(Int32)
        case signal(Int32)

        public var description: String {
            switch self {
            case .code(let code): "exit code \(code)"
            case .signal(let number): "signal \(number) (\(String(cString: strsignal(number))))"
            }
        }
    }

    /// The process's number.
    public let id: pid_t
    /// A folder for this process alone: its home, its data, its output.
    public let folder: String
    /// Its trace, if it was started with a trace option.
    public let trace: Trace?
    private let name: String
    private let condition = NSCondition()
    private var exit: Exit?

    /// Starts a program.
    ///
    /// - `environment` adds variables. The program's only arguments are `arguments` and, if
    ///   `traceOption` is given, that option with the path of a new trace file.
    public init(
        executable: String, arguments: [String] = [], on compositor: TestCompositor,
        environment: [String: String] = [:], traceOption: String? = nil
    ) throws {
        var template = Array("\(compositor.folder)/client-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CompositorError("\(compositor.folder): no folder for a client: \(errorText())")
        }
        let home = template.withUnsafeBufferPointer { buffer in
            String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        folder = home
        name = URL(filePath: executable).lastPathComponent
        var words = [executable] + arguments
        var follower: Trace?
        if let traceOption {
            words += [traceOption, home + "/trace.jsonl"]
            follower = Trace(path: home + "/trace.jsonl")
        }
        trace = follower
        var table = Self.surroundings(home: home)
        table.merge(compositor.environment) { $1 }
        table.merge(environment) { $1 }
        id = try Self.spawn(words, table.map { "\($0)=\($1)" }, home: home)
        follower?.follow(self)
        compositor.add(self)
        let waiter = Thread { [self] in waitForEnd() }
        waiter.name = "waits for \(name)"
        waiter.start()
    }

    /// The path of a program of the package, in the folder of the running tests.
    public static func built(_ name: String) throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = URL(filePath: tests).deletingLastPathComponent().appending(path: name).path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw CompositorError("\(path): this program is not built; run swift build first")
        }
        return path
    }

    // MARK: - Looking

    /// How it ended; nil while it runs.
    public var ended: Exit? { condition.withLock { exit } }

    /// Its output so far.
    public var standardOutput: String { Self.text(folder + "/output") }
    public var standardError: String { Self.text(folder + "/errors") }

    /// Its state as a sentence, for failures.
    public var summary: String {
        let state = ended.map { "has ended with \($0)" } ?? "is running"
        let tail = standardError.split(separator: "\n").suffix(12).joined(separator: "\n  ")
        return "\(name) \(state)" + (tail.isEmpty ? "" : " and wrote:\n  \(tail)")
    }

    // MARK: - Ending

    /// Waits until it ends without a signal.
    @discardableResult
    public func waitForExit(deadline: Double = defaultDeadline) throws -> Exit {
        let end = Date(timeIntervalSinceNow: deadline)
        condition.lock()
        while exit == nil, condition.wait(until: end) {}
        let result = exit
        condition.unlock()
        guard let result else {
            throw CompositorError("waited \(deadline) s in vain for the end of \(summary)")
        }
        return result
    }

    /// Sends a signal to it and its child processes, unless it has ended.
    public func send(signal: Int32) {
        condition.withLock {
            if exit == nil { kill(-id, signal) }
        }
    }

    /// Ends it: with a request first, and by killing it after `grace` seconds.
    ///
    /// Returns how it ended.
    @discardableResult
    public func end(grace: Double = 5) throws -> Exit {
        send(signal: SIGTERM)
        if let result = try? waitForExit(deadline: grace) { return result }
        send(signal: SIGKILL)
        return try waitForExit()
    }

    private func waitForEnd() {
        // Its number stays its own until it is removed from the list, and that is done under the
        // same lock as sending signals to it.
        var info = siginfo_t()
        while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        condition.withLock {
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7F
            exit = signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal)
            condition.broadcast()
        }
    }

    // MARK: - Starting

    private static func surroundings(home: String) -> [String: String] {
        let kept = [
            "PATH", "LD_LIBRARY_PATH", "XDG_DATA_DIRS", "XKB_CONFIG_ROOT", "FONTCONFIG_FILE",
        ]
        var table = ProcessInfo.processInfo.environment.filter { kept.contains($0.key) }
        table["HOME"] = home
        table["XDG_CONFIG_HOME"] = home + "/config"
        table["XDG_DATA_HOME"] = home + "/data"
        table["XDG_STATE_HOME"] = home + "/state"
        table["XDG_CACHE_HOME"] = home + "/cache"
        table["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(home)/no-bus"
        table["LANG"] = "C.UTF-8"
        table["TZ"] = "UTC"
        table["SWIFT_BACKTRACE"] = "interactive=no,color=no"
        return table
    }

    private static func spawn(
        _ words: [String], _ environment: [String], home: String
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, home + "/output", flags, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, home + "/errors", flags, 0o600)
        // The program starts with default signal handling, whatever the tests have set.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var all = sigset_t()
        sigfillset(&all)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
                | Int16(POSIX_SPAWN_SETPGROUP))
        // A separate process group, so that ending it ends its child processes as well.
        posix_spawnattr_setpgroup(&attributes, 0)
        let argumentList = words.map { strdup($0) } + [nil]
        let environmentList = environment.map { strdup($0) } + [nil]
        defer { for text in argumentList + environmentList { free(text) } }
        var id: pid_t = 0
        let result = posix_spawn(
            &id, words[0], &actions, &attributes, argumentList, environmentList)
        guard result == 0 else {
            throw CompositorError(
                "\(words[0]): the program cannot be started: \(String(cString: strerror(result)))")
        }
        return id
    }

    private static func text(_ path: String) -> String {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
