import EventLoop
import Foundation
import TestBus

/// A desktop in a separate process: a message bus with settings and a dialog for choosing files
/// behind it.
///
/// It answers at once however busy the process of a test is.
///
/// Its arguments are a named pipe with commands, one `FakeBus.Order` per line, and, after
/// `--trace`, the file for its log: first the bus's address, then each command's number when it is
/// done, and between them every question for files and every document that is printed. It ends when no process has the pipe open for
/// writing any more, and so together with the process that started it.
@main
@MainActor
final class TestDesktop {
    private let loop: EventLoop
    private let bus: FakeBus
    private let orders: Int32
    private let trace: FileHandle
    private var waiting: [UInt8] = []
    private var done = 0
    private var problem: (any Error)?

    static func main() throws {
        let words = CommandLine.arguments
        guard words.count == 4, words[2] == "--trace" else {
            throw UsageError("no pipe and no trace")
        }
        let desktop = try TestDesktop(orders: words[1], trace: words[3])
        defer { desktop.bus.close() }
        try desktop.run()
    }

    /// Why there is no desktop.
    private struct UsageError: Error {
        let problem: String

        init(_ problem: String) { self.problem = problem }
    }

    private init(orders path: String, trace tracePath: String) throws {
        // Without waiting for the other side, which may already have ended.
        orders = open(path, O_RDONLY | O_NONBLOCK)
        guard orders >= 0, FileManager.default.createFile(atPath: tracePath, contents: nil) else {
            throw UsageError("\(path) or \(tracePath): \(String(cString: strerror(errno)))")
        }
        trace = try FileHandle(forWritingTo: URL(filePath: tracePath))
        loop = try EventLoop()
        bus = try FakeBus(loop: loop, portal: .missing)
    }

    private func run() throws {
        try tell(["event": "address", "address": bus.address])
        _ = loop.watch(orders, for: .read) { [weak self] _ in self?.takeOrders() }
        bus.onQuestion = { [weak self] in self?.tell($0) }
        bus.onPrint = { [weak self] in self?.tell($0) }
        takeOrders()
        if problem == nil { try loop.run() }
        if let problem { throw problem }
    }

    private func takeOrders() {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = read(orders, &chunk, chunk.count)
        if count < 0, errno == EAGAIN { return }
        guard count > 0 else { return end(nil) }
        waiting += chunk[..<count]
        do {
            while let end = waiting.firstIndex(of: 10) {
                let line = Data(waiting[..<end])
                waiting.removeSubrange(...end)
                bus.obey(try JSONDecoder().decode(FakeBus.Order.self, from: line))
                done += 1
                try tell(["event": "done", "number": "\(done)"])
            }
        } catch {
            end(error)
        }
    }

    private func end(_ problem: (any Error)?) {
        self.problem = problem
        loop.stop()
    }

    private func tell(_ question: FakeBus.FileQuestion) {
        do {
            try tell([
                "event": "question", "parent": question.parent, "title": question.title,
                "accept": question.options["accept_label"]?.text ?? "",
                "many": question.options["multiple"]?.boolean == true ? "yes" : "no",
            ])
        } catch {
            end(error)
        }
    }

    private func tell(_ document: FakeBus.Document) {
        do {
            try tell([
                "event": "printed", "title": document.title, "bytes": "\(document.bytes.count)",
                "begins": String(decoding: document.bytes.prefix(5), as: UTF8.self),
            ])
        } catch {
            end(error)
        }
    }

    private func tell(_ fields: [String: String]) throws {
        try trace.write(contentsOf: try JSONEncoder().encode(fields) + Data("\n".utf8))
    }
}
