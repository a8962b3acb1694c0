import Foundation
import WaylandServerProtocols

/// A window of a client.
///
/// The value stays good after the window's end, for what there is left to know.
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

    /// Everything known about the window now.
    public var state: WindowState {
        get throws {
            let key = key
            return try compositor.thread.perform { $0.state(of: key) }
        }
    }

    /// The pixels that were committed last.
    ///
    /// Throws when there are none.
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

    /// Waits for a commit that brings a buffer after `count` of them: pass the `frames` seen
    /// before.
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

    /// Tells the window what to be.
    ///
    /// Returns the serial that its client is to acknowledge.
    @discardableResult
    public func configure(_ configure: Configure) throws -> UInt32 {
        try perform { surface in
            guard case .toplevel(let toplevel) = surface.role else {
                throw CompositorError("the surface is no toplevel window")
            }
            return toplevel.configure(configure)
        }
    }

    /// Tells the window what to be, and waits for a commit that honours it.
    @discardableResult
    public func configureAndWait(
        _ configure: Configure, deadline: Double = defaultDeadline
    ) throws -> WindowState {
        let serial = try self.configure(configure)
        return try wait("a commit that honours configure \(serial)", deadline: deadline) { state in
            // Serials wrap around, and a client may pass over one for a newer one.
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

    /// Asks the window's client whether it lives; the answer counts down `unansweredPings`.
    public func ping() throws {
        try perform { surface in _ = try surface.core.shell.ping(surface.resource.client) }
    }

    /// Waits until the client has dealt with everything sent so far: a ping that is answered.
    public func roundTrip(deadline: Double = defaultDeadline) throws {
        let serial = try perform { try $0.core.shell.ping($0.resource.client) }
        _ = try compositor.wait("the answer to a ping", deadline: deadline) { core in
            core.pings[serial] == nil ? true : nil
        }
    }

    /// Closes the connection of the window's client, as a compositor does with one it has had
    /// enough of.
    public func disconnect() throws { try perform { $0.disconnectClient() } }

    // MARK: - Frames and scale

    /// Leaves this window's frame callbacks unanswered, as if it were hidden, or ends that.
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

    /// Tells this window alone its preferred scale: 1.5 is sent as 180.
    ///
    /// Throws where it has no fractional scale object.
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
