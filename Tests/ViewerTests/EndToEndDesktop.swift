import Foundation
import TestBus
import TestCompositor
import Testing

/// A desktop with settings and a dialog for choosing files behind a message bus, in its own
/// process.
///
/// It ends with the test: at the latest when the compositor's clients are ended.
final class TestDesktop {
    /// The address of its bus.
    let address: String
    private let process: ClientProcess
    private let trace: Trace
    private let orders: NamedPipe
    private var count = 0

    /// Starts a desktop with these settings: namespace, key, value.
    init(_ settings: [String: [String: FakeBus.Value]], on compositor: TestCompositor) throws {
        orders = try NamedPipe(path: compositor.folder + "/orders")
        process = try ClientProcess(
            executable: try ClientProcess.built("TestDesktop"), arguments: [orders.path],
            on: compositor, traceOption: "--trace")
        trace = try #require(process.trace)
        address = try #require(try trace.wait(event: "address").text("address"))
        try does(.portal(settings))
    }

    /// Sends the desktop an order, and waits until it is done.
    func does(_ order: FakeBus.Order) throws {
        let line = try JSONEncoder().encode(order) + Data("\n".utf8)
        try #require(try orders.write(Array(line)[...]) == line.count)
        count += 1
        try trace.wait("order \(count) to be done") { $0.text("number") == "\(count)" }
    }

    /// Waits until it has received a number of requests for files, and returns the last one.
    @discardableResult
    func waitForQuestion(_ number: Int = 1) throws -> TraceLine {
        var met = 0
        return try trace.wait("question \(number)") { line in
            if line.text("event") == "question" { met += 1 }
            return met == number
        }
    }

    /// Waits until it has printed a document, and returns what it was.
    func waitForDocument() throws -> TraceLine { try trace.wait(event: "printed") }

    /// Ends it.
    func end() throws {
        orders.close()
        #expect(try process.waitForExit() == .code(0), "\(process.summary)")
    }
}
