import Glibc
import Platform
import Testing

@testable import Desktop

private func directories(_ variables: [String: String], home: String?) throws -> BaseDirectories {
    try BaseDirectories(application: "oresen", environment: { variables[$0] }, home: home)
}

@Test func theStandardPlacesAreUsed() throws {
    let plain = try directories([:], home: "/home/ada/")
    #expect(plain.path(.data) == "/home/ada/.local/share/oresen")
    #expect(plain.path(.config) == "/home/ada/.config/oresen")
    #expect(plain.path(.state) == "/home/ada/.local/state/oresen")
    #expect(plain.path(.cache) == "/home/ada/.cache/oresen")
    #expect(plain.runtime == nil)
}

@Test func variablesDecideWhereTheyAreAbsolute() throws {
    let set = try directories(
        [
            "XDG_DATA_HOME": "/data/", "XDG_CONFIG_HOME": "relative/config", "XDG_STATE_HOME": "",
            "XDG_CACHE_HOME": "/", "XDG_RUNTIME_DIR": "/run/user/1000",
        ], home: "/home/ada")
    #expect(set.path(.data) == "/data/oresen")
    #expect(set.path(.config) == "/home/ada/.config/oresen")
    #expect(set.path(.state) == "/home/ada/.local/state/oresen")
    #expect(set.path(.cache) == "/oresen")
    #expect(set.runtime == "/run/user/1000")
    #expect(try directories(["XDG_RUNTIME_DIR": "run"], home: "/root").runtime == nil)
}

@Test func withoutAHomeThereIsASentence() {
    for home in [nil, "", "home/ada"] {
        let failure = #expect(throws: DesktopError.self) { try directories([:], home: home) }
        #expect(
            failure?.description == "HOME: no home directory is set; set HOME to an absolute path")
    }
}

@Test func whatIsMissingIsMadeForThePersonAlone() throws {
    var template = Array("/tmp/oresen-home-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let home = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let file = home + "/.cache"
    defer {
        unlink(file)
        for path in ["/.local/share/oresen", "/.local/share", "/.local", ""] { rmdir(home + path) }
    }
    let old = umask(0)
    let plain = try directories([:], home: home)
    let made = try plain.made(.data)
    umask(old)
    #expect(made == home + "/.local/share/oresen")
    #expect(try plain.made(.data) == made)
    for path in ["/.local", "/.local/share", "/.local/share/oresen"] {
        var status = stat()
        #expect(stat(home + path, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o700)
    }
    // The error names a file that is in the way.
    close(open(file, O_CREAT | O_WRONLY, 0o600))
    #expect(throws: DesktopError.directory(path: file, code: ENOTDIR)) {
        try plain.made(.cache)
    }
}
