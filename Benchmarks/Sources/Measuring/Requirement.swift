/// A limit on a ratio or a figure.
public struct Requirement: Sendable {
    /// A figure of a subject.
    public struct Figure: Hashable, Sendable {
        public var workload: String
        public var subject: String
        public var name: String

        public init(_ workload: String, _ subject: String, _ name: String) {
            self.workload = workload
            self.subject = subject
            self.name = name
        }

        func outcome(in outcomes: [Outcome]) -> Outcome? {
            outcomes.last { $0.workload == workload && $0.subject == subject }
        }

        func value(in outcomes: [Outcome]) -> Double? { outcome(in: outcomes)?.figures[name] }

        /// The ratio to another figure.
        ///
        /// If both took part in the same rounds, it is the median of the rounds' ratios, since a
        /// machine that is slower for a while is slower for both. Otherwise it is the ratio of the
        /// figures.
        func ratio(to divisor: Figure, in outcomes: [Outcome]) -> Double? {
            guard let over = outcome(in: outcomes), let under = divisor.outcome(in: outcomes),
                let value = over.figures[name], let below = under.figures[divisor.name], below > 0
            else { return nil }
            guard over.rounds.count > 1, over.rounds.count == under.rounds.count else {
                return value / below
            }
            let pairs = zip(over.rounds, under.rounds).compactMap { a, b -> Double? in
                guard let x = a[name], let y = b[divisor.name], y > 0 else { return nil }
                return x / y
            }
            return pairs.count == over.rounds.count ? median(pairs) : value / below
        }
    }

    /// The direction and the value of a limit.
    public enum Limit: Hashable, Sendable {
        case atMost(Double)
        case atLeast(Double)
    }

    /// The result of a requirement.
    public struct Verdict: Hashable, Sendable {
        public var what: String
        public var value: Double
        public var limit: Limit
        public var holds: Bool
    }

    public let what: String
    public let limit: Limit
    private let value: @Sendable ([Outcome]) -> Double?

    /// A figure, or the ratio of two (the median of the rounds' ratios).
    public init(
        _ what: String, _ figure: Figure, per divisor: Figure? = nil, _ limit: Limit
    ) {
        self.what = what
        self.limit = limit
        value = { outcomes in
            guard let divisor else { return figure.value(in: outcomes) }
            return figure.ratio(to: divisor, in: outcomes)
        }
    }

    /// A requirement on several outcomes at once.
    public init(
        _ what: String, _ limit: Limit, value: @escaping @Sendable ([Outcome]) -> Double?
    ) {
        self.what = what
        self.limit = limit
        self.value = value
    }

    /// Whether it holds; nil if its figures were not measured.
    public func verdict(on outcomes: [Outcome]) -> Verdict? {
        guard let value = value(outcomes) else { return nil }
        let holds =
            switch limit {
            case .atMost(let most): value <= most
            case .atLeast(let least): value >= least
            }
        return Verdict(what: what, value: value, limit: limit, holds: holds)
    }
}

extension Requirement {
    /// The requirements of the project.
    public static let all: [Requirement] = frames + processes + data

    private static let frames: [Requirement] = {
        func cpu(_ workload: String, _ subject: String) -> Figure {
            Figure(workload, subject, "cpu_ms")
        }
        var list = [
            Requirement(
                "W1 cpu / floor.lines (which clears first)", cpu("W1", "oresen"),
                per: cpu("W1", "floor.lines"), .atMost(1.4)),
            Requirement(
                "W1 cpu, every frame drawn in full / floor.lines", cpu("W1", "oresen.anew"),
                per: cpu("W1", "floor.lines"), .atMost(1.4)),
            Requirement(
                "W1 cpu / implot", cpu("W1", "oresen"), per: cpu("W1", "implot"), .atMost(0.4)),
            Requirement(
                "W1 cpu / pyqtgraph", cpu("W1", "oresen"), per: cpu("W1", "pyqtgraph"),
                .atMost(1.0 / 6)),
            Requirement(
                "W1 bytes of vertices sent in a frame", Figure("W1", "oresen", "vertex_bytes"),
                .atMost(0)),
            Requirement(
                "W1 texts shaped in all frames", Figure("W1", "oresen", "texts_shaped"),
                .atMost(0)),
        ]
        for workload in ["W2", "W3", "W4"] {
            list.append(
                Requirement(
                    "\(workload) cpu / floor.columns (which clears first)",
                    cpu(workload, "oresen"), per: cpu(workload, "floor.columns"), .atMost(3)))
        }
        for (what, thrown, panned) in [
            ("", "oresen", "oresen.panned"),
            (", values at rest", "oresen.steady", "oresen.steady-panned"),
        ] {
            list.append(
                Requirement(
                    "fling cpu\(what) / the same path panned", cpu("fling", thrown),
                    per: cpu("fling", panned), .atMost(1.25)))
        }
        list += [
            Requirement(
                "scatter, cpu of 10⁶ points / of 10⁵", cpu("scatter", "oresen"),
                per: cpu("scatter", "oresen.tenth"), .atMost(3)),
            Requirement(
                "ink, cpu of a pan with 10,000 strokes / without", cpu("ink", "oresen.pan"),
                per: cpu("ink", "oresen.pan-bare"), .atMost(1.15)),
            Requirement(
                "ink, cpu of a zoom with 10,000 strokes / without", cpu("ink", "oresen.zoom"),
                per: cpu("ink", "oresen.zoom-bare"), .atMost(1.3)),
            Requirement(
                "ink, cpu of the next stroke with 10,000 strokes / without",
                cpu("ink", "oresen.add"), per: cpu("ink", "oresen.add-bare"), .atMost(1.05)),
            Requirement(
                "map, cpu of a pan with 100,000 points / W2 cpu", cpu("map", "oresen.pan"),
                per: cpu("map", "oresen.W2"), .atMost(1.15)),
            Requirement(
                "map, cpu of a pan with 10⁶ points / with 10⁵", cpu("map", "oresen.pan-million"),
                per: cpu("map", "oresen.pan"), .atMost(1.15)),
            Requirement(
                "fling cpu / W2 cpu", cpu("fling", "oresen"), per: cpu("fling", "oresen.W2"),
                .atMost(1.25)),
            Requirement(
                "W4 cpu / W2 cpu", cpu("W4", "oresen"), per: cpu("W2", "oresen"), .atMost(1.15)),
            Requirement(
                "W4 cpu of pyqtgraph / ours", cpu("W4", "pyqtgraph"), per: cpu("W4", "oresen"),
                .atLeast(15)),
            Requirement(
                "W3 cpu of implot / ours", cpu("W3", "implot"), per: cpu("W3", "oresen"),
                .atLeast(500)),
            Requirement(
                "growth, 10⁴ to 10⁸: largest / smallest cpu", .atMost(1.25),
                value: growth),
        ]
        return list
    }()

    private static let processes: [Requirement] = {
        var list = [
            Requirement("W5 frames in 10 s", Figure("W5", "oresen", "frames"), .atMost(0)),
            Requirement("W5 context switches", Figure("W5", "oresen", "switches"), .atMost(2)),
            Requirement("W5 cpu seconds", Figure("W5", "oresen", "cpu_s"), .atMost(0.001)),
        ]
        for (windows, subject) in [("one window", "oresen"), ("two windows", "oresen.two")] {
            for figure in ["switches", "written_bytes", "disk_bytes", "syncs", "frames"] {
                list.append(
                    Requirement(
                        "W5b \(figure) in 10 s, \(windows)", Figure("W5b", subject, figure),
                        .atMost(0)))
            }
        }
        for (word, name) in [("wall", "wall_s"), ("cpu", "cpu_s")] {
            list.append(
                Requirement(
                    "W6 \(word) / floor.client", Figure("W6", "oresen", name),
                    per: Figure("W6", "floor.client", name), .atMost(2)))
        }
        for (word, name) in [
            ("resident", "rss_mb"), ("proportional", "pss_mb"),
        ] {
            list.append(
                Requirement(
                    "memory, \(word) / floor.client", Figure("memory", "oresen", name),
                    per: Figure("memory", "floor.client", name), .atMost(1.6)))
        }
        return list
    }()

    /// The memory for reading a health export in addition to its columns.
    ///
    /// The columns have 27 bytes a sample: two times, a value, the source, the marks.
    private static func memory(_ name: String, _ subject: String, columns: Double) -> Requirement {
        Requirement(
            "\(name), peak of private memory over \(Int(columns)) MB of columns, MB", .atMost(120),
            value: { outcomes in
                Figure("W8", subject, "private_peak_mb").value(in: outcomes).map { $0 - columns }
            })
    }

    private static let data: [Requirement] = {
        func wall(_ workload: String, _ subject: String) -> Figure {
            Figure(workload, subject, "wall_s")
        }
        var list = [
            Requirement(
                "W7 wall / floor.csv", wall("W7", "oresen"), per: wall("W7", "floor.csv"),
                .atMost(2.5)),
            Requirement(
                "W7 first picture / wall", Figure("W7", "oresen", "first_s"),
                per: wall("W7", "oresen"), .atMost(0.1)),
            Requirement(
                "W7 peak of private memory, MB", Figure("W7", "oresen.watched", "private_peak_mb"),
                .atMost(350)),
            Requirement(
                "W8 wall / floor.xml-scan", wall("W8", "oresen"),
                per: wall("W8", "floor.xml-scan"), .atMost(2.5)),
            Requirement(
                "W8 zipped, wall / floor.inflate", wall("W8", "oresen.zip"),
                per: wall("W8", "floor.inflate"), .atMost(1.3)),
        ]
        for (peer, least) in [("expat", 4.5), ("lxml", 15), ("healthkit-to-sqlite", 100)] {
            list.append(
                Requirement(
                    "W8 wall of \(peer) / ours", wall("W8", peer), per: wall("W8", "oresen"),
                    .atLeast(least)))
        }
        list += [
            Requirement(
                "W8 first picture, s", Figure("W8", "oresen", "first_s"), .atMost(1)),
            memory("W8", "oresen.watched", columns: 65),
            memory("W8 4 GB", "oresen.large", columns: 243),
            Requirement(
                "append 1,000 to 10 million / build", Figure("append", "oresen", "cpu_ms"),
                per: Figure("pyramid", "oresen", "cpu_ms"), .atMost(0.001)),
        ]
        return list
    }()

    /// How far frames are from flat once samples outnumber pixels: the largest cost over the
    /// smallest.
    ///
    /// The picture is the same at every number of samples.
    private static func growth(_ outcomes: [Outcome]) -> Double? {
        let costs = outcomes.compactMap { outcome -> Double? in
            guard outcome.workload == "growth", outcome.subject == "oresen",
                let samples = outcome.figures["samples"], samples >= 10_000
            else { return nil }
            return outcome.figures["cpu_ms"]
        }
        guard costs.count > 1, let low = costs.min(), let high = costs.max(), low > 0 else {
            return nil
        }
        return high / low
    }
}
