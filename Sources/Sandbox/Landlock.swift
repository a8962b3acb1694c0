// Landlock: a list of the file operations that the process may still do.
//
// Rights are granted to a file, or to a folder with everything below it. They belong to the file
// itself and not to its name, so links and relative paths work as before. An operation without its
// right fails with EACCES. Looking up names, and files that were opened before, are not affected.
// Each version of the interface adds rights. A right that the running kernel does not support is
// left out, and its operations stay allowed.
//
// Source: landlock(7), and the kernel's Documentation/userspace-api/landlock.rst.

import CLinux
import Glibc

/// Operations on a file, or on everything below a folder.
struct FileRights: OptionSet, Hashable, Sendable {
    let rawValue: UInt64

    static let execute = FileRights(rawValue: 1 << 0)
    static let writeFile = FileRights(rawValue: 1 << 1)
    static let readFile = FileRights(rawValue: 1 << 2)
    static let readFolder = FileRights(rawValue: 1 << 3)
    static let removeFolder = FileRights(rawValue: 1 << 4)
    static let removeFile = FileRights(rawValue: 1 << 5)
    static let makeDevice = FileRights(rawValue: 1 << 6)
    static let makeFolder = FileRights(rawValue: 1 << 7)
    static let makeFile = FileRights(rawValue: 1 << 8)
    static let makeSocket = FileRights(rawValue: 1 << 9)
    static let makePipe = FileRights(rawValue: 1 << 10)
    static let makeBlockDevice = FileRights(rawValue: 1 << 11)
    static let makeLink = FileRights(rawValue: 1 << 12)
    /// Moves between folders; from version 2 on.
    static let moveFile = FileRights(rawValue: 1 << 13)
    /// From version 3 on.
    static let truncate = FileRights(rawValue: 1 << 14)
    /// Commands to devices; from version 5 on.
    static let commandDevice = FileRights(rawValue: 1 << 15)

    /// Reading files and listing folders.
    static let read: FileRights = [.readFile, .readFolder]
    /// Writing a file, new or not, and replacing another one with it.
    static let write: FileRights = [.writeFile, .truncate, .makeFile, .removeFile]
    /// Using a device.
    static let device: FileRights = [.readFile, .writeFile, .commandDevice]

    /// The rights that a version of the interface supports.
    static func known(in version: Int) -> FileRights {
        let count =
            switch version {
            case ...0: 0
            case 1: 13
            case 2: 14
            case 3, 4: 15
            default: 16
            }
        return FileRights(rawValue: (1 << UInt64(count)) - 1)
    }

    /// The rights that can be granted to a file that is not a folder.
    var ofAFile: FileRights {
        intersection([.execute, .writeFile, .readFile, .truncate, .commandDevice])
    }
}

/// A set of Landlock rules under construction.
struct LandlockRuleset: ~Copyable {
    private let descriptor: Int32
    private let handled: FileRights

    /// Rules that allow nothing yet; nil if the kernel has no Landlock.
    ///
    /// - Parameter version: The highest version of the interface to use.
    init?(version: Int) {
        let handled = FileRights.known(in: version)
        guard !handled.isEmpty else { return nil }
        // From version 4 on: no TCP port can be bound or connected to. From 6 on: no abstract
        // socket outside the sandbox can be connected to, and no process outside can be sent a
        // signal.
        var rules = landlock_rules(
            files: handled.rawValue, network: version >= 4 ? 0b11 : 0,
            scopes: version >= 6 ? 0b11 : 0)
        let size = version >= 6 ? 24 : version >= 4 ? 16 : 8
        let descriptor = landlock_create(&rules, size)
        guard descriptor >= 0 else { return nil }
        // The kernel closes it when another program is started.
        self.handled = handled
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Grants rights to the file at a path, or to a folder and everything below it.
    ///
    /// Links are followed. A path that does not exist needs no rule. A file that Landlock does not
    /// cover (a pipe without a name) can have none.
    ///
    /// - Parameter isHeld: Whether the file stays open for the life of the process. A rule applies
    ///   to a file as the kernel has it in memory, and some file systems drop it from there when it
    ///   is not in use.
    borrowing func allow(_ rights: FileRights, at path: String, isHeld: Bool) {
        let place = open(path, OPEN_AS_PLACE | O_CLOEXEC)
        guard place >= 0 else { return }
        defer { if !isHeld { close(place) } }
        var status = stat()
        guard fstat(place, &status) == 0 else { return }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        let granted = (isFolder ? rights : rights.ofAFile).intersection(handled)
        if !granted.isEmpty { _ = landlock_allow(descriptor, granted.rawValue, place) }
    }

    /// Applies the rules to the calling thread and the threads that it starts later.
    ///
    /// The process must have given up new privileges before.
    consuming func restrict() -> Bool { landlock_restrict(descriptor) == 0 }
}
