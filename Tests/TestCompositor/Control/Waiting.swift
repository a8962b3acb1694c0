import Foundation

/// The default time limit of a wait, in seconds: much longer than any operation, as it only matters
/// when something is broken.
public let defaultDeadline = 20.0

extension TestCompositor {
    /// Waits until `probe` returns a value.
    ///
    /// It is called again after every turn of the compositor's loop.
    func wait<Value: Sendable>(
        _ what: @autoclosure () -> String, deadline: Double,
        _ probe: @escaping @Sendable (Core) throws -> Value?
    ) throws -> Value {
        let end = Date(timeIntervalSinceNow: deadline)
        while true {
            let count = thread.turnCount
            if let value = try thread.perform(probe) { return value }
            if Date() >= end {
                throw CompositorError("waited \(deadline) s in vain for \(what())")
            }
            if hasClientTurn {
                giveClientTurn()
            } else {
                // The probe itself made one turn; only the one after it brings changes.
                thread.waitForTurn(since: count + 1, until: end)
            }
        }
    }

    /// Lets a client on the main actor work for a moment.
    ///
    /// The main actor is used rather than the main thread: under a test runner it runs on other
    /// threads.
    private func giveClientTurn() {
        MainActor.assumeIsolated { clientTurn?() }
    }

    /// Waits until a condition of the test holds, giving the client turns in between.
    ///
    /// For a client in this process, and for files that another process writes.
    public func wait(
        until isSo: () throws -> Bool, _ what: @autoclosure () -> String,
        deadline: Double = defaultDeadline
    ) throws {
        let end = Date(timeIntervalSinceNow: deadline)
        while try !isSo() {
            if Date() >= end {
                throw CompositorError("waited \(deadline) s in vain for \(what())")
            }
            if hasClientTurn {
                giveClientTurn()
            } else {
                usleep(2000)
            }
        }
    }

    // MARK: - Windows

    /// All displayed toplevel windows, oldest first.
    public var windows: [TestWindow] {
        get throws {
            try thread.perform { core in core.mappedToplevels }.map {
                TestWindow(compositor: self, key: $0)
            }
        }
    }

    /// Waits until a displayed window fulfils the condition.
    public func waitForWindow(
        _ what: String = "a window to be shown", deadline: Double = defaultDeadline,
        where isRight: @escaping @Sendable (WindowState) -> Bool = { _ in true }
    ) throws -> TestWindow {
        let key = try waitExplained(what, deadline: deadline) { core -> Int? in
            core.mappedToplevels.first { isRight(core.state(of: $0)) }
        }
        return TestWindow(compositor: self, key: key)
    }

    /// Waits for a toplevel that has made its first commit, displayed or not.
    public func waitForUnmappedWindow(deadline: Double = defaultDeadline) throws -> TestWindow {
        let key = try waitExplained("a window's first commit", deadline: deadline) { core -> Int? in
            core.toplevels.first { core.state(of: $0).commits > 0 }
        }
        return TestWindow(compositor: self, key: key)
    }

    /// The number of clients' surfaces of every kind, displayed or not.
    public var surfaceCount: Int {
        get throws { try thread.perform { $0.surfaces.count } }
    }

    /// A failed wait for a window reports the existing windows, and the first broken rule.
    private func waitExplained<Value: Sendable>(
        _ what: String, deadline: Double, _ probe: @escaping @Sendable (Core) throws -> Value?
    ) throws -> Value {
        do {
            return try wait(what, deadline: deadline, probe)
        } catch let failure as CompositorError {
            let (there, broken) = try thread.perform { core in
                (core.toplevels.map { core.state(of: $0) }, core.log.violations)
            }
            let list = there.map { state in
                "'\(state.title)' (\(state.commits) commits, \(state.frames) frames, "
                    + "\(state.unacknowledged.count) configures not acknowledged)"
            }
            var text = failure.description + "; windows: "
            text += list.isEmpty ? "none" : list.joined(separator: ", ")
            if let first = broken.first { text += "; a rule was broken: \(first)" }
            throw CompositorError(text)
        }
    }
}

extension Core {
    /// The keys of all toplevels, oldest first.
    var toplevels: [Int] {
        surfaces.values.filter {
            if case .toplevel = $0.role { return true }
            return false
        }.map(\.key).sorted()
    }

    var mappedToplevels: [Int] { toplevels.filter { surfaces[$0]?.isMapped == true } }
}
