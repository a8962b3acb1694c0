/// Something that uses raw input, such as a pen, a crosshair, or the controls of a window.
///
/// A tool sees every event of a pointer, a finger or a touchpad that no earlier tool has taken, before any
/// gesture is recognised. `InputTools` hands the events out.
@MainActor
public protocol InputTool: AnyObject {
    /// Handles an event, and returns whether it took it: then no later tool sees it.
    ///
    /// A tool that takes the beginning of something (a button, a finger) takes the rest of it too.
    func handle(_ event: InputEvent) -> Bool
    /// Finishes a frame: all of its events have been handed out.
    ///
    /// - Parameter time: of the frame, in seconds.
    func endFrame(at time: Double)
    /// When `advance` must be called if no event comes before, in seconds; nil if nothing waits.
    var nextDeadline: Double? { get }
    /// Lets time pass, for what depends on it (a long press).
    func advance(to time: Double)
    /// Cancels whatever is under way: the window lost the pointer, or the tool is no longer in use.
    func reset(at time: Double)
}

extension InputTool {
    public func endFrame(at time: Double) {}
    public var nextDeadline: Double? { nil }
    public func advance(to time: Double) {}
    public func reset(at time: Double) {}
}

/// Hands input to tools: each event to one after the other, until one takes it.
@MainActor
public struct InputTools {
    /// The tools, first those that events go to first.
    public private(set) var tools: [any InputTool]

    /// Makes a list of tools in order.
    public init(_ tools: [any InputTool] = []) { self.tools = tools }

    /// Replaces the tools; those that are no longer in the list are reset.
    ///
    /// Cost: a comparison of each with each.
    public mutating func replace(by tools: [any InputTool], at time: Double) {
        let gone = self.tools.filter { old in !tools.contains { $0 === old } }
        self.tools = tools
        for tool in gone { tool.reset(at: time) }
    }

    /// Handles the events of a frame in order.
    ///
    /// - Returns: whether a tool took every one of them.
    @discardableResult
    public func handle(_ frame: InputFrame) -> Bool {
        var areTaken = true
        for event in frame.events where !take(event) { areTaken = false }
        for tool in tools { tool.endFrame(at: frame.time) }
        return areTaken
    }

    private func take(_ event: InputEvent) -> Bool {
        for tool in tools where tool.handle(event) { return true }
        return false
    }

    /// When `advance` must be called if no event comes before, in seconds; nil if nothing waits.
    public var nextDeadline: Double? { tools.compactMap(\.nextDeadline).min() }

    /// Lets time pass for all tools.
    public func advance(to time: Double) {
        for tool in tools { tool.advance(to: time) }
    }

    /// Cancels whatever is under way.
    public func reset(at time: Double) {
        for tool in tools { tool.reset(at: time) }
    }
}

/// The tool that recognises gestures in whatever the tools before it leave.
@MainActor
public final class GestureTool: InputTool {
    private var interpreter: GestureInterpreter
    private var events: [InputEvent] = []
    private let perform: (Gesture) -> Void

    /// Makes a tool that hands each gesture to a closure.
    public init(
        options: GestureInterpreter.Options = .init(), perform: @escaping (Gesture) -> Void
    ) {
        interpreter = GestureInterpreter(options: options)
        self.perform = perform
    }

    /// Takes every event.
    public func handle(_ event: InputEvent) -> Bool {
        events.append(event)
        return true
    }

    public func endFrame(at time: Double) {
        guard !events.isEmpty else { return }
        let frame = InputFrame(time: time, events: events)
        events = []
        for gesture in interpreter.interpret(frame) { perform(gesture) }
    }

    public var nextDeadline: Double? { interpreter.nextDeadline }

    public func advance(to time: Double) {
        for gesture in interpreter.advance(to: time) { perform(gesture) }
    }

    public func reset(at time: Double) {
        for gesture in interpreter.reset(at: time) { perform(gesture) }
    }
}
