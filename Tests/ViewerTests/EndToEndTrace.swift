import TestCompositor
import Testing

/// Checks that a trace of `oresen` has the form of CLI.md: its fields in every line.
func expectSoundTrace(
    _ lines: [TraceLine], sourceLocation: SourceLocation = #_sourceLocation
) {
    let texts: [String: [String]] = [
        "import": ["file"], "input": ["kind"], "layout": ["metric", "period"],
        "range": ["axis", "cause"], "frame": ["cause"], "select": ["metric"],
    ]
    let numbers: [String: [String]] = [
        "start": ["pid"], "configure": ["width", "height", "scale"], "import": ["read"],
        "range": ["min", "max"], "frame": ["n", "cpu_us", "uploaded", "draws"],
        "select": ["time", "value"],
    ]
    let flags: [String: [String]] = ["import": ["finished"], "frame": ["animating"]]
    let known: Set = [
        "start", "configure", "import", "input", "layout", "range", "frame", "select",
        "first-frame", "loaded", "memory-released",
    ]
    let causes: Set = ["input", "animation", "data", "resize", "theme"]
    var time = 0.0
    var count = 0.0
    for line in lines {
        let event = line.event
        var faults: [String] = []
        if !known.contains(event) { faults.append("an unknown event") }
        for name in texts[event] ?? [] where line.text(name) == nil { faults.append("no \(name)") }
        for name in numbers[event] ?? [] where line.number(name) == nil {
            faults.append("no \(name)")
        }
        for name in flags[event] ?? [] where line[name]?.flag == nil { faults.append("no \(name)") }
        let now = line.number("t") ?? -1
        if now < time { faults.append("a time before the line above") }
        time = max(time, now)
        if event == "frame" {
            count += 1
            if line.number("n") != count { faults.append("not the number \(count)") }
            if !causes.contains(line.text("cause") ?? "") { faults.append("an unknown cause") }
        }
        if event == "layout", line["plot"]?.list?.count != 4 || line["controls"]?.list == nil {
            faults.append("no plot or controls")
        }
        if event == "input", line.text("kind") != "key",
            line.number("x") == nil || line.number("y") == nil
        {
            faults.append("no place")
        }
        if event == "range", let min = line.number("min"), let max = line.number("max"), min >= max
        {
            faults.append("an empty range")
        }
        if !faults.isEmpty {
            Issue.record(
                "line \(line.index + 1) of the trace has \(faults.joined(separator: ", ")): \(line)",
                sourceLocation: sourceLocation)
        }
    }
}
