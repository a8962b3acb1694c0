import Foundation
import WaylandServerProtocols

/// A window of a client.
///
/// The value remains valid after the window's end, for the state that is still known.
public struct TestWindow: Sendable, Hashable {
    public let compositor: TestCompositor
    let key: Int

    public static func == (left: TestWindow, right: TestWindow) -> Bool {
        left.compositor === right.compositor && left.key == right.key
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(key) }

    private func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Surface) throws -> Value
    ) throws -> Value {
        let key = key
        return try compositor.thread.perform { try body($0.surface(key)) }
    }

    // MARK: - Looking

    /// The current state of the window.
    public var state: WindowState {
        get throws {
            let key = key
            return try compositor.thread.perform { $0.state(of: key) }
        }
    }

    /// The last committed pixels.
    ///
    /// Throws if there are none.
    public var picture: WindowPicture {
        get throws {
            let picture = try perform { $0.picture }
            guard let picture else { throw CompositorError("the window has no content") }
            return picture
        }
    }

    // MARK: - Waiting

    /// Waits until the window's state fulfils a condition, and returns that state.
    @discardableResult
    public func wait(
        _ what: String, deadline: Double = defaultDeadline,
        until isSo: @escaping @Sendable (WindowState) -> Bool
    ) throws -> WindowState {
        let key = key
        do {
            return try compositor.wait(what, deadline: deadline) { core in
                let state = core.state(of: key)
                return isSo(state) ? state : nil
            }
        } catch let failure as CompositorError {
            var text = failure.description + "; the window is \(try state)"
            if let first = try compositor.violations.first {
                text += "; a rule was broken: \(first)"
            }
            throw CompositorError(text)
        }
    }

    /// Waits for a commit with a buffer after `count` of them: pass the `frames` seen before.
    @discardableResult
    public func waitForFrame(
        after count: Int, deadline: Double = defaultDeadline
    ) throws -> WindowState {
        try wait("a frame after the first \(count)", deadline: deadline) { $0.frames > count }
    }

    /// Waits until the last committed picture fulfils a condition, and returns it.
    @discardableResult
    public func waitForPicture(
        _ what: String, deadline: Double = defaultDeadline,
        where isRight: @escaping @Sendable (WindowPicture) -> Bool
    ) throws -> WindowPicture {
        let key = key
        return try compositor.wait(what, deadline: deadline) { core in
            guard let picture = core.surfaces[key]?.picture, isRight(picture) else { return nil }
            return picture
        }
    }

    // MARK: - Shell

    /// Sends a configure to the window.
    ///
    /// Returns the serial that its client must acknowledge.
    @discardableResult
    public func configure(_ configure: Configure) throws -> UInt32 {
        try perform { surface in
            guard case .toplevel(let toplevel) = surface.role else {
                throw CompositorError("the surface is no toplevel window")
            }
            return toplevel.configure(configure)
        }
    }

    /// Sends a configure to the window, and waits for a commit that applies it.
    @discardableResult
    public func configureAndWait(
        _ configure: Configure, deadline: Double = defaultDeadline
    ) throws -> WindowState {
        let serial = try self.configure(configure)
        return try wait("a commit that honours configure \(serial)", deadline: deadline) { state in
            // Serials wrap around, and a client may skip one for a newer one.
            guard let committed = state.committedSerial else { return false }
            return Int32(bitPattern: committed &- serial) >= 0
        }
    }

    /// Asks the window to close.
    public func close() throws {
        try perform { surface in
            guard case .toplevel(let toplevel) = surface.role else {
                throw CompositorError("the surface is no toplevel window")
            }
            toplevel.resource.sendClose()
        }
    }

    /// Pings the window's client; the answer decreases `unansweredPings`.
    public func ping() throws {
        try perform { surface in _ = try surface.core.shell.ping(surface.resource.client) }
    }

    /// Waits until the client has processed everything sent so far: until it answers a ping.
    public func roundTrip(deadline: Double = defaultDeadline) throws {
        let serial = try perform { try $0.core.shell.ping($0.resource.client) }
        _ = try compositor.wait("the answer to a ping", deadline: deadline) { core in
            core.pings[serial] == nil ? true : nil
        }
    }

    /// Closes the connection of the window's client, as a real compositor may do.
    public func disconnect() throws { try perform { $0.disconnectClient() } }

    // MARK: - Frames and scale

    /// Withholds the answers to this window's frame callbacks, as if it were hidden, or stops that.
    public func withholdFrames(_ isOn: Bool) throws {
        try perform { surface in
            surface.withholdsFrames = isOn
            if surface.isWaitingForFrame { surface.core.pacer.request() }
        }
    }

    /// Answers this window's waiting frame callbacks now.
    ///
    /// Returns their number.
    @discardableResult
    public func fireFrame() throws -> Int { try perform { $0.core.pacer.fire(only: $0) } }

    /// Sends a preferred scale to this window alone: 1.5 is sent as 180.
    ///
    /// Throws if it has no fractional scale object.
    public func setPreferredScale(_ scale: Double) throws {
        let value = UInt32((scale * 120).rounded())
        try perform { surface in
            guard let object = surface.fractionalScale else {
                throw CompositorError("the window has no wp_fractional_scale_v1")
            }
            object.sendPreferredScale(scale: value)
        }
    }

    /// Moves the window onto a screen, or off it.
    public func enterOutput(named name: String) throws {
        try perform { try $0.enter($0.core.output(named: name)) }
    }

    /// Moves the window off a screen.
    public func leaveOutput(named name: String) throws {
        try perform { try $0.leave($0.core.output(named: name)) }
    }
}
