import Glibc
import Synchronization

/// Standard output: all of the program's results are written through it.
///
/// The first error is recorded, nothing is written after it, and `finish` throws it. So a truncated
/// result never counts as a success.
public enum StandardOutput {
    private static let firstFailure = Mutex<FileError?>(nil)

    /// The error so far, including a closed pipe.
    public static var failure: FileError? { firstFailure.withLock { $0 } }

    /// Writes text for people; false if nothing more can be written.
    @discardableResult
    public static func write(_ text: TerminalText) -> Bool { write(data: Array(text.text.utf8)) }

    /// Writes text whose values are already safe, such as a table or JSON.
    ///
    /// Remaining control characters, except newlines and tabs, are replaced by their number.
    @discardableResult
    public static func write(text bytes: [UInt8]) -> Bool {
        write(data: ControlCharacters.visible(bytes))
    }

    /// Writes bytes that are not text, such as a picture.
    @discardableResult
    public static func write(data bytes: [UInt8]) -> Bool {
        guard failure == nil else { return false }
        let code = Descriptor.write(bytes, to: STDOUT_FILENO)
        guard code != 0 else { return true }
        firstFailure.withLock { $0 = FileError(place: "standard output", code: code) }
        return false
    }

    /// Ends standard output; throws its error, unless the reader closed the pipe.
    public static func finish() throws(FileError) {
        // Network file systems report a full disk when a file is closed. The number stays in use,
        // so that no other file gets it.
        let second = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        if second >= 0 {
            let code = Descriptor.close(second)
            firstFailure.withLock {
                if $0 == nil, code != 0 { $0 = FileError(place: "standard output", code: code) }
            }
        }
        if let failure, !failure.isClosedPipe { throw failure }
    }
}

/// Standard error: all of the program's error messages are written through it.
public enum StandardError {
    /// Whether it is a terminal.
    public static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes one sentence on its own line: `oresen: FILE: problem; remedy`.
    public static func report(_ sentence: String) { write("oresen: \(sentence)\n") }

    /// Writes text; a failure is ignored, since there is nowhere left to report it.
    public static func write(_ text: TerminalText) {
        _ = Descriptor.write(Array(text.text.utf8), to: STDERR_FILENO)
    }

    /// Replaces the line at the cursor, on a terminal.
    ///
    /// The only place where the program controls a terminal.
    public static func replaceLine(_ line: TerminalText) {
        _ = Descriptor.write(Array("\r\(line.text)\u{1b}[K".utf8), to: STDERR_FILENO)
    }
}

/// The three descriptors that every program inherits.
public enum StandardStreams {
    /// Makes sure that the numbers 0, 1 and 2 are in use: otherwise a file that the program opens
    /// could get one of them, and be written to as if it were standard output.
    ///
    /// A missing stream can be neither read nor written; an attempt gives an error. Call it before
    /// anything is opened.
    public static func prepare() {
        for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(number, F_GETFD) < 0 {
            _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
