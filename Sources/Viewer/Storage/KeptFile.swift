import Desktop
import Foundation
import Platform

/// A small file that is kept between runs, in the person's directories or in a given one.
struct KeptFile: Hashable, Sendable {
    var name: String
    /// The kind of personal directory that it is in.
    var kind: BaseDirectories.Kind

    /// The contents of the file; nil if it is missing or cannot be read.
    ///
    /// - Parameter library: the given directory; nil for the person's, `:memory:` for none.
    func load<Value: Decodable>(_ type: Value.Type, library: String?) -> Value? {
        guard let path = path(library), let data = FileManager.default.contents(atPath: path) else {
            return nil
        }
        return try? JSONDecoder().decode(type, from: data)
    }

    /// Replaces the whole file, readable only by its owner, and returns whether that succeeded.
    func save(_ value: some Encodable, library: String?) -> Bool {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let path = path(library), let data = try? encoder.encode(value) else { return false }
        if let library, library != ":memory:" {
            // A given folder is created if it does not exist; only its owner may look into it.
            try? FileManager.default.createDirectory(
                atPath: library, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        let isThere: Void? = try? FileDraft.write(
            Array(data), to: path, readers: .owner, isLasting: true)
        return isThere != nil
    }

    /// Whether the file exists.
    func exists(library: String?) -> Bool {
        path(library).map { FileManager.default.fileExists(atPath: $0) } ?? false
    }

    /// Removes the file, and returns whether it is gone.
    func remove(library: String?) -> Bool {
        guard let path = path(library) else { return true }
        try? FileManager.default.removeItem(atPath: path)
        return !FileManager.default.fileExists(atPath: path)
    }

    private func path(_ library: String?) -> String? {
        if library == ":memory:" { return nil }
        if let library { return library + "/" + name }
        guard let directories = try? BaseDirectories(), let folder = try? directories.made(kind)
        else {
            return nil
        }
        return folder + "/" + name
    }
}
