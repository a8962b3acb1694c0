import Glibc
import Testing

@testable import Desktop

@Test(arguments: [
    ("file:///home/ada/export.zip", "/home/ada/export.zip"),
    ("file:/home/ada/export.zip", "/home/ada/export.zip"),
    ("FILE://localhost/a", "/a"), ("file:///a%20b%2Fc", "/a b/c"),
    ("file:///Gr%C3%B6%C3%9fe.csv", "/Größe.csv"), ("file:///a+b", "/a+b"),
    ("file:///100%25%0Ax", "/100%\nx"), ("file:///a?q#f", "/a"), ("file:///a%3Fq%23f", "/a?q#f"),
    ("file:///血圧.csv", "/血圧.csv"),
])
func aPathIsRead(uri: String, path: String) throws {
    #expect(try FileURI.path(uri) == path)
}

@Test(arguments: [
    "https://example.org/a.csv", "file://elsewhere.example/a", "/home/ada/a.csv", "file:a.csv", "",
    "file:///a%2", "file:///a%zz", "file:///a%", "file:///a%00b", "file:///%FF.csv", "file://",
])
func whatIsNoFileHereIsRefused(uri: String) {
    let failure = #expect(throws: DesktopError.self) { try FileURI.path(uri) }
    #expect(failure?.problem.isEmpty == false)
}

@Test func thisMachineMayBeNamed() throws {
    var name = [CChar](repeating: 0, count: 256)
    try #require(gethostname(&name, 255) == 0)
    let host = String(
        decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #expect(try FileURI.path("file://\(host)/a") == "/a")
}

@Test func pathsComeBackFromTheirURIs() throws {
    for path in ["/", "/a b", "/ü/血圧.csv", "/100%?#&+:;,", "/line\nbreak", "/~user/.x-y_z"] {
        let uri = FileURI.uri(path: path)
        #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        #expect(try FileURI.path(uri) == path)
    }
    #expect(FileURI.uri(path: "/a b/ü") == "file:///a%20b/%C3%BC")
}

@Test func listsAreSplitBeforeTheyAreDecoded() {
    let list = "# dropped\r\nfile:///a%0Ab.csv\r\n\r\nfile:///c.csv\nhttp://x/y\r\n  file:///d\0"
    let found = FileURI.files(inList: Array(list.utf8))
    #expect(found.paths == ["/a\nb.csv", "/c.csv", "/d"])
    #expect(
        found.refused == [
            .notAFile(uri: "http://x/y", reason: "only files on this machine can be opened")
        ])
    #expect(FileURI.files(inList: []).paths.isEmpty)
}
