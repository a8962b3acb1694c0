// Sentences in the user's language.
//
// The key of a sentence is the English sentence itself, so English needs no catalogue and a
// sentence without a translation is still readable. Catalogues are gettext's, found and read by
// glibc. Placeholders for values are numbered, `{1}`, `{2}`, so that a translation may change their
// order; a plural's number is `{n}`. Values are inserted after translation and are not scanned
// again: a file name with braces stays unchanged, and a broken translation cannot crash the program
// (as printf's formats could). `xgettext --keyword=tr:1 --keyword=trn:1,2` finds the sentences.

import CGettext
import Glibc

/// The catalogues of translated sentences.
public enum Translation {
    /// gettext's name for the catalogues: `LANGUAGE/LC_MESSAGES/oresen.mo`.
    public static let domain = "oresen"

    /// The folder of the catalogues that were installed with a program: `share/locale` next to the
    /// `bin` that holds it, and `/usr/share/locale` for a program elsewhere.
    ///
    /// - Parameter program: the path of the running program; nil for that of this process.
    public static func folder(ofProgram program: String? = nil) -> String {
        let usual = "/usr/share/locale"
        guard let path = program ?? Translation.runningProgram() else { return usual }
        var folders = path.split(separator: "/", omittingEmptySubsequences: true)
        guard path.hasPrefix("/"), folders.popLast() != nil, folders.popLast() == "bin" else {
            return usual
        }
        return (folders.isEmpty ? "" : "/" + folders.joined(separator: "/")) + "/share/locale"
    }

    /// The path of the running program, without symbolic links; nil if it is unknown.
    private static func runningProgram() -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &bytes, bytes.count)
        guard count > 0, count < bytes.count else { return nil }
        return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Sets the language of sentences from the environment and the folder of the catalogues, such
    /// as `/usr/share/locale`.
    ///
    /// Call it once when the program starts, before the first sentence. The catalogue is read at
    /// once, so that it need not be readable later.
    ///
    /// Only the language of messages and the character set of the C library's locale are set:
    /// numbers that C code reads and writes keep their decimal point.
    public static func start(catalogues directory: String) {
        setlocale(LC_CTYPE, "")
        setlocale(LC_MESSAGES, "")
        bindtextdomain(domain, directory)
        bind_textdomain_codeset(domain, "UTF-8")
        _ = dgettext(domain, "")
    }

    /// `template` with `{1}`, `{2}` … replaced by `arguments` and `{n}` by `count`.
    ///
    /// A placeholder without a value stays unchanged.
    static func fill(_ template: String, _ arguments: [String], count: String? = nil) -> String {
        guard template.utf8.contains(UInt8(ascii: "{")) else { return template }
        var text = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{") {
            text += rest[..<open]
            rest = rest[open...]
            guard let close = rest.firstIndex(of: "}") else { break }
            let name = rest[rest.index(after: open)..<close]
            if name == "n", let count {
                text += count
            } else if let place = Int(name), arguments.indices.contains(place - 1) {
                text += arguments[place - 1]
            } else {
                text += "{"
                rest = rest[rest.index(after: open)...]
                continue
            }
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }
}

/// `sentence` in the user's language, with its placeholders `{1}`, `{2}` … filled by `arguments`.
///
/// The sentence must be a literal, so that translators' tools find it. Numbers among the arguments
/// are formatted with a `LocaleFormat` first. Costs about a microsecond.
public func tr(_ sentence: String, _ arguments: String...) -> String {
    let translated = sentence.withCString { key -> String in
        guard let found = dgettext(Translation.domain, key) else { return sentence }
        return String(cString: found)
    }
    return Translation.fill(translated, arguments)
}

/// A sentence about `count` things: `one` or `other` in English, and a language's own plural forms
/// elsewhere.
///
/// `{n}` is the number, formatted for the locale; `{1}` … are `arguments`.
public func trn(_ one: String, _ other: String, count: Int, _ arguments: String...) -> String {
    let translated = one.withCString { first in
        other.withCString { second -> String in
            guard let found = dngettext(Translation.domain, first, second, UInt(count.magnitude))
            else { return count.magnitude == 1 ? one : other }
            return String(cString: found)
        }
    }
    return Translation.fill(translated, arguments, count: LocaleFormat.current.number(count))
}
