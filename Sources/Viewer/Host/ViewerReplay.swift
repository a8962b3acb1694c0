import ChartInteraction
import Foundation
import Geometry
import Imaging
import Platform

/// Draws a trace, frame by frame, without a window.
@MainActor
package enum ViewerReplay {
    /// The result of the drawing.
    package struct Result: Sendable {
        /// The number of pictures.
        package var frames: Int
        /// The time of the last one, in seconds after the first event.
        package var duration: Double
        /// Whether everything came to rest.
        package var hasSettled: Bool
    }

    /// The error of a folder that cannot be written to.
    package struct FolderError: ReportableError {
        package let place: String
        package let problem = "the folder cannot be written to"
        package let remedy = "name another one with --output"
    }

    /// Plays a trace over what the options show and writes every frame into a folder.
    ///
    /// A frame consists of a picture, `0001.png`, and the positions of things in it, `0001.json`,
    /// as in `render --layout` with the frame's `time` in seconds after the first event.
    ///
    /// The same files, options, trace and fonts give the same bytes.
    package static func draw(
        _ recorded: RecordedTrace, over options: ViewerOptions, scale: Double, pacing: FramePacing,
        into folder: String
    ) throws -> Result {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw FolderError(place: folder)
        }
        let viewer = try OffscreenViewer(
            recorded.view(options), scale: scale, reducesMotion: false)
        defer { viewer.close() }
        var number = 0
        let outcome = try TracePlayer(viewer).play(recorded.trace, from: 10, pacing: pacing) {
            frame in
            number += 1
            let digits = String(number)
            let stem =
                folder + "/" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            try viewer.draw().writePNG(toFile: stem + ".png", readers: .owner)
            let text = LayoutReport.json(viewer.scene, scale: scale, time: frame.time)
            try FileDraft.write(
                Array(text.utf8), to: stem + ".json", readers: .owner, isLasting: false)
        }
        return Result(
            frames: outcome.frames, duration: outcome.last?.time ?? 0,
            hasSettled: outcome.hasSettled)
    }
}
