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
        #expect(throws: TraceError.self) { try TraceWriter(path: "/nonexistent/trace") }
    }
}
