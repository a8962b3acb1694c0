/// One event of the pointer; those of one group are ended by one `wl_pointer.frame`.
public enum PointerEvent: Sendable, Hashable {
    public enum Axis: UInt32, Sendable, Hashable {
        case vertical = 0
        case horizontal = 1
    }

    public enum Source: UInt32, Sendable, Hashable {
        case wheel = 0
        case finger = 1
        case continuous = 2
        case wheelTilt = 3
    }

    /// A motion to a place in the window's surface, in points.
    case motion(x: Double, y: Double)
    /// A button by its Linux code: `PointerEvent.left` and its like.
    case button(UInt32, isPressed: Bool)
    /// A scroll distance in points.
    case axis(Axis, Double)
    /// The source of a scroll (version 5).
    case source(Source)
    /// The fingers are lifted (version 5).
    case stop(Axis)
    /// Whole wheel steps: sent to versions 5 to 7 only, as in the protocol.
    case discrete(Axis, Int)
    /// 120ths of a wheel step: sent from version 8 on.
    case value120(Axis, Int)

    public static var left: UInt32 { 0x110 }
    public static var right: UInt32 { 0x111 }
    public static var middle: UInt32 { 0x112 }
    public static var back: UInt32 { 0x113 }
    public static var forward: UInt32 { 0x114 }
}

/// One event of the touchscreen; those of one group are ended by one `wl_touch.frame`.
public enum TouchEvent: Sendable, Hashable {
    case down(id: Int, x: Double, y: Double)
    case motion(id: Int, x: Double, y: Double)
    case up(id: Int)
    /// The contact's ellipse in points (version 6).
    case shape(id: Int, major: Double, minor: Double)
    /// The ellipse's angle in degrees (version 6).
    case orientation(id: Int, degrees: Double)
}

/// A tool of a drawing tablet.
public struct TabletTool: Sendable, Hashable {
    public enum Kind: UInt32, Sendable, Hashable {
        case pen = 0x140
        case eraser = 0x141
        case brush = 0x142
        case pencil = 0x143
        case airbrush = 0x144
        case finger = 0x145
        case mouse = 0x146
        case lens = 0x147
    }

    public var kind: Kind
    /// The number of the physical tool; 0 for none.
    public var serial: UInt64
    public var hasPressure: Bool
    public var hasTilt: Bool

    public init(
        _ kind: Kind = .pen, serial: UInt64 = 0x1_0000_002A, hasPressure: Bool = true,
        hasTilt: Bool = true
    ) {
        (self.kind, self.serial) = (kind, serial)
        (self.hasPressure, self.hasTilt) = (hasPressure, hasTilt)
    }
}

/// One event of a tablet's tool; those of one group are ended by one `zwp_tablet_tool_v2.frame`.
public enum TabletEvent: Sendable, Hashable {
    case proximityIn
    case proximityOut
    case down
    case up
    /// A motion to a place in the window's surface, in points.
    case motion(x: Double, y: Double)
    /// From 0 to 65,535.
    case pressure(UInt32)
    /// From 0 to 65,535.
    case distance(UInt32)
    /// In degrees.
    case tilt(x: Double, y: Double)
    case rotation(degrees: Double)
    /// From -65,535 to 65,535.
    case slider(Int32)
    case wheel(degrees: Double, clicks: Int32)
    /// A button by its Linux code.
    case button(UInt32, isPressed: Bool)

    public static var lowerButton: UInt32 { 0x14B }
    public static var upperButton: UInt32 { 0x14C }
}

/// One event of a touchpad gesture.
public enum GestureEvent: Sendable, Hashable {
    case pinchBegin(fingers: Int)
    /// The centre's motion in points, the scale since the beginning, the rotation in degrees since
    /// the last update.
    case pinchUpdate(dx: Double, dy: Double, scale: Double, rotation: Double)
    case pinchEnd(isCancelled: Bool)
    case swipeBegin(fingers: Int)
    case swipeUpdate(dx: Double, dy: Double)
    case swipeEnd(isCancelled: Bool)
    case holdBegin(fingers: Int)
    case holdEnd(isCancelled: Bool)
}

/// Linux key codes that tests use, as in `wl_keyboard.key`.
public enum KeyCode {
    public static let escape: UInt32 = 1
    public static let one: UInt32 = 2
    public static let minus: UInt32 = 12
    public static let equal: UInt32 = 13
    public static let backspace: UInt32 = 14
    public static let tab: UInt32 = 15
    public static let q: UInt32 = 16
    public static let w: UInt32 = 17
    public static let y: UInt32 = 21
    public static let i: UInt32 = 23
    public static let o: UInt32 = 24
    public static let e: UInt32 = 18
    public static let p: UInt32 = 25
    public static let enter: UInt32 = 28
    public static let leftControl: UInt32 = 29
    public static let a: UInt32 = 30
    public static let s: UInt32 = 31
    public static let d: UInt32 = 32
    public static let l: UInt32 = 38
    public static let leftShift: UInt32 = 42
    public static let c: UInt32 = 46
    public static let v: UInt32 = 47
    public static let n: UInt32 = 49
    public static let m: UInt32 = 50
    public static let slash: UInt32 = 53
    public static let leftAlt: UInt32 = 56
    public static let space: UInt32 = 57
    public static let capsLock: UInt32 = 58
    public static let f1: UInt32 = 59
    public static let home: UInt32 = 102
    public static let up: UInt32 = 103
    public static let pageUp: UInt32 = 104
    public static let left: UInt32 = 105
    public static let right: UInt32 = 106
    public static let end: UInt32 = 107
    public static let down: UInt32 = 108
    public static let pageDown: UInt32 = 109
    public static let delete: UInt32 = 111
}
