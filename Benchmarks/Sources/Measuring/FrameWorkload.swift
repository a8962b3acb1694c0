/// Frames of a chart with a known content: what is drawn, and which part of it each frame shows.
///
/// The picture is 1280 by 800 device pixels; 20 frames warm up and 200 count. Samples are a random
/// walk, a second apart; the y range is that of all samples with 5 % of room on both sides.
public struct FrameWorkload: Hashable, Sendable {
    /// How the view changes from frame to frame.
    public enum Motion: Hashable, Sendable {
        /// Half of the samples are visible; each frame pans by 1/200 of all samples, to the end and
        /// back.
        case pan
        /// All samples are visible; each frame pans by 1/200 of their time, to a half of it and back.
        case drift
        /// All samples are visible; panning and zooming by a hundredth alternate.
        case panAndZoom
        /// In turn, all samples are visible, and all except a hundredth at both ends.
        case zoom
        /// A hundredth of the samples is visible; each frame pans by a hundredth of the view, over
        /// one view and back.
        case pagePan
        /// In turn, a hundredth of the samples is visible, and that except a hundredth at both
        /// ends.
        case pageZoom
    }

    /// What is drawn.
    public enum Content: Hashable, Sendable {
        /// A line through all samples of each walk.
        case lines
        /// A cloud of points for each class, at any times and values: nothing is in order.
        case points
    }

    public static let width = 1280
    public static let height = 800
    public static let warmUp = 20
    public static let frames = 200
    /// Seconds after which a slow subject may stop, after at least three frames.
    public static let budget = 10.0
    /// The time of the first sample, in seconds since 1970.
    public static let origin = 1.7e9

    /// The name in tables and JSON lines.
    public let name: String
    public let lines: Int
    /// How many samples a line has.
    public let samples: Int
    /// The number of a line's corners, between which the samples are on straight lines.
    ///
    /// If nil, every sample is a corner.
    public let corners: Int?
    /// The lines' width in device pixels.
    public let lineWidth: Double
    public let motion: Motion
    public let content: Content

    public init(
        name: String, lines: Int, samples: Int, corners: Int? = nil, lineWidth: Double,
        motion: Motion, content: Content = .lines
    ) {
        self.name = name
        self.lines = lines
        self.samples = samples
        self.corners = corners
        self.lineWidth = lineWidth
        self.motion = motion
        self.content = content
    }

    /// Two lines of 4,096 samples, 3 pixels wide.
    public static let w1 = FrameWorkload(
        name: "W1", lines: 2, samples: 4096, lineWidth: 3, motion: .pan)
    /// One line of a million samples.
    public static let w2 = dense("W2", samples: 1_000_000)
    /// One line of ten million samples.
    public static let w3 = dense("W3", samples: 10_000_000)
    /// One line of a hundred million samples.
    public static let w4 = dense("W4", samples: 100_000_000)
    /// 500 lines of 2,000 samples each, panned.
    public static let manyPanned = many("many.pan", .pan)
    /// The same, zoomed.
    public static let manyZoomed = many("many.zoom", .zoom)

    private static func many(_ name: String, _ motion: Motion) -> FrameWorkload {
        FrameWorkload(name: name, lines: 500, samples: 2000, lineWidth: 1, motion: motion)
    }

    /// A scatter of a hundred thousand points in three classes, panned.
    public static let scatter = points(100_000)
    /// The same clouds with a million points.
    public static let largeScatter = points(1_000_000)

    private static func points(_ count: Int) -> FrameWorkload {
        FrameWorkload(
            name: "scatter-\(count)", lines: 3, samples: count / 3, lineWidth: 3, motion: .drift,
            content: .points)
    }

    /// Lines as in W1 under ink, which a view shows a hundredth of, panned.
    public static let inkPanned = ink("ink.pan", .pagePan)
    /// The same, zoomed.
    public static let inkZoomed = ink("ink.zoom", .pageZoom)
    /// W1's lines under ink, which a view shows half of, panned as in W1.
    public static let crowdPanned = ink("ink.crowded-pan", .pan)
    /// The same, zoomed: a view shows all of it.
    public static let crowdZoomed = ink("ink.crowded-zoom", .zoom)

    private static func ink(_ name: String, _ motion: Motion) -> FrameWorkload {
        let samples = motion == .pan || motion == .zoom ? 4096 : 204_800
        return FrameWorkload(name: name, lines: 2, samples: samples, lineWidth: 3, motion: motion)
    }

    /// The workloads with a fixed name.
    public static let all = [
        w1, w2, w3, w4, manyPanned, manyZoomed, scatter, largeScatter,
    ]

    /// One line of 1 pixel, all of it visible.
    public static func dense(_ name: String, samples: Int) -> FrameWorkload {
        FrameWorkload(
            name: name, lines: 1, samples: samples, lineWidth: 1, motion: .panAndZoom)
    }

    /// The same line with a given number of samples; the picture does not depend on the number.
    public static func growth(samples: Int) -> FrameWorkload {
        FrameWorkload(
            name: "growth-\(samples)", lines: 1, samples: samples, corners: growthCorners,
            lineWidth: 1, motion: .panAndZoom)
    }

    /// How many corners the line of `growth` has.
    public static let growthCorners = 10_000

    /// The seed of a line's walk: 1 and 2 in W1, 3 for a single line.
    public func seed(line: Int) -> UInt64 { lines == 1 ? 3 : UInt64(line + 1) }

    /// The part of the samples' time that a frame shows, in seconds since 1970.
    public func window(frame: Int) -> ClosedRange<Double> {
        let length = Double(samples - 1)
        let (start, end): (Double, Double)
        switch motion {
        case .pan, .drift:
            let step = frame % 200
            start = Double(step < 100 ? step : 200 - step) / 200
            end = start + (motion == .pan ? 0.5 : 1)
        case .panAndZoom:
            (start, end) = [(0, 1), (0.01, 0.99), (0.02, 1), (0.01, 1.01)][frame % 4]
        case .zoom:
            (start, end) = frame % 2 == 0 ? (0, 1) : (0.01, 0.99)
        case .pagePan:
            let step = frame % 200
            start = 0.5 + Double(step < 100 ? step : 200 - step) / 10_000
            end = start + 0.01
        case .pageZoom:
            (start, end) = frame % 2 == 0 ? (0.5, 0.51) : (0.5001, 0.5099)
        }
        return (Self.origin + start * length)...(Self.origin + end * length)
    }
}
