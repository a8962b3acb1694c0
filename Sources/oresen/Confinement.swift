import Glibc
import HealthData
import Platform
import Sandbox
import Streams

// What each command allows itself before it reads what others have written. A command that reads opens no socket,
// starts no program, and can open only those of the person's files that it was given. This is the one place that says
// which. `enter` comes after the arguments are parsed and before the first byte of a file is read, while there is one
// thread.

extension CommandSandbox {
    /// Puts the program into the sandbox of a command.
    ///
    /// - Parameters:
    ///   - files: What is read.
    ///   - outputs: What is written; nil where the option was not given.
    ///   - backup: A database that is written, and read during that.
    ///   - frames: A folder of pictures that is written, and made where it is missing.
    ///   - library: The directory of the library that is used.
    ///   - otherLibrary: The directory of another one, which is made.
    ///   - makesLibrary: Whether the library is made where it is missing.
    ///   - draws: Whether a picture is drawn.
    static func enter(
        reading files: [String] = [], writing outputs: [String?] = [], backup: String? = nil,
        frames: String? = nil, library: String? = nil, otherLibrary: String? = nil,
        makesLibrary: Bool = false, draws: Bool = false
    ) {
        // Inside the sandbox it cannot be seen whether a process still has such a file open.
        TemporaryFile.sweepLeftovers()
        var sandbox = CommandSandbox()
        sandbox.reads = files
        sandbox.outputs = outputs.compactMap(\.self)
        sandbox.draws = draws
        if let backup { sandbox.workFolders.append(folder(of: backup)) }
        if let frames { sandbox.workFolders.append(nearestFolder(to: frames)) }
        if let library {
            if makesLibrary { makeFolders(library) }
            sandbox.workFolders += workFolders(of: library)
        }
        if let otherLibrary {
            makeFolders(otherLibrary)
            sandbox.workFolders.append(otherLibrary)
        }
        MemoryGauge.prepare()
        sandbox.enter()
    }

    /// The folders that a library is in.
    ///
    /// A reader writes there too: an index in a shared file says which pages of a log are in use. A
    /// database that is a link leads to another folder, in which its log is.
    private static func workFolders(of library: String) -> [String] {
        guard let resolved = realpath(Library.path(in: library), nil) else { return [library] }
        defer { free(resolved) }
        return [library, folder(of: String(cString: resolved))]
    }

    /// Makes a library's folder, so that the sandbox can allow this folder alone.
    ///
    /// Opening the library reports what went wrong where the folder cannot be made.
    private static func makeFolders(_ path: String) {
        var upTo = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            upTo += "/" + part
            mkdir(upTo, 0o700)
        }
    }
}
