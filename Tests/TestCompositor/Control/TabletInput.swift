/// A test's actions on a drawing tablet.
///
/// The first tool that is added plugs the tablet in.
public struct TabletInput: Sendable {
    let compositor: TestCompositor

    /// Adds a tool under a number of the test's own.
    public func add(_ number: Int = 1, _ tool: TabletTool = TabletTool()) throws {
        try compositor.thread.perform { $0.tablets.addTool(number, tool) }
    }

    /// Takes a tool away.
    public func remove(_ number: Int = 1) throws {
        try compositor.thread.perform { $0.tablets.removeTool(number) }
    }

    /// Unplugs the tablet, wherever its tools are.
    public func unplug() throws { try compositor.thread.perform { $0.tablets.unplug() } }

    /// Plugs in a pad with buttons, a ring and a strip, and uses them.
    public func addPad() throws { try compositor.thread.perform { $0.tablets.addPad() } }

    /// Unplugs the pads.
    public func removePads() throws { try compositor.thread.perform { $0.tablets.removePads() } }

    /// Sends events as one group.
    ///
    /// - Parameter endsFrame: whether a `frame` follows; a faulty compositor may leave it out.
    public func send(
        _ events: [TabletEvent], of number: Int = 1, on window: TestWindow? = nil,
        time: UInt32? = nil, endsFrame: Bool = true
    ) throws {
        let key = window?.key
        try compositor.thread.perform { core in
            try core.tablets.send(
                events, of: number, on: key.map { try core.surface($0) },
                time: time ?? eventTime(), endsFrame: endsFrame)
        }
    }

    /// Brings a tool near a window.
    public func enter(
        _ window: TestWindow, x: Double, y: Double, of number: Int = 1, time: UInt32? = nil
    ) throws {
        try send([.proximityIn, .motion(x: x, y: y)], of: number, on: window, time: time)
    }

    /// Moves a tool to a place, touches it and lifts the tool.
    public func tap(x: Double, y: Double, of number: Int = 1, time: UInt32? = nil) throws {
        try send([.motion(x: x, y: y)], of: number, time: time)
        try send([.down, .pressure(30_000)], of: number, time: time)
        try send([.pressure(0), .up], of: number, time: time)
    }

    /// The pointer image that the client set for a tool since it came near.
    public func cursor(of number: Int = 1) throws -> CursorState {
        try compositor.thread.perform { $0.tablets.cursor(of: number) }
    }
}
