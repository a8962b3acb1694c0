import Glibc
import Testing

@testable import Localization

@Test func aSentenceWithoutACatalogueIsItself() {
    #expect(tr("No such sentence is in any catalogue") == "No such sentence is in any catalogue")
    #expect(trn("{n} file", "{n} files", count: 1) == "1 file")
    #expect(trn("{n} file of {1}", "{n} files of {1}", count: 2, "x") == "2 files of x")
    #expect(trn("{n} file", "{n} files", count: 0) == "0 files")
}

@Test func placesAreFilledOnceAndInAnyOrder() {
    #expect(tr("{1} of {2}", "3", "7") == "3 of 7")
    #expect(tr("{2} before {1}", "a", "b") == "b before a")
    // Inserted values are not scanned again, and placeholders without a value stay.
    #expect(tr("{1} and {2}", "{2}", "{1}") == "{2} and {1}")
    #expect(tr("{1} {3} {name} {} { {1", "x") == "x {3} {name} {} { {1")
    #expect(tr("100%d %s %n", "x") == "100%d %s %n")
}

/// A catalogue in the format of `msgfmt`.
///
/// Source: https://www.gnu.org/software/gettext/manual/html_node/MO-Files.html
private func catalogue(_ entries: [(key: String, value: String)]) -> [UInt8] {
    let sorted = entries.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
    func word(_ n: Int) -> [UInt8] { (0..<4).map { UInt8((n >> ($0 * 8)) & 255) } }
    var keys: [UInt8] = []
    var values: [UInt8] = []
    var strings: [UInt8] = []
    let start = 28 + 16 * sorted.count
    for (key, _) in sorted {
        keys += word(key.utf8.count) + word(start + strings.count)
        strings += Array(key.utf8) + [0]
    }
    for (_, value) in sorted {
        values += word(value.utf8.count) + word(start + strings.count)
        strings += Array(value.utf8) + [0]
    }
    let head = [0x9504_12DE, 0, sorted.count, 28, 28 + 8 * sorted.count, 0, 28].flatMap(word)
    return head + keys + values + strings
}

@Test(arguments: [
    ("/usr/local/bin/oresen", "/usr/local/share/locale"), ("/usr/bin/oresen", "/usr/share/locale"),
    ("/home/kim/.local/bin/oresen", "/home/kim/.local/share/locale"),
    ("/bin/oresen", "/share/locale"),
    ("/home/kim/oresen/.build/release/oresen", "/usr/share/locale"),
    ("oresen", "/usr/share/locale"), ("/", "/usr/share/locale"), ("", "/usr/share/locale"),
])
func cataloguesAreNextToTheProgram(program: String, folder: String) {
    #expect(Translation.folder(ofProgram: program) == folder)
}

@Test func sentencesComeFromTheCatalogue() throws {
    var template = Array("/tmp/oresen-locale-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = root + "/tlh/LC_MESSAGES"
    mkdir(root + "/tlh", 0o700)
    mkdir(folder, 0o700)
    let plural = "nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;"
    let bytes = catalogue([
        ("", "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: \(plural)\n"),
        ("{1} of {2} test records", "{2} → {1} ✓"),
        ("{n} test day\0{n} test days", "jaj {n}\0jaj cha {n}\0jajmey {n}"),
    ])
    let path = folder + "/oresen.mo"
    let file = open(path, O_CREAT | O_WRONLY, 0o600)
    try #require(file >= 0 && write(file, bytes, bytes.count) == bytes.count)
    close(file)
    defer {
        unlink(path)
        for name in [folder, root + "/tlh", root] { rmdir(name) }
        unsetenv("LANGUAGE")
    }
    setenv("LC_ALL", "C.UTF-8", 1)
    setenv("LANGUAGE", "tlh", 1)
    Translation.start(catalogues: root)
    #expect(tr("{1} of {2} test records", "3", "{1}") == "{1} → 3 ✓")
    #expect(trn("{n} test day", "{n} test days", count: 1) == "jaj 1")
    #expect(trn("{n} test day", "{n} test days", count: 2) == "jaj cha 2")
    let many = LocaleFormat.current.number(5000)
    #expect(trn("{n} test day", "{n} test days", count: 5000) == "jajmey " + many)
    #expect(tr("This one is missing") == "This one is missing")
    // The C library still reads and writes numbers with a point.
    #expect(strtod("1.5", nil) == 1.5)
}
