import ArgumentParser
import ChartCore
import Geometry
import HealthData
import Platform
import Sandbox
import Viewer

/// Plays recorded input.
struct Replay: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Play recorded input in the viewer, or draw every frame of it.",
        discussion: """
            Without --output the trace is played in a window, at the pace at which it was recorded. \
            With --output every frame is drawn into a folder, as 0001.png with the places of \
            everything in 0001.json, and no window is needed. Without a FILE it is played over the \
            sample records. The .json file next to the trace sets the metric, the dates and the \
            size; options override it.
            """)

    @Argument(
        help: ArgumentHelp("The trace: input as JSON lines.", valueName: "trace"),
        completion: .file(extensions: ["jsonl"]))
    var trace: String

    @OptionGroup var input: InputOptions
    @OptionGroup var view: ViewOptions

    @Option(help: "The theme: light, dark, or auto for the desktop's.")
    var theme: ViewerOptions.ThemeChoice = .auto

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Draw the frames into this folder.", valueName: "dir"),
        completion: .directory)
    var output: String?

    @Option(
        name: .customLong("trace"),
        help: ArgumentHelp(
            "Write what happens in the window to a file, as JSON lines.", valueName: "file"))
    var log: String?

    @Option(help: "Frames in a second, 1 to 1000; with --output.")
    var rate: Double = 60

    @Option(
        help: ArgumentHelp(
            "The part of the frames to leave out, 0 to 0.9; with --output.", valueName: "part"))
    var drop: Double = 0

    @Option(help: ArgumentHelp("Which frames are left out.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(help: "Device pixels per point, 0.5 to 4; with --output.")
    var scale: Double = 1

    func validate() throws {
        guard (1...1000).contains(rate) else {
            throw ValidationError("--rate is \(rate); give one from 1 to 1000")
        }
        guard (0...0.9).contains(drop) else {
            throw ValidationError("--drop is \(drop); give a part from 0 to 0.9")
        }
        guard (0.5...4).contains(scale) else {
            throw ValidationError("--scale is \(scale); give one from 0.5 to 4")
        }
    }

    func run() throws {
        let zone = try input.zoneRules()
        var options = try view.options(files: input.files, zone: zone)
        options.theme = theme
        options.assumptions = try input.assumptions()
        // A replay must not change the user's library.
        options.library = ":memory:"
        if let output {
            // The notes about a trace are in a file next to it.
            let stem = trace.hasSuffix(".jsonl") ? String(trace.dropLast(6)) : trace
            CommandSandbox.enter(
                reading: [trace, stem + ".json"] + input.files + SampleRecords.paths(),
                frames: output, draws: true)
        } else {
            WindowSandbox.enter()
        }
        do {
            let recorded = try RecordedTrace(path: trace)
            if input.place.zone == nil, let named = recorded.zone {
                options.zone = try ZoneRules.named(named)
            }
            if let output {
                try draw(recorded, over: options, into: output)
            } else {
                options = recorded.view(options)
                options.replay = recorded
                options.trace = log
                let isUsable = try MainActor.assumeIsolated { [options] in
                    try ViewerApplication.run(options)
                }
                if !isUsable { throw CommandFailure.refused([]) }
            }
        } catch let failure as ViewerPicture.Failure {
            throw CommandFailure.refused(failure)
        } catch let failure as any ReportableError {
            throw CommandFailure.refused([failure.description])
        }
    }

    private func draw(
        _ recorded: RecordedTrace, over options: ViewerOptions, into folder: String
    ) throws {
        let pacing = FramePacing(rate: rate, dropped: drop, seed: seed)
        let scale = scale
        let result = try MainActor.assumeIsolated {
            try ViewerReplay.draw(
                recorded, over: options, scale: scale, pacing: pacing, into: folder)
        }
        let seconds = (result.duration * 1000).rounded() / 1000
        StandardError.report("\(result.frames) frames, the last after \(seconds) s")
    }
}
