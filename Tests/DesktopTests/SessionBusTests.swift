import EventLoop
import Foundation
import TestBus
import Testing

@testable import Desktop

/// Which addresses of a session bus are connected to.
@MainActor @Suite struct SessionBusTests {
    /// A port of this machine that accepts connections, and records whether there was one.
    private final class Port {
        let descriptor: Int32
        let number: UInt16

        init() throws {
            descriptor = socket(
                AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let descriptor = descriptor
            let isOpen = withUnsafeMutablePointer(to: &address) { place in
                place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                    bind(descriptor, place, size) == 0 && listen(descriptor, 4) == 0
                        && getsockname(descriptor, place, &size) == 0
                }
            }
            try #require(isOpen)
            number = UInt16(bigEndian: address.sin_port)
        }

        deinit { close(descriptor) }

        var wasCalled: Bool { accept(descriptor, nil, nil) >= 0 }
    }

    @Test func noOtherMachineIsAskedAndNoProgramStarted() throws {
        let loop = try EventLoop()
        let port = try Port()
        let mark =
            FileManager.default.temporaryDirectory.path(percentEncoded: false)
            + "/bus-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: mark) }
        for address in [
            "tcp:host=127.0.0.1,port=\(port.number)",
            "nonce-tcp:host=127.0.0.1,port=\(port.number),noncefile=/dev/null",
            "unixexec:path=/bin/touch,argv1=\(mark)", "autolaunch:", "launchd:env=A",
            " unix:path=/run/bus", "UNIX:path=/run/bus", "nonsense", ";", "unixpath=/run/bus",
        ] {
            let bus = SessionBus(loop: loop, address: address)
            #expect(bus.connection == nil, "\(address)")
            #expect(bus.failure == .busElsewhere, "\(address)")
            bus.close()
        }
        #expect(!port.wasCalled)
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test func ofSeveralAddressesTheLocalOneIsTaken() throws {
        let loop = try EventLoop()
        let port = try Port()
        let fake = try FakeBus(loop: loop, portal: .missing)
        defer { fake.close() }
        let bus = SessionBus(
            loop: loop, address: "tcp:host=127.0.0.1,port=\(port.number);\(fake.address)")
        defer { bus.close() }
        var name: String?
        bus.connection?.whenNamed { name = $0 }
        #expect(try loop.run(until: { name != nil }, waitingAtMost: 5))
        #expect(bus.failure == nil && !port.wasCalled)
    }

    @Test func whatIsWrongIsASentence() {
        #expect(
            "\(DesktopError.busElsewhere)"
                == "DBUS_SESSION_BUS_ADDRESS: it names no session bus on this machine, so there "
                + "is no connection; give an address that begins with unix:, or unset the variable")
    }
}
