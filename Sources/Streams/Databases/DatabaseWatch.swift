// Prevents a foreign database from running anything.
//
// Method: four layers, each of which alone stops most attacks. Switches of the connection turn off
// triggers, views, unsafe functions, extensions, and changes of the schema. Limits bound the size
// of one value or one definition. SQLite calls a handler after a number of instructions of its
// virtual machine; it ends the statement when the reading is cancelled, or when the limit of
// instructions, pages or memory is reached. The authorizer (`DatabaseAuthority`) denies every
// statement except reads of named tables. Limits: SQLite is not interrupted inside one instruction,
// but that is at most one row, whose length is bounded. Rejected: the process-wide limit of
// SQLite's heap, which would affect the user's own library as well.

import CSQLite
import Platform
import Synchronization

/// Enforces the limits on one connection to a foreign database.
///
/// Keep it as long as the connection is open.
package final class DatabaseWatch: Sendable {
    /// Why a statement was ended.
    package enum End: Hashable, Sendable {
        /// The reading was cancelled.
        case cancelled
        /// It took more work than is justified for a file of its size.
        case tooMuchWork
        /// It took more memory than any real file needs.
        case tooMuchMemory
    }

    private struct State {
        var end: End?
        var instructions = 0
        var mostInstructions: Int
        /// The number of instructions between two checks.
        var step = 1
        /// When the statement has to be at its end, in seconds of the monotonic clock.
        var endTime = Double.infinity
        /// The address of the connection.
        var connection: UInt = 0

        /// The number of pages that the connection has visited, in its cache or not.
        var pages: Int {
            guard let connection = OpaquePointer(bitPattern: connection) else { return 0 }
            var sum = 0
            for kind in [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS] {
                var count: Int32 = 0
                var highest: Int32 = 0
                sqlite3_db_status(connection, Int32(kind), &count, &highest, 0)
                sum += Int(count)
            }
            return sum
        }
    }

    /// The limits that apply.
    package let limits: DatabaseLimits
    private let cancellation: Cancellation
    private let memoryBefore: Int
    private let state: Mutex<State>

    /// - Parameter cancellation: ends every statement.
    package init(_ limits: DatabaseLimits, cancellation: Cancellation = Cancellation()) {
        self.limits = limits
        self.cancellation = cancellation
        memoryBefore = Int(sqlite3_memory_used())
        state = Mutex(State(mostInstructions: limits.schemaInstructions))
    }

    /// Why statements were ended; nil while none was.
    package var end: End? { state.withLock(\.end) }

    /// The number of instructions of SQLite's virtual machine that ran, to within the last few.
    package var instructions: Int { state.withLock(\.instructions) }

    /// Guards a connection; call it before the first statement.
    ///
    /// Triggers, views, unsafe functions and extensions are off, the limits apply, and statements
    /// end with `SQLITE_INTERRUPT` once `end` is not nil. The authorizer is not changed.
    ///
    /// - Parameters:
    ///   - connection: nil is ignored.
    ///   - place: the name in error messages.
    /// - Throws: that SQLite lacks one of the switches.
    package func guardConnection(
        _ connection: OpaquePointer?, place: String = ""
    ) throws(StreamError) {
        guard let connection else { return }
        let switches = [
            (SQLITE_DBCONFIG_DEFENSIVE, Int32(1)), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
            (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
            (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
            (SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0), (SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0),
        ]
        for (which, value) in switches {
            guard oresen_sqlite_switch(connection, Int32(which), value) == SQLITE_OK else {
                throw DatabaseProblem.missing(place)
            }
        }
        let bounds = [
            (SQLITE_LIMIT_LENGTH, limits.length), (SQLITE_LIMIT_SQL_LENGTH, limits.statementLength),
            (SQLITE_LIMIT_COLUMN, limits.columns),
            (SQLITE_LIMIT_EXPR_DEPTH, limits.expressionDepth),
            (SQLITE_LIMIT_COMPOUND_SELECT, 10), (SQLITE_LIMIT_VDBE_OP, 25_000),
            (SQLITE_LIMIT_FUNCTION_ARG, 8), (SQLITE_LIMIT_ATTACHED, 0),
            (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50), (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
            (SQLITE_LIMIT_WORKER_THREADS, 0),
        ]
        for (which, value) in bounds {
            sqlite3_limit(connection, which, Int32(clamping: value))
        }
        // While the schema is read, a single instruction may read a whole definition.
        watch(connection, every: 10)
        // Sorting stays in memory, which is bounded, and does not fill the disk.
        guard
            sqlite3_exec(connection, "PRAGMA temp_store = MEMORY", nil, nil, nil) == SQLITE_OK
                || end != nil
        else { throw DatabaseProblem.missing(place) }
    }

    /// Marks the end of the definitions: from now on rows are read.
    ///
    /// - Parameter connection: the guarded one; nil is ignored.
    package func beginRows(_ connection: OpaquePointer?) {
        guard let connection else { return }
        state.withLock { state in
            state.mostInstructions = limits.instructions
            state.instructions = 0
        }
        watch(connection, every: 500)
    }

    /// Marks the beginning of a statement for which the limits apply on their own.
    package func beginStatement() {
        let seconds = limits.seconds
        state.withLock { state in
            state.mostInstructions = limits.instructions
            state.instructions = 0
            state.endTime = seconds.isFinite ? SystemClock().now + seconds : .infinity
        }
    }

    private func watch(_ connection: OpaquePointer, every step: Int) {
        let address = UInt(bitPattern: connection)
        state.withLock { state in
            state.step = step
            state.connection = address
        }
        sqlite3_progress_handler(
            connection, Int32(step),
            { context in
                guard let context else { return 1 }
                let watch = Unmanaged<DatabaseWatch>.fromOpaque(context).takeUnretainedValue()
                return watch.goesOn() ? 0 : 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Whether the statement may continue; SQLite calls it after every `step` instructions.
    private func goesOn() -> Bool {
        let isCancelled = cancellation.isCancelled
        let memory = Int(sqlite3_memory_used()) - memoryBefore
        return state.withLock { state in
            state.instructions += state.step
            guard state.end == nil else { return false }
            if isCancelled {
                state.end = .cancelled
            } else if memory > limits.memory {
                state.end = .tooMuchMemory
            } else if state.instructions > state.mostInstructions || state.pages > limits.pages
                || state.endTime < .infinity && SystemClock().now > state.endTime
            {
                state.end = .tooMuchWork
            }
            return state.end == nil
        }
    }

    /// Whether more of the file may be read after this number of bytes.
    func allowsReading(behind bytes: Int) -> Bool {
        let isCancelled = cancellation.isCancelled
        return state.withLock { state in
            if state.end == nil {
                if isCancelled { state.end = .cancelled }
                if bytes > limits.bytes { state.end = .tooMuchWork }
            }
            return state.end == nil
        }
    }

    /// Ends all statements: there were more rows than the file can hold.
    func stopForWork() { state.withLock { $0.end = $0.end ?? .tooMuchWork } }
}
