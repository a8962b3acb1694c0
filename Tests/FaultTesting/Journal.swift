// The changes of a disk, and their state after a power cut.
//
// The injector writes a record of each call that changed something, in order. A disk that loses
// power keeps what was synced: the bytes of a file (fsync, fdatasync), the names in a folder (fsync
// of the folder). Unsynced changes may be there or not. This holds separately for each part of 512
// bytes of a write, and for each change of a length. Changes of names are kept up to some point,
// since file systems keep these in order. Mapped memory (SQLite's -shm) is not in the journal; it
// is not needed after a restart. A new folder counts as kept at once, because file systems keep it
// when a file in it is synced.

import Foundation

/// A change of the disk.
struct DiskChange {
    enum What: UInt8 {
        case write = 0x77
        case truncate = 0x74
        case sync = 0x73
        case syncFolder = 0x64
        case rename = 0x72
        case link = 0x6C
        case unlink = 0x75
        case create = 0x63
        case makeFolder = 0x6D
        case report = 0x6F
    }

    let what: What
    let inode: UInt64
    let offset: Int
    let path: String
    let other: String
    let bytes: [UInt8]

    /// The changes of a journal's file.
    static func read(_ file: String) throws -> [DiskChange] {
        let bytes = [UInt8](FileManager.default.contents(atPath: file) ?? Data())
        var at = 0
        func number(_ size: Int) -> UInt64 {
            defer { at += size }
            return (0..<size).reduce(0) { $0 | UInt64(bytes[at + $1]) << UInt64(8 * $1) }
        }
        var changes: [DiskChange] = []
        while at + 40 <= bytes.count {
            guard number(4) == 0x0FA1_7010,
                let what = What(rawValue: UInt8(truncatingIfNeeded: number(4)))
            else { throw TortureError("\(file): is not a journal at \(at)") }
            let (inode, offset, length) = (number(8), Int(number(8)), Int(number(8)))
            let (path, other) = (Int(number(4)), Int(number(4)))
            let size = [.write, .report].contains(what) ? length : 0
            guard at + path + other + size <= bytes.count else { break }
            func text(_ length: Int) -> String {
                defer { at += length }
                return String(decoding: bytes[at..<at + length], as: UTF8.self)
            }
            let names = (text(path), text(other))
            changes.append(
                DiskChange(
                    what: what, inode: inode, offset: offset, path: names.0, other: names.1,
                    bytes: Array(bytes[at..<at + size])))
            at += size
        }
        return changes
    }
}

/// The certain and the possible contents of a disk.
struct Disk {
    /// The fate of unsynced changes.
    enum Rest: CaseIterable {
        case nothing, half, most, all
    }

    private var names: [String: UInt64] = [:]
    private var files: [UInt64: [UInt8]] = [:]
    private var folders: Set<String> = []
    private var pendingNames: [DiskChange] = []
    private var pending: [UInt64: [DiskChange]] = [:]

    /// A disk that keeps everything below a folder for certain.
    init(_ folder: String) {
        folders.insert(folder)
        let all = FileManager.default.enumerator(atPath: folder)
        while let name = all?.nextObject() as? String {
            let path = folder + "/" + name
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                folders.insert(path)
            } else if !path.hasSuffix("-shm") {
                names[path] = UInt64(status.st_ino)
                files[UInt64(status.st_ino)] = [UInt8](
                    FileManager.default.contents(atPath: path) ?? Data())
            }
        }
    }

    mutating func take(_ change: DiskChange) {
        switch change.what {
        case .write, .truncate: pending[change.inode, default: []].append(change)
        case .sync:
            for one in pending.removeValue(forKey: change.inode) ?? [] {
                put(one, 0..<one.bytes.count)
            }
        case .syncFolder:
            let folder = change.path
            let isHere = { (path: String) in
                path.hasPrefix(folder + "/") && !path.dropFirst(folder.count + 1).contains("/")
            }
            for one in pendingNames where isHere(one.path) || isHere(one.other) { name(one) }
            pendingNames.removeAll { isHere($0.path) || isHere($0.other) }
        case .rename, .link, .unlink, .create: pendingNames.append(change)
        case .makeFolder: folders.insert(change.path)
        case .report: break
        }
    }

    private mutating func put(_ change: DiskChange, _ range: Range<Int>) {
        var bytes = files[change.inode] ?? []
        if change.what == .truncate {
            if bytes.count > change.offset {
                bytes.removeLast(bytes.count - change.offset)
            } else {
                bytes += [UInt8](repeating: 0, count: change.offset - bytes.count)
            }
        } else {
            let end = change.offset + range.upperBound
            if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
            bytes.replaceSubrange(
                change.offset + range.lowerBound..<end, with: change.bytes[range])
        }
        files[change.inode] = bytes
    }

    private mutating func name(_ change: DiskChange) {
        switch change.what {
        case .create: names[change.path] = change.inode
        case .link: names[change.other] = change.inode
        case .unlink: names[change.path] = nil
        case .rename:
            names[change.path] = nil
            names[change.other] = change.inode
        default: break
        }
    }

    /// The disk after a cut: the synced changes, and a random part of the rest.
    func cut(_ rest: Rest, _ dice: inout Dice) -> Disk {
        var disk = self
        let chance: Double =
            switch rest {
            case .nothing: 0
            case .half: 0.5
            case .most: 0.95
            case .all: 1
            }
        for (_, changes) in pending.sorted(by: { $0.key < $1.key }) {
            for change in changes {
                guard change.what == .write else {
                    if dice.says(chance) { disk.put(change, 0..<0) }
                    continue
                }
                // The parts of a disk begin at multiples of 512.
                var at = 0
                while at < change.bytes.count {
                    let end = min(change.bytes.count, at + 512 - (change.offset + at) % 512)
                    if dice.says(chance) { disk.put(change, at..<end) }
                    at = end
                }
            }
        }
        let count: Int =
            switch rest {
            case .nothing: 0
            case .all: pendingNames.count
            default: Int.random(in: 0...pendingNames.count, using: &dice)
            }
        for change in pendingNames.prefix(count) { disk.name(change) }
        disk.pending = [:]
        disk.pendingNames = []
        return disk
    }

    /// Replaces the contents of a folder with those of this disk.
    func write(to folder: String) throws {
        let manager = FileManager.default
        try? manager.removeItem(atPath: folder)
        for path in folders.sorted() {
            try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        for (path, inode) in names {
            guard
                manager.createFile(
                    atPath: path, contents: Data(files[inode] ?? []),
                    attributes: [.posixPermissions: 0o600])
            else { throw TortureError("\(path): cannot be written") }
        }
    }
}
