import Foundation
import Measuring

extension Report {
    /// The heading of the section about a machine with a GPU, which another run fills.
    private static let elsewhere = "## On a GPU"

    /// A run on another machine, as a section of the document.
    @MainActor
    func section(for run: Run) -> String {
        let format = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
        var machine = TextTable(["", ""])
        for (name, value) in Machine.description(withPeers: false)
        where !["compositor", "Swift", "Oresen"].contains(name) {
            machine.add([name, value])
        }
        var table = TextTable(["workload", "subject", "cpu", "wall", "gpu"], numeric: [2, 3, 4])
        for outcome in outcomes {
            table.add([
                outcome.workload, "`\(outcome.subject)`", time(outcome, "cpu"),
                time(outcome, "wall"), time(outcome, "gpu"),
            ])
        }
        let parts = [
            Self.elsewhere,
            """
            Off screen, from the folder that `make bench-folder` makes, \(start.formatted(format)). GPU is the \
            driver's own clock, from the start of a frame's first call to the end of its last one.
            """,
            machine.markdown, table.markdown,
        ]
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// A document's section about a machine with a GPU, or a placeholder if it has none.
    private static func elsewhere(in path: String) -> String {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        guard let start = text.range(of: elsewhere + "\n") else {
            return """
                \(elsewhere)

                Not measured yet. `make bench-folder FOLDER=out/bench` makes a folder that measures W1 to W4 \
                and fling on a machine without Swift; the section that its `run` writes replaces this one.

                | workload | subject | cpu | wall | gpu |
                | --- | --- | --: | --: | --: |
                """
        }
        let rest = text[start.upperBound...]
        let end = rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex
        return String(text[start.lowerBound..<end]).trimmingCharacters(in: .newlines)
    }

    /// The document of a run: the machine, the figures, and how to read them.
    ///
    /// - Parameter old: The document that it replaces; its section about a GPU stays.
    @MainActor
    func document(for run: Run, keepingSectionsOf old: String) -> String {
        let format = Date.ISO8601FormatStyle(timeZone: .gmt)
        let minutes = Int((end.timeIntervalSince(start) / 60).rounded())
        var machine = TextTable(["", ""])
        for (name, value) in Machine.description(withPeers: run.display != nil) {
            machine.add([name, value])
        }
        var parts = [
            "# Results",
            """
            One run of `make bench\(run.display == nil ? "" : " PEERS=1") RESULTS=1`, \
            \(start.formatted(format.year().month().day())), \(minutes) minutes. Only ratios within \
            the run are meaningful: another machine, or another hour on this one, gives other times.
            """,
            machine.markdown,
        ]
        if !verdicts.rows.isEmpty {
            parts += ["## Requirements", verdicts.markdown]
        }
        let growth = growth
        if !growth.rows.isEmpty {
            parts += [
                "## Growth",
                """
                A frame of one line, all of it visible, pan and zoom alternating, against the number \
                of samples. The samples are on straight lines between 10,000 corners, so from there on \
                the picture stays the same. The bar is CPU, \(Self.barScale) to the \
                millisecond.
                """,
                growth.markdown,
            ]
        }
        parts += [
            "## Figures", documentFigures.markdown, Self.elsewhere(in: old), Self.howToRead,
        ]
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static let barScale = 5

    /// CPU of a frame by the number of samples, next to the floor with the same samples.
    private var growth: TextTable {
        var table = TextTable(
            ["samples", "cpu", "floor.columns", "ratio", ""], numeric: [0, 1, 2, 3])
        let all = outcomes.filter { $0.workload == "growth" }
        for outcome in all where outcome.subject == "oresen" {
            let samples = outcome.figures["samples"] ?? 0
            let cpu = outcome.figures["cpu_ms"] ?? 0
            let floor = all.first {
                $0.subject == "floor.columns" && $0.figures["samples"] == samples
            }
            let length = max(1, min(60, Int((cpu * Double(Self.barScale)).rounded())))
            table.add([
                Int(samples).formatted(.number.locale(Locale(identifier: "en"))),
                time(outcome, "cpu"), floor.map { time($0, "cpu") } ?? "-",
                floor?.figures["cpu_ms"].map { Self.short(cpu / $0) } ?? "-",
                "`" + String(repeating: "█", count: length) + "`",
            ])
        }
        return table
    }

    private var documentFigures: TextTable {
        var table = TextTable(
            ["workload", "subject", "cpu", "wall", "more", "note"], numeric: [2, 3])
        for outcome in outcomes where outcome.workload != "growth" {
            table.add([
                outcome.workload, "`\(outcome.subject)`", time(outcome, "cpu"),
                time(outcome, "wall"), more(outcome), outcome.note,
            ])
        }
        return table
    }

    private static let howToRead = """
        ## How to read them

        A frame covers everything from the change of the view until the picture of 1280 by 800 \
        device pixels is complete: `glFinish` off screen, the swap in a window. CPU is user and \
        system time of the whole process, all threads, so it includes what a software driver \
        draws. 20 frames warm up and 200 count. The figure is their median, and over several \
        rounds the median of the rounds' medians. Subjects take turns within a round; a ratio of \
        two is the median of the rounds' ratios.

        * **W1**: two lines of 4,096 samples, 3 pixels wide, half of them visible; each frame pans \
        by a hundredth of the view. **W2**, **W3**, **W4**: one line of 1, 10 and 100 million \
        samples, all visible, pan and zoom alternating. **many**: 500 lines of 2,000 samples. \
        **scatter**: a hundred thousand points in three nearly normal clouds, and a million, all \
        visible, panned by a two-hundredth of their time in each frame. **ink**: lines \
        as in W1 with 10,000 strokes of 200 points each over them, and without (`bare`). A view \
        shows a hundred of them; in `crowded`, which nobody could read, it shows 5,000, and \
        zoomed all. Panned by a hundredth of the view, the first frame of a zoom from rest \
        (`sharp_ms` until it is sharp), a stroke that is drawn and shown, and a frame while a \
        marker of 64 points is drawn. \
        **fling**: W2's line, a quarter of it visible, thrown to and fro by a finger through the \
        gesture interpreter, with values that follow the visible range; only frames in flight \
        count, a sixtieth of a second apart. **stream**: each frame appends a thousand samples to \
        a million. All have axes, grid and labels.
        * **W5**: the chart is shown and nothing happens for 10 s. **W5b**: the same with a window \
        on a library of 100,000 samples, alone (`oresen`) and together with a second one \
        (`oresen.two`). **W6**: from the start of the process to its first frame, with a table of \
        10,000 rows. **W7**: from the start to the complete picture of 10,000,000 rows. **W8**: \
        the same with an Apple Health export of 2,388,958 records; `oresen.large` is one of \
        9,000,000, 4 GB. **library**: a window on a library of 4,000,000 samples, to its complete \
        picture. **memory**: an idle window with the sample records; its private megabytes count \
        the pages of libraries only while no other process has them, so they need a quiet machine.
        * `oresen` is the real chart off screen (frames) or the real program (everything else). \
        `oresen.window` is the chart in a window of the compositor, one frame with each of its \
        callbacks. `oresen.watched` is the program once more, with its memory sampled every 20 ms.
        * In **fling**, `oresen.panned` shows the same ranges of both axes without a hand and \
        without motion, set by the program. `oresen.steady` is thrown while the values are at \
        rest, and `oresen.steady-panned` shows those ranges. `oresen.W2` is W2, in turn with them. \
        The difference between `oresen` and `oresen.steady` is the cost of following: if the \
        values move, the picture is drawn again; if it only pans, the picture is reused.
        * `floor.clear` clears the picture. `floor.lines` clears and draws W1's lines with the \
        minimum for anti-aliased lines: one instance of four vertices a segment; no axes, no text. \
        `floor.columns` clears and draws one vertical line for each column of pixels, sent again \
        with each frame; that is cheaper than two triangles (`floor.columns-quads`). The figure of \
        a floor includes its clear, so the limits apply to that one figure. `floor.client` is a \
        minimal Wayland client with EGL. Its first frame counts when the compositor answers it; \
        `swapped_s` is when its swap returned, which is the meaning of the program's \
        `first-frame`. `floor.csv` and `floor.xml-scan` read the same files in plain C, on one \
        thread, without checks. `floor.bandwidth` reads the same numbers and keeps the minimum and \
        the maximum. `floor.handover` shows the distance between the processors: some 70 ns there \
        and back if they share their last cache, several hundred if they do not; then reading on \
        two of them takes up to half as long again.
        * Peers run on Xvfb. They get 8 seconds for their frames, with three frames at least. \
        ImPlot sends every sample to OpenGL with each frame; for W4 that is more memory than the \
        machine has.
        """
}
