import Glibc
import HealthData
import Maps
import Platform
import Sandbox
import Streams
import Viewer

// The permissions that each command keeps before it reads foreign data. A command that reads opens
// no socket, starts no program, and can open only those of the user's files that it was given. This
// is the only place that defines them. `enter` is called after the arguments are parsed and before
// the first byte of a file is read, while there is one thread.

extension CommandSandbox {
    /// Puts the program into the sandbox of a command.
    ///
    /// - Parameters:
    ///   - files: The files to read.
    ///   - outputs: The files to write; nil if the option was not given.
    ///   - backup: A database to write, which is also read meanwhile.
    ///   - frames: A folder of pictures to write, made if it is missing.
    ///   - library: The directory of the library in use.
    ///   - otherLibrary: The directory of another one to make.
    ///   - makesLibrary: Whether the library is made if it is missing.
    ///   - draws: Whether a picture is drawn.
    static func enter(
        reading files: [String] = [], writing outputs: [String?] = [], backup: String? = nil,
        frames: String? = nil, library: String? = nil, otherLibrary: String? = nil,
        makesLibrary: Bool = false, draws: Bool = false
    ) {
        // Inside the sandbox it is unknown whether a process still has such a file open.
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
        let pictures = files.filter(isPicture)
        sandbox.reads += pictures.flatMap(PictureMap.sideFiles)
        // The tiles of pictures are kept for the next time.
        if draws, !pictures.isEmpty, let folder = MapFiles.folderOfTiles {
            makeFolders(folder)
            sandbox.workFolders.append(folder)
        }
        MemoryGauge.prepare()
        sandbox.enter()
    }

    /// Whether a file may be a picture of a map, by its name: it is not read yet.
    private static func isPicture(_ path: String) -> Bool {
        ["png", "jpg", "jpeg"].contains(path.split(separator: ".").last?.lowercased() ?? "")
    }

    /// The folders of a library.
    ///
    /// A reader writes there too: an index in a shared file records which pages of a log are in
    /// use. A database that is a link leads to another folder, which contains its log.
    private static func workFolders(of library: String) -> [String] {
        guard let resolved = realpath(Library.path(in: library), nil) else { return [library] }
        defer { free(resolved) }
        return [library, folder(of: String(cString: resolved))]
    }

    /// Makes a library's folder, so that the sandbox can allow this folder alone.
    ///
    /// If the folder cannot be made, opening the library reports the error.
    private static func makeFolders(_ path: String) {
        var upTo = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            upTo += "/" + part
            mkdir(upTo, 0o700)
        }
    }
}
