import Charts
import Foundation
import Geometry
import Imaging
import Testing

/// Every mark compared with a picture of it that a person has reviewed.
///
/// Another driver rounds in its own way, and its edges may be covered a little differently. So two
/// pictures are equal if their channels differ by at most one step in the mean, and at most one
/// pixel of two hundred differs by more than a fifth of the range. With `RENEW_PICTURES=1` in the
/// environment the pictures are rewritten instead, and must be reviewed again. Pictures that differ
/// are written next to the expected ones into a folder, which the failure names.
@MainActor
@Suite struct ReferencePictureTests {
    /// The limit of a channel's mean difference, in steps of 255.
    private static let meanLimit = 1.0
    /// The least strong difference.
    private static let strong = 51
    /// The limit of the fraction of pixels that differ strongly.
    private static let shareLimit = 0.005

    nonisolated private static let tests = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let folder = tests.appending(path: "References")
    private static let isRenewing =
        ProcessInfo.processInfo.environment["RENEW_PICTURES"] == "1"

    private static var image: ChartImage?

    /// Shared by all tests: the driver starts once.
    private func image() throws -> ChartImage {
        if let known = Self.image { return known }
        let made = try ChartImage(fonts: try Fonts.library())
        Self.image = made
        return made
    }

    @Test(arguments: ReferencePicture.all, [1.0, 2])
    func aMarkLooksAsItDid(picture: ReferencePicture, scale: Double) throws {
        for (theme, words) in [(ChartTheme.light, "light"), (.dark, "dark")] {
            let figure = ChartFigure([picture.chart(theme)], theme: theme)
            let drawn = try image().draw(figure, size: ReferencePicture.size, scale: scale)
            let name = "\(picture.name)-\(words)@\(Int(scale))x.png"
            let path = Self.folder.appending(path: name).path(percentEncoded: false)
            if Self.isRenewing {
                try drawn.straightened().writePNG(toFile: path)
                continue
            }
            let wanted = try Bitmap(contentsOfFile: path).premultiplied()
            let difference = PictureDifference(drawn, wanted, strong: Self.strong)
            guard difference.mean > Self.meanLimit || difference.share > Self.shareLimit else {
                continue
            }
            let place = try write(name, drawn, wanted, difference.picture)
            Issue.record("\(name): \(difference.text), see \(place)")
        }
    }

    /// Writes the drawn picture, the expected one and their differences; returns the folder.
    private func write(
        _ name: String, _ drawn: Bitmap, _ wanted: Bitmap, _ difference: Bitmap
    ) throws -> String {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "reference-pictures/\(name)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (kind, picture) in [("drawn", drawn), ("wanted", wanted), ("different", difference)] {
            try picture.straightened().writePNG(
                toFile: folder.appending(path: "\(kind).png").path(percentEncoded: false))
        }
        return folder.path(percentEncoded: false)
    }

    @Test func everyMarkHasAPicture() throws {
        let charts = Self.tests.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/Charts")
        let files = try ["Marks", "Polar"].flatMap {
            try FileManager.default.contentsOfDirectory(
                at: charts.appending(path: $0), includingPropertiesForKeys: nil)
        }
        var types: Set<String> = []
        for file in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            types.formUnion(
                text.matches(of: /public final class (\w+Mark)\b/).map { String($0.1) })
        }
        #expect(types.contains("LineMark"))
        let shown = Set(ReferencePicture.all.map(\.mark))
        #expect(types.subtracting(shown).sorted() == [], "a mark without a picture")
        #expect(Set(ReferencePicture.all.map(\.name)).count == ReferencePicture.all.count)
    }

    /// Pictures of removed marks are deleted, and all together stay small.
    @Test func noPictureIsLeftOver() throws {
        let files = try FileManager.default.contentsOfDirectory(
            at: Self.folder, includingPropertiesForKeys: [.fileSizeKey])
        let names = ReferencePicture.all.map(\.name).flatMap { name in
            ["light@1x", "light@2x", "dark@1x", "dark@2x"].map { "\(name)-\($0).png" }
        }
        #expect(Set(files.map(\.lastPathComponent)) == Set(names))
        let sizes = try files.map { try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 }
        #expect(sizes.reduce(0, +) < 900_000)
    }

    /// The comparison notices a line of another width, and tolerates rounding.
    @Test func theComparisonTellsThingsApart() throws {
        func draw(_ change: (LineMark) -> Void) throws -> Bitmap {
            let line = LineMark(SampleSeries(times: [0, 10, 20], values: [0, 9, 3]))
            change(line)
            let chart = Chart {
                line
                NumberAxis.hidden
                ValueAxis.hidden
            }
            return try image().draw(chart, size: ReferencePicture.size)
        }
        let line = try draw { _ in }
        let same = PictureDifference(try draw { _ in }, line, strong: Self.strong)
        #expect(same.mean == 0 && same.share == 0)
        let other = PictureDifference(
            try draw { $0.style.width = 4 }, line, strong: Self.strong)
        #expect(other.share > Self.shareLimit, "\(other.text)")
        let ground = Bitmap(width: 8, height: 8, filledWith: .init(red: 90, green: 90, blue: 90))
        let near = Bitmap(width: 8, height: 8, filledWith: .init(red: 91, green: 89, blue: 90))
        let rounding = PictureDifference(ground, near, strong: Self.strong)
        #expect(rounding.mean < Self.meanLimit && rounding.share == 0)
        let size = PictureDifference(
            ground, Bitmap(width: 8, height: 9, filledWith: .init(red: 90, green: 90, blue: 90)),
            strong: Self.strong)
        #expect(size.share == 1, "another size is another picture")
    }
}

/// The difference between two pictures.
struct PictureDifference {
    /// The mean difference of the colour channels, in steps of 255.
    private(set) var mean = 0.0
    /// The fraction of the pixels with a channel that differs strongly.
    private(set) var share = 0.0
    /// The differences, four times as strong, on black.
    private(set) var picture: Bitmap

    init(_ a: Bitmap, _ b: Bitmap, strong: Int) {
        let black = Bitmap.Pixel(red: 0, green: 0, blue: 0)
        picture = Bitmap(width: a.width, height: a.height, filledWith: black)
        guard a.width == b.width, a.height == b.height else {
            (mean, share) = (255, 1)
            return
        }
        var bytes = picture.bytes
        var (sum, count) = (0, 0)
        for pixel in stride(from: 0, to: a.bytes.count, by: 4) {
            var most = 0
            for channel in pixel..<pixel + 3 {
                let step = abs(Int(a.bytes[channel]) - Int(b.bytes[channel]))
                sum += step
                most = max(most, step)
                bytes[channel] = UInt8(min(4 * step, 255))
            }
            if most > strong { count += 1 }
        }
        let pixels = Double(a.width * a.height)
        (mean, share) = (Double(sum) / (3 * pixels), Double(count) / pixels)
        picture = Bitmap(width: a.width, height: a.height, alpha: .straight, bytes: bytes)
    }

    var text: String {
        "a channel differs by \(mean) on the mean, \(share * 100) % of the pixels strongly"
    }
}
