// The bounds for values of events: the one place where they are checked before use.
//
// A compositor is another program, and may be a broken one. Values that the protocol leaves to the
// client (a scale, a suggested size, a rate) are brought within bounds or ignored, and that is
// reported once. A size that must be obeyed and cannot be drawn ends the program with a sentence.
// Fixed-point numbers cannot be NaN, and texts of events that are no UTF-8 are repaired
// (`String(cString:)`).

import Geometry
import Platform

/// The bounds of what a compositor sends.
enum EventBounds {
    /// Whole device pixels per point of an output.
    static let wholeScales = 1...8
    /// Device pixels per point in 120ths: from a fifth of a pixel to twenty.
    static let scaleNumerators = 24...2400
    /// Frames per second of an output or a presentation.
    static let frameRates = 1.0...1000.0
    /// How far from now a frame can have been shown, in seconds.
    static let presentation = 10.0
    /// Linux has key codes up to 0x2ff; some seats made by software have more.
    static let mostKeyCode: UInt32 = 0xffff
    /// How many keys can be down.
    static let mostKeys = 256
    /// Repeats per second.
    static let mostRepeats: Int32 = 200
    /// Milliseconds to the first repeat.
    static let longestDelay: Int32 = 60_000
    /// How far one frame of input can scroll, in points and in steps of a wheel.
    static let scrolledPoints = -16_384.0...16_384.0
    static let scrolledSteps = -128.0...128.0
    /// How much fingers can be apart after a pinch, as a multiple of what they were.
    static let pinches = 1.0 / 64...64
    /// How many fingers can be down, and how many changes a frame of input can hold.
    static let mostFingers = 64
    static let mostChanges = 1024
    /// The types of an offer: how many, and how long their names are in bytes.
    static let mostTypes = 256
    static let longestType = 256
    /// How many offers can wait for an event that uses them.
    static let mostOffers = 8
    /// How many globals, outputs and seats are used.
    static let mostGlobals = 4096
    static let mostOutputs = 64
    static let mostSeats = 16
    /// The largest text of a keymap, in bytes.
    static let largestKeymap = 16 << 20
    /// How many bytes next to the caret an input method can delete: it was sent no more of the
    /// text.
    static let mostDeleted: UInt32 = 4096

    /// The scale of an output; nil where it is out of bounds.
    static func scale(whole factor: Int32) -> Int? {
        wholeScales.contains(Int(factor)) ? Int(factor) : nil
    }

    /// A preferred scale in 120ths; nil where it is out of bounds.
    static func scale(numerator: UInt32) -> SurfaceScale? {
        guard let number = Int(exactly: numerator), scaleNumerators.contains(number) else {
            return nil
        }
        return SurfaceScale(numerator: number)
    }

    /// Seconds from a frame to the next; nil where no screen has that rate.
    static func frameInterval(_ seconds: Double) -> Double? {
        seconds > 0 && frameRates.contains(1 / seconds) ? seconds : nil
    }

    static func isKey(_ code: UInt32) -> Bool { code <= mostKeyCode }

    /// A list of keys that are down.
    static func keys(_ codes: [UInt32]) -> [UInt32] { Array(codes.filter(isKey).prefix(mostKeys)) }

    static func isType(_ type: String) -> Bool { !type.isEmpty && type.utf8.count <= longestType }

    static func clamped(_ value: Double, to range: ClosedRange<Double>) -> Double {
        min(max(value, range.lowerBound), range.upperBound)
    }
}

/// How large a picture of a window can be.
struct SurfaceLimits {
    /// The longest side in device pixels: every buffer format and driver in use supports it.
    static let longestSide = 16_384
    /// The largest picture in bytes: offsets in shared memory have 31 bits.
    static let mostBytes = 1 << 31
    /// Up to this many bytes the free memory is not checked: a screen of 4K has 33 million.
    private static let usualBytes = 64 << 20
    /// A window has up to four buffers, and others need memory too.
    private static let shareOfMemory = 4

    /// The longest side that the driver can draw.
    var longestSide = SurfaceLimits.longestSide
    /// How much memory there is.
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
