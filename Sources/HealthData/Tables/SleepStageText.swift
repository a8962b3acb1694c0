// The words for the stages of sleep, in the names of columns and in cells.

/// Recognizes the stages of sleep in texts.
enum SleepStageText {
    /// The stage that a cell means, in Apple's words or as a person writes it; nil if it is none.
    static func stage(ofCell text: String) -> SleepStage? {
        if let stage = AppleTypes.stage(of: text) { return stage }
        return HeaderNames.normalized(text) == "unspecified" ? .asleep : stage(ofName: text)
    }

    /// The stage of which a column with this name has figures; nil if it is about another subject.
    static func stage(ofName name: String) -> SleepStage? { stage(words(name)) }

    static func words(_ name: String) -> Set<String> {
        Set(
            HeaderNames.normalized(String(name.map { "[](){},".contains($0) ? " " : $0 }))
                .split(separator: " ").map(String.init))
    }

    static func stage(_ words: Set<String>) -> SleepStage? {
        guard words.isDisjoint(with: otherWords) else { return nil }
        func has(_ own: Set<String>) -> Bool { !words.isDisjoint(with: own) }
        if words.contains(where: { $0.hasPrefix("rem") && remEnds.contains($0.dropFirst(3)) }) {
            return .rem
        }
        if has(deepWords) { return .deep }
        if has(lightWords) { return .core }
        if has(awakeWords) { return .awake }
        if has(bedWords) { return .inBed }
        return has(sleepWords.subtracting(["sid", "plees", "nap", "naps"])) ? .asleep : nil
    }

    private static let remEnds: Set<Substring> = [
        "", "sleep", "time", "schlaf", "duration", "phase",
    ]
    private static let deepWords: Set<String> = [
        "deep", "sws", "tief", "tiefschlaf", "profond", "profundo", "profondo", "diep", "diepe",
        "dyb", "djup", "głęboki", "глубокий", "深い", "深睡", "深い睡眠", "deepsleep",
    ]
    private static let lightWords: Set<String> = [
        "light", "core", "shallow", "leicht", "leichtschlaf", "léger", "ligero", "leggero", "licht",
        "lichte", "lekki", "лёгкий", "легкий", "浅い", "浅睡", "浅い睡眠", "lightsleep",
    ]
    private static let awakeWords: Set<String> = [
        "awake", "wake", "wach", "wachzeit", "restless", "éveillé", "despierto", "sveglio",
        "wakker", "vågen",
        "vaken", "清醒", "覚醒",
    ]
    private static let bedWords: Set<String> = ["bed", "inbed", "bett", "lit", "cama", "letto"]
    static let sleepWords: Set<String> = [
        "sleep", "sleeps", "asleep", "sleepdata", "sleeping", "slept", "schlaf", "schlafdauer",
        "schlafzeit", "sommeil", "sueño", "sonno", "sono", "slaap", "søvn", "sömn", "sen", "uyku",
        "сон", "睡眠", "수면", "nap", "naps", "rem", "bedtime", "schlafenszeit", "einschlafzeit",
        "eingeschlafen",
        // The number of a sleep, as some trackers write it.
        "sid", "plees",
    ]
    /// Words of figures about sleep that are not lengths of it.
    private static let otherWords: Set<String> = [
        "quality", "score", "efficiency", "performance", "consistency", "debt", "need", "needed",
        "goal", "target", "latency", "rating", "percent", "percentage", "count", "number", "times",
        "awakenings", "notes", "note", "comment", "heart", "rate", "hr", "bpm", "temperature",
        "respiratory", "fragmentation", "cycles", "cycle", "snore", "hypopnea", "apnea", "index",
        "start", "end", "onset", "offset", "begin", "stop", "bedtime", "spo2", "oxygen", "hrv",
        "regularity", "up", "id", "sid", "lux", "exposure", "qualität", "qualité", "calidad",
        "before", "until", "after", "since", "fall", "falling", "delay", "deficit", "window", "vor",
        "bis", "avant", "antes", "prima",
    ]
}
