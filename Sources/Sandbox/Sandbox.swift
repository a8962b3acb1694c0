import CLinux
import Glibc

/// The active layers of a process's sandbox.
package struct SandboxLayers: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Programs that it starts gain no rights.
    package static let noNewPrivileges = SandboxLayers(rawValue: 1)
    /// Files that were not allowed cannot be opened.
    package static let files = SandboxLayers(rawValue: 2)
    /// System calls are filtered.
    package static let systemCalls = SandboxLayers(rawValue: 4)
}

/// The sandbox of a window.
///
/// The program can make only local sockets (for the compositor and the session bus), and cannot
/// start programs. Files are not restricted, because the user opens them anywhere: in the dialog,
/// by dropping and by typing a path.
package enum WindowSandbox {
    /// Applies the sandbox to all threads of the process, permanently.
    ///
    /// A layer that the kernel lacks is left out. Costs 0.2 ms.
    @discardableResult
    package static func enter() -> SandboxLayers {
        guard forbid_new_privileges() == 0 else { return [] }
        let filter = SystemCallFilter(sockets: .ofThisMachine, keepsRightsOfFiles: false)
        return filter?.install() == true ? [.noNewPrivileges, .systemCalls] : .noNewPrivileges
    }
}

/// The sandbox of a command: only the given files can be read and written, and neither sockets nor
/// programs can be started.
package struct CommandSandbox: Hashable, Sendable {
    /// Files, folders and pipes to read; they need not exist.
    package var reads: [String] = []
    /// Files to write; `-` is ignored.
    ///
    /// Each also makes the rest of its folder writable, because the new file is written next to the
    /// one that it replaces.
    package var outputs: [String] = []
    /// Folders in which files are read and written, such as the library's.
    package var workFolders: [String] = []
    /// Whether a picture is drawn, which requires fonts and a driver.
    package var draws = false

    /// A command that reads only system files.
    package init() {}

    /// Applies the sandbox to the process, permanently.
    ///
    /// Call it while there is only one thread: rules for files apply to the calling thread and to
    /// those that it starts later. A layer that the kernel lacks is left out. Costs half a
    /// millisecond, one more for a picture, and more for a folder to read, which is searched for
    /// links.
    ///
    /// - Parameter newest: The latest version of Landlock's interface to use, for tests.
    @discardableResult
    package func enter(newest: Int = 7) -> SandboxLayers {
        guard forbid_new_privileges() == 0 else { return [] }
        var layers = SandboxLayers.noNewPrivileges
        if restrictFiles(newest: newest) { layers.insert(.files) }
        let filter = SystemCallFilter(sockets: .none, keepsRightsOfFiles: true)
        if filter?.install() == true { layers.insert(.systemCalls) }
        return layers
    }

    private func restrictFiles(newest: Int) -> Bool {
        let version = min(newest, SandboxSupport.detected().landlockVersion)
        guard let rules = LandlockRuleset(version: version) else { return false }
        var held = 0
        for rule in self.rules() {
            let isHeld = rule.isNamed && held < CommandSandbox.mostHeld
            if isHeld { held += 1 }
            rules.allow(rule.rights, at: rule.path, isHeld: isHeld)
        }
        return rules.restrict()
    }

    /// The folder that the file at a path is in, or will be.
    package static func folder(of path: String) -> String { PathText.folder(of: path) }

    /// The folder at a path, or the nearest existing one above it, in which it can be made.
    package static func nearestFolder(to path: String) -> String { PathText.nearest(to: path) }

    /// One permission.
    struct Rule: Hashable {
        var path: String
        var rights: FileRights
        /// Whether the user has named the path, so that it may be on any file system.
        var isNamed = false
    }

    /// The largest number of user-named paths that are held open.
    private static let mostHeld = 64

    /// All permissions.
    func rules() -> [Rule] {
        var rules: [Rule] = []
        for path in SystemFolders.read { rules.append(Rule(path: path, rights: .read)) }
        for path in SystemFolders.readUnlisted {
            rules.append(Rule(path: path, rights: .readFile))
        }
        for path in SystemFolders.devices { rules.append(Rule(path: path, rights: .device)) }
        if draws {
            for path in FontFolders().paths {
                rules.append(Rule(path: path, rights: .read))
                rules += links(below: path)
            }
            for path in SystemFolders.graphicsDevices() {
                rules.append(Rule(path: path, rights: [.device, .readFolder]))
            }
            for path in SystemFolders.shaderCaches {
                rules.append(Rule(path: path, rights: .read))
                rules.append(
                    Rule(path: path + "/index", rights: [.readFile, .writeFile, .truncate]))
            }
        }
        // Files without a name, for data that need random access and are too large for memory.
        rules.append(
            Rule(path: SystemFolders.temporary, rights: [.readFile, .write]))
        for path in reads where path != "-" {
            rules.append(Rule(path: path, rights: .read, isNamed: true))
            rules += links(below: path)
        }
        for path in workFolders {
            let rights: FileRights = [.read, .write, .makeFolder]
            rules.append(Rule(path: path, rights: rights, isNamed: true))
            rules += links(below: path, rights: [.read, .write])
        }
        for path in outputs where path != "-" { rules += output(path) }
        return rules
    }

    /// The targets of a folder's links to files outside it; they are read with the folder.
    private func links(below path: String, rights: FileRights = .read) -> [Rule] {
        LinkedFiles(in: path).paths.map { Rule(path: $0, rights: rights) }
    }

    /// An existing file or pipe is written itself; a file may also be replaced, or new.
    private func output(_ path: String) -> [Rule] {
        var rules = [Rule(path: path, rights: [.writeFile, .truncate])]
        var status = stat()
        let isThere = stat(path, &status) == 0
        let kind = status.st_mode & S_IFMT
        guard !isThere || kind == S_IFREG || kind == S_IFDIR else { return rules }
        let folder = isThere && kind == S_IFDIR ? path : PathText.folder(of: path)
        // A redirected stream there is not a file in that folder.
        guard !["/dev", "/dev/fd", "/proc/self/fd"].contains(folder) else { return rules }
        // The folder itself is opened too, to sync the new name to the disk.
        let rights: FileRights = [.write, .readFolder, .makeFolder]
        let nearest = PathText.nearest(to: folder)
        rules.append(Rule(path: nearest, rights: rights, isNamed: true))
        return rules
    }
}
