/// The stages of a night as a text with one character for each stretch of a fixed length.
struct SleepPhases {
    /// Stretches of one stage, in seconds from the beginning of the text.
    private(set) var stretches: [(from: Double, to: Double, stage: SleepStage)] = []

    /// The stretches of a text; characters without a stage leave a gap.
    init(_ text: String, seconds: Double, _ stages: [Character: SleepStage]) {
        var from = 0.0
        for character in text {
            let to = from + seconds
            defer { from = to }
            guard let stage = stages[character] else { continue }
            if let last = stretches.last, last.stage == stage, last.to == from {
                stretches[stretches.count - 1].to = to
            } else {
                stretches.append((from, to, stage))
            }
        }
    }
}

extension RecordSink {
    /// Adds a stage of sleep.
    mutating func addStage(
        _ slot: Int, start: Double, end: Double, _ stage: SleepStage, source: UInt16,
        marks: SampleMarks = []
    ) {
        add(
            slot, start: start, end: end, value: Double(stage.rawValue), source: source,
            marks: marks)
    }

    /// Adds the stages of a night of which only the lengths are known; false if none has one.
    ///
    /// They are placed one after the other from the start on, because their places in the night are
    /// unknown.
    mutating func addStages(
        _ slot: Int, from start: Double, _ lengths: [(stage: SleepStage, seconds: Double)],
        source: UInt16, marks: SampleMarks
    ) -> Bool {
        var from = start
        var marks = marks
        for (stage, seconds) in lengths where seconds > 0 {
            addStage(
                slot, start: from, end: from + seconds, stage, source: source, marks: marks)
            marks.insert(.continued)
            from += seconds
        }
        return from > start
    }

    /// Adds the stages of a night in their order; false if there are none.
    mutating func addPhases(
        _ slot: Int, from start: Double, to end: Double, _ phases: SleepPhases, source: UInt16,
        marks: SampleMarks
    ) -> Bool {
        var marks = marks
        var isUsed = false
        for stretch in phases.stretches {
            let from = start + stretch.from
            let to = min(start + stretch.to, end)
            guard to > from, SoundTime.contains(to) else { continue }
            addStage(slot, start: from, end: to, stretch.stage, source: source, marks: marks)
            marks.insert(.attached)
            isUsed = true
        }
        return isUsed
    }
}
