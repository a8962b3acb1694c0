import Geometry
import Glibc
import Platform
import Testing

@testable import Viewer

@MainActor @Suite struct TraceWriterTests {
    @Test func valuesAreJSON() {
        var text = ""
        TraceValue.object([
            ("a", .number(0.1)), ("b", .number(3)), ("c", .string("q\"\\\n\u{1}é")),
            ("d", .rect(Rect(x: 1, y: 2.5, width: 3, height: 4))), ("e", .number(.nan)),
            ("f", .boolean(true)),
        ]).write(to: &text)
        #expect(
            text
                == #"{"a":0.1,"b":3,"c":"q\"\\\n\u0001é","d":[1,2.5,3,4],"e":null,"f":true}"#)
    }

    @Test func linesAreThereAsSoonAsTheyAreWritten() throws {
        var template = Array("/tmp/oresen-trace-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let path = template.withUnsafeBufferPointer { buffer in
            String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        defer { unlink(path) }
        let clock = TestClock(now: 12.5)
        let writer = try TraceWriter(path: path, clock: clock)
        writer.write("start", [("pid", 7)])
        var bytes = [UInt8](repeating: 0, count: 200)
        let count = read(descriptor, &bytes, bytes.count)
        #expect(
            String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
                == "{\"t\":12.5,\"event\":\"start\",\"pid\":7}\n")
        _ = writer
    }

    @Test func anUnwritablePlaceIsASentence() {
        #expect(throws: TraceWriterError.self) { try TraceWriter(path: "/nonexistent/trace") }
    }

    @Test func whatCannotBeWrittenIsRememberedAndEndsTheTrace() throws {
        let writer = try TraceWriter(path: "/dev/full")
        #expect(!writer.hasFailed)
        writer.write("start")
        #expect(writer.hasFailed)
        writer.write("more")
        writer.finish()
        let good = try TraceWriter(path: "/dev/null")
        good.write("start")
        good.finish()
        #expect(!good.hasFailed)
    }

    @Test func whatWouldSteerATerminalIsEscaped() {
        var text = ""
        TraceValue.string("a\u{7F}\u{9B}\u{202E}\u{2028}é").write(to: &text)
        #expect(text == #""a\u007f\u009b\u202e\u2028é""#)
    }

    @Test func whatIsKeptBetweenRunsIsThePersonsAlone() throws {
        var template = Array("/tmp/oresen-kept-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let folder = template.withUnsafeBufferPointer { buffer in
            String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        let path = folder + "/settings.json"
        defer {
            unlink(path)
            unlink(folder + "/target")
            rmdir(folder)
        }
        // A link planted by somebody else does not choose the file.
        close(open(folder + "/target", O_CREAT | O_WRONLY, 0o644))
        try #require(symlink("target", path) == 0)
        var preferences = Preferences()
        preferences.highContrast = true
        #expect(preferences.save(library: folder))
        var status = stat()
        try #require(lstat(path, &status) == 0)
        #expect(status.st_mode == S_IFREG | 0o600)
        #expect(Preferences.load(library: folder) == preferences)
        try #require(stat(folder + "/target", &status) == 0)
        #expect(status.st_size == 0)
    }
}
