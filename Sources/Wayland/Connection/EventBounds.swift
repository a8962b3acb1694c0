// Bounds on the values of events, the only place where they are checked before use.
//
// A compositor is another program, which may be faulty. Values that the protocol leaves to the
// client (a scale, a suggested size, a rate) are clamped or ignored, and that is reported once. A
// mandatory size that cannot be drawn ends the program with a message. Fixed-point numbers cannot
// be NaN, and texts of events that are not UTF-8 are repaired (`String(cString:)`).

import Geometry
import Platform

/// The bounds on values from a compositor.
enum EventBounds {
    /// Whole device pixels per point of an output.
    static let wholeScales = 1...8
    /// Device pixels per point in 120ths: from a fifth of a pixel to twenty.
    static let scaleNumerators = 24...2400
    /// Frames per second of an output or a presentation.
    static let frameRates = 1.0...1000.0
    /// The largest distance from now of a frame's presentation time, in seconds.
    static let presentation = 10.0
    /// Linux has key codes up to 0x2ff; some virtual seats have more.
    static let mostKeyCode: UInt32 = 0xffff
    /// The largest number of keys held down.
    static let mostKeys = 256
    /// Repeats per second.
    static let mostRepeats: Int32 = 200
    /// Milliseconds to the first repeat.
    static let longestDelay: Int32 = 60_000
    /// The largest scroll in one frame of input, in points and in steps of a wheel.
    static let scrolledPoints = -16_384.0...16_384.0
    static let scrolledSteps = -128.0...128.0
    /// The distance of fingers during a pinch, as a multiple of the initial one.
    static let pinches = 1.0 / 64...64
    /// The largest number of fingers, and of changes in a frame of input.
    static let mostFingers = 64
    static let mostChanges = 1024
    /// The largest contact of a finger, in points.
    static let longestContact = 10_000.0
    /// The largest number of tablets of a seat, of their tools, and of their pads.
    static let mostTablets = 64
    /// The largest number of buttons held down on a pen.
    static let mostButtons = 16
    /// The types of an offer: the largest number, and the largest length of a name in bytes.
    static let mostTypes = 256
    static let longestType = 256
    /// The largest number of offers that wait for an event that uses them.
    static let mostOffers = 8
    /// The largest number of globals, outputs and seats in use.
    static let mostGlobals = 4096
    static let mostOutputs = 64
    static let mostSeats = 16
    /// The largest text of a keymap, in bytes.
    static let largestKeymap = 16 << 20
    /// The largest number of bytes next to the caret that an input method can delete: it received
    /// no more of the text.
    static let mostDeleted: UInt32 = 4096

    /// The scale of an output; nil if it is out of bounds.
    static func scale(whole factor: Int32) -> Int? {
        wholeScales.contains(Int(factor)) ? Int(factor) : nil
    }

    /// A preferred scale in 120ths; nil if it is out of bounds.
    static func scale(numerator: UInt32) -> SurfaceScale? {
        guard let number = Int(exactly: numerator), scaleNumerators.contains(number) else {
            return nil
        }
        return SurfaceScale(numerator: number)
    }

    /// Seconds from a frame to the next; nil if no screen has that rate.
    static func frameInterval(_ seconds: Double) -> Double? {
        seconds > 0 && frameRates.contains(1 / seconds) ? seconds : nil
    }

    static func isKey(_ code: UInt32) -> Bool { code <= mostKeyCode }

    /// A list of keys held down.
    static func keys(_ codes: [UInt32]) -> [UInt32] { Array(codes.filter(isKey).prefix(mostKeys)) }

    static func isType(_ type: String) -> Bool { !type.isEmpty && type.utf8.count <= longestType }

    static func clamped(_ value: Double, to range: ClosedRange<Double>) -> Double {
        min(max(value, range.lowerBound), range.upperBound)
    }
}

/// The limits on a window's picture.
struct SurfaceLimits {
    /// The longest side in device pixels: every buffer format and driver in use supports it.
    static let longestSide = 16_384
    /// The largest picture in bytes: offsets in shared memory have 31 bits.
    static let mostBytes = 1 << 31
    /// Up to this size the free memory is not checked: a 4K screen has 33 million bytes.
    private static let usualBytes = 64 << 20
    /// A window has up to four buffers, and other parts need memory too.
    private static let shareOfMemory = 4

    /// The longest side that the driver can draw.
    var longestSide = SurfaceLimits.longestSide
    /// Measures the available memory.
    var memory = MemoryGauge.system

    /// Whether a picture of this size can be drawn.
    func allow(_ size: PixelSize) -> Bool {
        let side = min(longestSide, SurfaceLimits.longestSide)
        guard size.width <= side, size.height <= side else { return false }
        let bytes = size.width * size.height * 4
        guard bytes < SurfaceLimits.mostBytes else { return false }
        return bytes <= SurfaceLimits.usualBytes
            || bytes <= memory.room / SurfaceLimits.shareOfMemory
    }
}
