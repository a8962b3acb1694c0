import CLinux
import Glibc

/// The layers of a sandbox that a process is under.
package struct SandboxLayers: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Programs that it starts gain no rights.
    package static let noNewPrivileges = SandboxLayers(rawValue: 1)
    /// Files that were not allowed are closed to it.
    package static let files = SandboxLayers(rawValue: 2)
    /// System calls are filtered.
    package static let systemCalls = SandboxLayers(rawValue: 4)
}

/// The sandbox of a window.
///
/// The window can make only local sockets (for the compositor and the session bus), and starts no
/// programs. Files are not restricted: the person opens them anywhere, by the dialog, by dropping
/// them and by typing.
package enum WindowSandbox {
    /// Puts all threads of the process under it, for good.
    ///
    /// A layer that the kernel lacks is left out. Costs 0.2 ms.
    @discardableResult
    package static func enter() -> SandboxLayers {
        guard forbid_new_privileges() == 0 else { return [] }
        let filter = SystemCallFilter(sockets: .ofThisMachine, keepsRightsOfFiles: false)
        return filter?.install() == true ? [.noNewPrivileges, .systemCalls] : .noNewPrivileges
    }
}

/// The sandbox of a command: only what it was given can be read and written, no socket is made, and no
/// program started.
package struct CommandSandbox: Hashable, Sendable {
    /// Files, folders and pipes that are read; they need not exist.
    package var reads: [String] = []
    /// Files that are written; `-` is none.
    ///
    /// Each also makes the rest of its folder writable, because the new file is written next to the
    /// one that it replaces.
    package var outputs: [String] = []
    /// Folders in which files are read and written, such as the library's.
    package var workFolders: [String] = []
    /// Whether a picture is drawn, which takes fonts and a driver.
    package var draws = false

    /// A command that reads only what belongs to the system.
    package init() {}

    /// Puts the process under it, for good.
    ///
    /// Call it while there is one thread: rules for files apply to the calling thread and to those
    /// that it starts later. A layer that the kernel lacks is left out. Costs half a millisecond,
    /// one more for a picture, and more for a folder that is read, which is searched for links.
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

    /// One thing that is allowed.
    struct Rule: Hashable {
        var path: String
        var rights: FileRights
        /// Whether a person has named it, so that it may be on any file system.
        var isNamed = false
    }

    /// How many of the places that a person has named are held open, at most.
    private static let mostHeld = 64

    /// All that is allowed.
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
        // Files without a name, for data that must be read at any position and is too large for
        // memory.
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

    /// The files outside a folder that links in it lead to; they are read with the folder.
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
        // What is redirected there is not a file in it.
        guard !["/dev", "/dev/fd", "/proc/self/fd"].contains(folder) else { return rules }
        // The folder itself is opened, so that its new name reaches the disk too.
        let rights: FileRights = [.write, .readFolder, .makeFolder]
        let nearest = PathText.nearest(to: folder)
        rules.append(Rule(path: nearest, rights: rights, isNamed: true))
        return rules
    }
}
