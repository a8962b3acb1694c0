import Geometry
import Platform

/// A trace, or a line of one, that cannot be replayed.
public struct InputTraceError: ReportableError, Hashable {
    /// The trace, the line and the byte.
    public let place: String
    /// What is wrong with it.
    public let problem: String
    /// What to do about it.
    public let remedy: String

    /// Makes the error for a place.
    public init(
        place: String, problem: String,
        remedy: String = "record the trace again, or remove the line"
    ) {
        self.place = place
        self.problem = problem
        self.remedy = remedy
    }
}

/// Recorded input frames for replay.
///
/// As text it is JSON lines, one frame a line:
/// `{"t":12.5,"events":[{"kind":"pointer.move","x":1,"y":2},…]}`. An event has its own `t` only if
/// it differs from the frame's, and `modifiers` only if keys are down. Numbers are written so that
/// they read back as the same bits, so a replayed trace gives exactly the same windows.
public struct InputTrace: Hashable, Sendable {
    /// The frames in order of arrival.
    public var frames: [InputFrame]

    /// Makes a trace of frames.
    public init(frames: [InputFrame] = []) { self.frames = frames }

    /// Adds a frame; events with invalid numbers are ignored, as in the interpreter.
    public mutating func record(_ frame: InputFrame) {
        guard frame.time.isFinite else { return }
        frames.append(InputFrame(time: frame.time, events: frame.events.filter(\.isSensible)))
    }

    /// The trace as JSON lines, each with its line feed.
    public var text: String { frames.map { Self.line(of: $0) + "\n" }.joined() }

    /// Reads JSON lines; empty lines are skipped.
    ///
    /// - Parameter name: the name of the trace in an error, usually its file.
    /// - Throws: `InputTraceError` with the line and place of the first error.
    public init(text: String, name: String = "trace") throws(InputTraceError) {
        frames = []
        var number = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            if line.allSatisfy(\.isWhitespace) { continue }
            do {
                frames.append(try Self.frame(of: line))
            } catch {
                throw InputTraceError(
                    place: "\(name):line \(number), byte \(error.offset + 1)",
                    problem: error.problem)
            }
        }
    }

    /// One frame as a line of JSON without a line feed.
    public static func line(of frame: InputFrame) -> String {
        TraceValue.object([
            ("t", .number(frame.time)),
            ("events", .array(frame.events.map { $0.traceValue(frameTime: frame.time) })),
        ]).text
    }

    private static func frame(of line: some StringProtocol) throws(TraceReader.Fault) -> InputFrame
    {
        let value = try TraceReader.value(of: line)
        guard case .number(let time)? = value["t"] else {
            throw TraceReader.Fault(offset: 0, problem: "the frame has no time \"t\"")
        }
        guard case .array(let items)? = value["events"] else {
            throw TraceReader.Fault(offset: 0, problem: "the frame has no list \"events\"")
        }
        var events: [InputEvent] = []
        for item in items {
            guard let event = InputEvent(item, frameTime: time) else {
                throw TraceReader.Fault(
                    offset: 0, problem: "the event \(item.text) cannot be understood")
            }
            events.append(event)
        }
        return InputFrame(time: time, events: events)
    }
}

extension Modifiers {
    fileprivate static let names: [(Modifiers, String)] = [
        (.shift, "shift"), (.control, "control"), (.alt, "alt"), (.logo, "logo"),
    ]
}

extension PointerButton {
    fileprivate var traceValue: TraceValue {
        switch self {
        case .left: .string("left")
        case .right: .string("right")
        case .middle: .string("middle")
        case .other(let number): .number(Double(number))
        }
    }

    fileprivate init?(_ value: TraceValue?) {
        switch value {
        case .string("left"): self = .left
        case .string("right"): self = .right
        case .string("middle"): self = .middle
        case .number(let number):
            guard let number = Int(exactly: number) else { return nil }
            self = .other(number)
        default: return nil
        }
    }
}

extension PenState {
    fileprivate var traceValue: TraceValue {
        var pairs: [(key: String, value: TraceValue)] = [
            ("tool", .number(Double(tool))), ("kind", .string(kind.rawValue)),
        ]
        if let pressure { pairs.append(("pressure", .number(pressure))) }
        if let tilt { pairs.append(("tilt", .array([.number(tilt.dx), .number(tilt.dy)]))) }
        if rotation != 0 { pairs.append(("rotation", .number(rotation))) }
        return .object(pairs)
    }

    fileprivate init?(_ value: TraceValue) {
        func number(_ value: TraceValue?) -> Double? {
            if case .number(let number)? = value { number } else { nil }
        }
        guard let tool = number(value["tool"]).flatMap({ Int(exactly: $0) }),
            case .string(let word)? = value["kind"], let kind = Kind(rawValue: word)
        else { return nil }
        var tilt: Vector?
        if let pair = value["tilt"] {
            guard case .array(let parts) = pair, parts.count == 2, let dx = number(parts[0]),
                let dy = number(parts[1])
            else { return nil }
            tilt = Vector(dx: dx, dy: dy)
        }
        self.init(
            tool: tool, kind: kind, pressure: number(value["pressure"]), tilt: tilt,
            rotation: number(value["rotation"]) ?? 0)
    }
}

extension InputEvent {
    /// The name of the event in traces: `pointer.move`, `pinch.update`.
    public var traceKind: String {
        switch kind {
        case .pointerMoved: "pointer.move"
        case .pointerPressed: "pointer.press"
        case .pointerReleased: "pointer.release"
        case .pointerLeft: "pointer.leave"
        case .scrolled: "scroll"
        case .scrollStopped: "scroll.stop"
        case .wheel: "wheel"
        case .touchBegan: "touch.down"
        case .touchMoved: "touch.move"
        case .touchEnded: "touch.up"
        case .touchCancelled: "touch.cancel"
        case .pinchBegan: "pinch.begin"
        case .pinchUpdated: "pinch.update"
        case .pinchEnded: "pinch.end"
        case .swipeBegan: "swipe.begin"
        case .swipeUpdated: "swipe.update"
        case .swipeEnded: "swipe.end"
        case .holdBegan: "hold.begin"
        case .holdEnded: "hold.end"
        }
    }

    fileprivate func traceValue(frameTime: Double) -> TraceValue {
        var pairs: [(key: String, value: TraceValue)] = [("kind", .string(traceKind))]
        if time != frameTime { pairs.append(("t", .number(time))) }
        pairs.append(("x", .number(position.x)))
        pairs.append(("y", .number(position.y)))
        func add(_ delta: Vector) {
            pairs.append(("dx", .number(delta.dx)))
            pairs.append(("dy", .number(delta.dy)))
        }
        switch kind {
        case .pointerMoved, .pointerLeft, .touchCancelled: break
        case .pointerPressed(let button), .pointerReleased(let button):
            pairs.append(("button", button.traceValue))
        case .scrolled(let delta, let source):
            add(delta)
            pairs.append(("source", .string(source == .finger ? "finger" : "continuous")))
        case .scrollStopped(let axis):
            pairs.append(("axis", .string(axis == .horizontal ? "x" : "y")))
        case .wheel(let steps): add(steps)
        case .touchBegan(let id), .touchMoved(let id), .touchEnded(let id):
            pairs.append(("id", .number(Double(id))))
        case .pinchBegan(let fingers), .swipeBegan(let fingers), .holdBegan(let fingers):
            pairs.append(("fingers", .number(Double(fingers))))
        case .pinchUpdated(let delta, let scale, let rotation):
            add(delta)
            pairs.append(("scale", .number(scale)))
            pairs.append(("rotation", .number(rotation)))
        case .swipeUpdated(let delta): add(delta)
        case .pinchEnded(let isCancelled), .swipeEnded(let isCancelled),
            .holdEnded(let isCancelled):
            pairs.append(("cancelled", .bool(isCancelled)))
        }
        if !modifiers.isEmpty {
            let names = Modifiers.names.filter { modifiers.contains($0.0) }.map(\.1)
            pairs.append(("modifiers", .array(names.map { .string($0) })))
        }
        if let pen { pairs.append(("pen", pen.traceValue)) }
        if let contact { pairs.append(("contact", .number(contact))) }
        return .object(pairs)
    }

    fileprivate init?(_ value: TraceValue, frameTime: Double) {
        func number(_ key: String) -> Double? {
            if case .number(let number)? = value[key] { return number }
            return nil
        }
        func integer(_ key: String) -> Int? { number(key).flatMap { Int(exactly: $0) } }
        func vector() -> Vector? {
            guard let dx = number("dx"), let dy = number("dy") else { return nil }
            return Vector(dx: dx, dy: dy)
        }
        func isCancelled() -> Bool? {
            if case .bool(let flag)? = value["cancelled"] { return flag }
            return nil
        }
        guard case .string(let name)? = value["kind"], let x = number("x"), let y = number("y")
        else { return nil }
        var modifiers: Modifiers = []
        if case .array(let names)? = value["modifiers"] {
            for name in names {
                guard let known = Modifiers.names.first(where: { .string($0.1) == name }) else {
                    return nil
                }
                modifiers.insert(known.0)
            }
        }
        guard
            let kind = Self.kind(
                name, value, integer: integer, number: number, vector: vector,
                isCancelled: isCancelled)
        else { return nil }
        var pen: PenState?
        if let described = value["pen"] {
            guard let known = PenState(described) else { return nil }
            pen = known
        }
        self.init(
            time: number("t") ?? frameTime, position: Point(x: x, y: y), kind: kind,
            modifiers: modifiers, pen: pen)
        contact = number("contact")
    }

    private static func kind(
        _ name: String, _ value: TraceValue, integer: (String) -> Int?,
        number: (String) -> Double?, vector: () -> Vector?, isCancelled: () -> Bool?
    ) -> Kind? {
        switch name {
        case "pointer.move": return .pointerMoved
        case "pointer.press": return PointerButton(value["button"]).map { .pointerPressed($0) }
        case "pointer.release": return PointerButton(value["button"]).map { .pointerReleased($0) }
        case "pointer.leave": return .pointerLeft
        case "scroll":
            switch value["source"] {
            case .string("finger"): return vector().map { .scrolled($0, .finger) }
            case .string("continuous"): return vector().map { .scrolled($0, .continuous) }
            default: return nil
            }
        case "scroll.stop":
            switch value["axis"] {
            case .string("x"): return .scrollStopped(.horizontal)
            case .string("y"): return .scrollStopped(.vertical)
            default: return nil
            }
        case "wheel": return vector().map { .wheel($0) }
        case "touch.down": return integer("id").map { .touchBegan($0) }
        case "touch.move": return integer("id").map { .touchMoved($0) }
        case "touch.up": return integer("id").map { .touchEnded($0) }
        case "touch.cancel": return .touchCancelled
        case "pinch.begin": return integer("fingers").map { .pinchBegan(fingers: $0) }
        case "pinch.update":
            guard let delta = vector(), let scale = number("scale"), scale > 0,
                let rotation = number("rotation")
            else { return nil }
            return .pinchUpdated(translation: delta, scale: scale, rotation: rotation)
        case "pinch.end": return isCancelled().map { .pinchEnded(isCancelled: $0) }
        case "swipe.begin": return integer("fingers").map { .swipeBegan(fingers: $0) }
        case "swipe.update": return vector().map { .swipeUpdated(translation: $0) }
        case "swipe.end": return isCancelled().map { .swipeEnded(isCancelled: $0) }
        case "hold.begin": return integer("fingers").map { .holdBegan(fingers: $0) }
        case "hold.end": return isCancelled().map { .holdEnded(isCancelled: $0) }
        default: return nil
        }
    }
}
