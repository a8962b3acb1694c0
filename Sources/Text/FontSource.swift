// The available fonts, with as few queries as possible.
//
// Reading fontconfig's configuration takes 4 ms at the start, for results that are the same from
// run to run: the file of a family in a weight. So the results are kept in a file, together with
// the state (time of change, or absence) of everything they depend on: the configuration's files
// and their folders, the folders of fonts, and the selected fonts. If anything differs, or another
// query is made, fontconfig is read.
//
// The file: lines of fields separated by tabs. The first line has the version, the language and the
// variables that fontconfig uses; then `state`, path, time; then `font`, the requested family and
// weight, path, face, 1 for outlines, and the family's names.

import Glibc
import Platform

/// A font that fontconfig selected.
struct FontMatch: Equatable {
    var path: String
    var faceIndex: Int
    var isOutline: Bool
    var families: [String]

    init?(_ pattern: FontPattern) {
        guard let path = pattern.path else { return nil }
        self.path = path
        faceIndex = pattern.faceIndex
        isOutline = pattern.isOutline
        families = pattern.families
    }

    fileprivate init?(fields: ArraySlice<ArraySlice<UInt8>>) {
        let fields = Array(fields)
        guard fields.count >= 3, let index = Int(FontMatch.text(fields[1])) else { return nil }
        path = FontMatch.text(fields[0])
        faceIndex = index
        isOutline = fields[2].elementsEqual("1".utf8)
        families = fields[3...].map(FontMatch.text)
    }

    fileprivate static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    fileprivate var fields: [String] { [path, "\(faceIndex)", isOutline ? "1" : "0"] + families }

    /// Whether one of the font's family names is `name`, ignoring case.
    func isNamed(_ name: String) -> Bool {
        let wanted = name.lowercased()
        return families.contains { $0.lowercased() == wanted }
    }
}

/// Looks fonts up in the results of the previous run, else in fontconfig.
final class FontSource {
    private struct Question: Hashable {
        var family: String
        var weight: Int
    }

    private let language: String
    private let path: String?
    private let memory: String?
    private var answers: [Question: FontMatch] = [:]
    /// The results that belong to `states`.
    private var lasting: [Question: FontMatch] = [:]
    private var loaded: FontConfiguration?
    /// The state of the dependencies when fontconfig was read.
    private var states: [String: String] = [:]

    /// Fonts from the configuration at `path` (the system's if nil), with the results in the file
    /// at `memory`.
    init(path: String?, memory: String?, language: String) throws(FontError) {
        self.language = language
        self.path = path
        self.memory = memory
        if let memory, let kept = read(memory) {
            answers = kept
        } else {
            try load()
        }
    }

    private func load() throws(FontError) {
        let made = try FontConfiguration(path: path)
        loaded = made
        guard let memory else { return }
        for path in made.dependencies(besides: path) { states[path] = FontSource.state(path) }
        // Known results are kept for the next run, unless something has changed meanwhile.
        lasting = read(memory) == nil ? [:] : answers
    }

    /// Whether fontconfig has been read.
    var hasReadConfiguration: Bool { loaded != nil }

    /// The font nearest to `family` and `weight`; see `FontConfiguration.nearest`.
    func nearest(family: String, weight: FontWeight) -> FontMatch? {
        let question = Question(family: family, weight: weight.rawValue)
        if let known = answers[question] { return known }
        let pattern = configuration?.nearest(family: family, weight: weight, language: language)
        guard let match = pattern.flatMap(FontMatch.init) else { return nil }
        answers[question] = match
        lasting[question] = match
        save()
        return match
    }

    /// The fonts to search for a character; see `FontConfiguration.fallbacks`.
    func fallbacks(families: [String], weight: FontWeight) -> [FontPattern] {
        configuration?.fallbacks(families: families, weight: weight, language: language) ?? []
    }

    private var configuration: FontConfiguration? {
        if loaded == nil { try? load() }
        return loaded
    }

    // MARK: The file

    private var head: String {
        let names = [
            "FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT", "HOME", "XDG_CONFIG_HOME",
            "XDG_DATA_HOME", "FC_LANG", "LANG", "LC_ALL", "LC_CTYPE",
        ]
        let values = names.map { getenv($0).map { String(cString: $0) } ?? "" }
        return (["oresen-fonts-1", path ?? "", language] + values).joined(separator: "\t")
    }

    private func read(_ memory: String) -> [Question: FontMatch]? {
        guard let bytes = FontSource.bytes(of: memory) else { return nil }
        // By bytes: characters are ten times as expensive, and this is read at every start.
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        guard let first = lines.first, first.elementsEqual(head.utf8) else { return nil }
        var found: [Question: FontMatch] = [:]
        for line in lines.dropFirst() {
            let fields = line.split(
                separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            if fields.count == 3, fields[0].elementsEqual("state".utf8) {
                let state = FontSource.state(FontMatch.text(fields[1]))
                guard fields[2].elementsEqual(state.utf8) else { return nil }
            } else if fields.count >= 6, fields[0].elementsEqual("font".utf8),
                let weight = Int(FontMatch.text(fields[2])),
                let match = FontMatch(fields: fields[3...])
            {
                let question = Question(family: FontMatch.text(fields[1]), weight: weight)
                found[question] = match
            } else {
                return nil
            }
        }
        return found.isEmpty ? nil : found
    }

    /// Replaces the file with all known results.
    private func save() {
        guard let memory else { return }
        for match in lasting.values where states[match.path] == nil {
            states[match.path] = FontSource.state(match.path)
        }
        var lines = [head]
        for (path, state) in states { lines.append("state\t\(path)\t\(state)") }
        for (question, match) in lasting {
            let fields = ["font", question.family, "\(question.weight)"] + match.fields
            lines.append(fields.joined(separator: "\t"))
        }
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        // If it cannot be saved, the next run queries again.
        try? FileDraft.write(bytes, to: memory, readers: .owner, isLasting: false)
    }

    private static func bytes(of path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        // A larger file is not one of these.
        guard fstat(descriptor, &status) == 0, (1...(1 << 20)).contains(status.st_size) else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        guard Glibc.read(descriptor, &bytes, bytes.count) == bytes.count else { return nil }
        return bytes
    }

    /// The time of a file's or folder's last change; `-` if it does not exist.
    private static func state(_ path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return "-" }
        return "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec).\(status.st_ino)"
    }
}
