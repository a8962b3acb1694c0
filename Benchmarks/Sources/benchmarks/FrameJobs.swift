import Foundation
import Measuring

extension Run {
    /// The frames of W1 to W4: the floors, the chart off screen and in a window, the peers.
    func frameJobs() -> [Job] {
        workloads.filter { ["W1", "W2", "W3", "W4"].contains($0) }.flatMap { name -> [Job] in
            // A clear costs the same in every workload, but the speed of the machine varies.
            var jobs = [floor(name, "floor.clear", ["clear"])]
            switch name {
            case "W1":
                jobs.append(floor(name, "floor.lines", ["lines"]))
                if !isOffScreen { jobs.append(presentation(name)) }
            case "W2": jobs += columns(name, samples: 1_000_000)
            case "W3": jobs += columns(name, samples: 10_000_000)
            default: jobs += columns(name, samples: 100_000_000)
            }
            jobs.append(chart(name, "oresen", rounds: rounds))
            // The other workloads zoom with every second frame, so no picture is reused.
            if name == "W1" { jobs.append(chart(name, "oresen.anew", rounds: rounds)) }
            guard !isOffScreen else { return jobs }
            jobs.append(chart(name, "oresen.window", rounds: min(rounds, 2)))
            return jobs + peerFrames(name)
        }
    }

    /// Frames of many short lines.
    func manyJobs() -> [Job] {
        guard workloads.contains("many") else { return [] }
        return [FrameWorkload.manyPanned, .manyZoomed].map {
            var job = chart($0.name, "oresen", rounds: min(rounds, 2))
            job.note = "500 lines of 2,000 samples"
            return job
        }
    }

    /// Frames of many points in no order, and of ten times as many.
    func scatterJobs() -> [Job] {
        guard workloads.contains("scatter") else { return [] }
        return [("oresen.tenth", FrameWorkload.scatter), ("oresen", .largeScatter)].map {
            subject, workload in
            Job(
                workload: "scatter", subject: subject, rounds: rounds,
                note: "\(workload.lines * workload.samples) points of three classes, panned"
            ) {
                try figures(of: Self.sibling("benchmarks"), ["oresen", workload.name])
            }
        }
    }

    /// Frames with ten thousand strokes of ink, and without.
    func inkJobs() -> [Job] {
        guard workloads.contains("ink") else { return [] }
        let kinds = ["pan", "zoom", "add", "live", "pan-crowded", "zoom-crowded", "add-crowded"]
        return kinds.flatMap { kind in
            ["oresen.\(kind)-bare", "oresen.\(kind)"].map { subject in
                var job = chart("ink", subject, rounds: rounds)
                job.note =
                    subject.hasSuffix("bare")
                    ? "lines" : "10,000 strokes of 200 points over lines"
                return job
            }
        }
    }

    /// Frames of a map with a track, in turn with those of W2, and tiles as they are painted.
    func mapJobs() -> [Job] {
        guard workloads.contains("map") else { return [] }
        let notes = [
            ("oresen.W2", "W2 once more, in turn with the others"),
            ("oresen.pan", "a track of 100,000 points on the map of the earth, panned"),
            ("oresen.pan-million", "of a million points"),
            ("oresen.pan-bare", "without the map"),
            ("oresen.turn", "turned"), ("oresen.tile", "a vector tile of 512 pixels a side"),
            ("oresen.city-tile", "a tile of a city"),
            ("oresen.opening", "a map of a city is opened, with the threads of the viewer"),
        ]
        return notes.map { subject, note in
            var job = chart("map", subject, rounds: rounds)
            job.note = note
            return job
        }
    }

    /// A chart that is thrown, and the same ranges set by a program.
    func flingJobs() -> [Job] {
        guard workloads.contains("fling") else { return [] }
        let notes = [
            ("oresen", "thrown, the values follow"),
            ("oresen.panned", "the same ranges of both axes, set by a program"),
            ("oresen.steady", "thrown, the values at rest"),
            ("oresen.steady-panned", "the same ranges, set by a program"),
        ]
        var pan = chart("W2", "oresen", rounds: rounds)
        pan.workload = "fling"
        pan.subject = "oresen.W2"
        pan.note = "W2 once more, in turn with the others"
        return notes.map { subject, note in
            var job = chart("fling", subject, rounds: rounds)
            job.note = note
            return job
        } + [pan]
    }

    /// Frames of one line, from a thousand samples to a hundred million.
    func growthJobs() -> [Job] {
        guard workloads.contains("growth") else { return [] }
        return (3...8).flatMap { power -> [Job] in
            let samples = Int(pow(10, Double(power)))
            func job(_ subject: String, _ program: String, _ arguments: [String]) -> Job {
                Job(
                    workload: "growth", subject: subject, rounds: rounds,
                    note: "as W2 with 10^\(power) samples on \(FrameWorkload.growthCorners) corners"
                ) {
                    var figures = try figures(of: Self.sibling(program), arguments)
                    figures["samples"] = Double(samples)
                    return figures
                }
            }
            let ours = job("oresen", "benchmarks", ["oresen", "\(samples)"])
            // Fewer samples than columns do not make a picture of columns.
            guard samples > FrameWorkload.width else { return [ours] }
            let floor = ["columns", "\(samples)", "\(FrameWorkload.growthCorners)"]
            return [job("floor.columns", "floor-frames", floor), ours]
        }
    }

    private func chart(_ workload: String, _ subject: String, rounds: Int) -> Job {
        Job(
            workload: workload, subject: subject, rounds: rounds,
            note: [
                "oresen.window": "wall until the swap, cpu of the whole cycle",
                "oresen.anew": "every frame drawn in full, no picture reused",
            ][subject] ?? ""
        ) {
            try figures(of: Self.sibling("benchmarks"), [subject, workload])
        }
    }

    private func floor(_ workload: String, _ subject: String, _ arguments: [String]) -> Job {
        Job(workload: workload, subject: subject, rounds: rounds) {
            try figures(of: Self.sibling("floor-frames"), arguments)
        }
    }

    /// Both ways to draw columns.
    ///
    /// Lines have been cheaper on every driver so far, so they are the floor.
    private func columns(_ workload: String, samples: Int) -> [Job] {
        [("floor.columns", "columns"), ("floor.columns-quads", "columns-quads")].map {
            subject, kind in
            var job = floor(workload, subject, [kind, "\(samples)"])
            job.note =
                kind == "columns" ? "GL_LINES" : "triangles, to show that lines are the floor"
            return job
        }
    }

    /// What showing a cleared window costs our process.
    private func presentation(_ workload: String) -> Job {
        Job(
            workload: workload, subject: "floor.client", rounds: min(rounds, 2),
            note: "a cleared window, swapped; wall until the swap, cpu of the whole cycle"
        ) {
            let client = try MeasuredProcess(
                Self.sibling("floor-client"), ["\(FrameWorkload.frames)"], trace: .standardOutput,
                folder: folder)
            defer { client.end() }
            let event = try client.event("frames", within: 120)
            return [
                "cpu_ms": event.number("cpu_ms") ?? .nan,
                "wall_ms": event.number("wall_ms") ?? .nan,
                "frames": event.number("frames") ?? .nan,
            ]
        }
    }
}
