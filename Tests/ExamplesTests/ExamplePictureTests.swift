import Charts
import Foundation
import Geometry
import Imaging
import PictureTesting
import Testing

/// Every example as a program that writes its picture, without a display.
@Suite struct ExamplePictureTests {
    @Test func thereAreExamples() { #expect(Example.all.count >= 13) }

    /// Expects the requested size, the theme's background at the corners, the colours of the
    /// series, and plots that fill the picture.
    private func expectSound(_ ink: Ink, _ picture: Bitmap, _ example: Example, _ theme: ChartTheme)
    {
        for (x, y) in [(0, 0), (ink.width - 1, 0), (ink.width - 1, ink.height - 1)] {
            #expect(picture[x, y] == Bitmap.Pixel(theme.ground))
        }
        #expect(picture.isOpaque)
        // Grid, letters and smoothed edges have many colours; a blank or broken picture has a few.
        #expect(ink.colors > 24)
        #expect(ink.part > 0.02 && ink.part < 0.75, "\(ink.part) of the pixels are drawn on")
        #expect(ink.columns.lowerBound < ink.width / 10)
        #expect(ink.columns.upperBound > ink.width * 9 / 10)
        #expect(ink.rows.lowerBound < ink.height / 10)
        #expect(ink.rows.upperBound > ink.height * 9 / 10)
        let shown = theme.series.filter { ink.count(of: $0) >= 30 }
        #expect(shown.count >= example.leastColors, "colours of series: \(shown.map(\.hexString))")
        #expect(ink.count(of: theme.grid) > ink.width / 2)
    }

    @Test(arguments: Example.all)
    func picturesAreSoundInEachThemeAndScale(example: Example) throws {
        let (light, dark) = (ChartTheme.light, ChartTheme.dark)
        let picture = try example.knownPicture()
        let ink = Ink(picture, ground: light.ground)
        expectSound(ink, picture, example, light)
        // The picture is deterministic.
        #expect(try example.picture() == picture)

        let darkPicture = try example.picture(["--dark"])
        let darkInk = Ink(darkPicture, ground: dark.ground)
        expectSound(darkInk, darkPicture, example, dark)
        #expect(darkInk.width == ink.width && darkInk.height == ink.height)
        for color in light.series { #expect(darkInk.count(of: color) == 0) }
        // The same picture in other colours. Only in the dark theme, a board's background differs
        // from that of the charts.
        #expect(abs(darkInk.part - ink.part) < 0.05, "\(darkInk.part) against \(ink.part)")

        let finePicture = try example.picture(["--scale", "2"])
        let fineInk = Ink(finePicture, ground: light.ground)
        expectSound(fineInk, finePicture, example, light)
        #expect(fineInk.width == 2 * ink.width && fineInk.height == 2 * ink.height)
        // Rounding differs: a bar is a whole number of pixels wide, a line of the grid always one.
        #expect(fineInk.distance(to: ink) < 6, "\(fineInk.distance(to: ink))")
    }

    /// Other programs render the drawing and the page like the picture, except at edges.
    @Test(arguments: Example.all)
    func documentsLookLikeThePicture(example: Example) throws {
        let wanted = try example.knownPicture().straightened()
        try withFolder { folder in
            func file(_ name: String) throws -> Data {
                let outcome = try example.run(["--picture", "\(folder)/\(name)"], in: folder)
                try #require(outcome.status == 0, "\(outcome.errors)")
                return try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
            }
            for (name, shown) in [
                ("SVG", try Bitmap.shown(svg: file("picture.svg"))),
                ("PDF", try Bitmap.shown(pdf: file("picture.pdf"))),
            ] {
                try #require(shown.width == wanted.width && shown.height == wanted.height)
                let difference = RenderingDifference(wanted, shown)
                #expect(difference.worst <= 3 && difference.same > 0.9, "\(name): \(difference)")
            }
        }
    }

    @Test(arguments: Example.all)
    func theReadmeShowsWhatItDraws(example: Example) throws {
        let root = Example.package.deletingLastPathComponent()
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let picture = "assets/screenshots/examples/\(example.name).png"
        #expect(readme.contains(picture))
        #expect(readme.contains("Examples/Sources/\(example.name)/\(example.name).swift"))
        let shown = try Bitmap(contentsOfFile: root.appending(path: picture).path)
        let drawn = try example.knownPicture()
        try #require(shown.width == drawn.width && shown.height == drawn.height)
        // Another version of the driver smooths edges a little differently.
        let difference = RenderingDifference(shown, drawn)
        #expect(
            difference.worst <= 3 && difference.same > 0.98,
            "\(difference); to renew it, run the example with --picture \(picture)")
    }

    @Test(arguments: Example.all)
    func argumentsThatAreNoneAreTold(example: Example) throws {
        try withFolder { folder in
            let outcome = try example.run(["--colour"], in: folder)
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("--picture FILE"))
        }
    }

    /// The behaviour that all of them get from `ChartProgram`.
    @Test func everyMistakeHasItsSentence() throws {
        let example = Example(name: "LineWindow")
        try withFolder { folder in
            for arguments in [
                ["--picture"], ["--picture", "a", "--scale", "0"], ["--scale", "2"],
            ] {
                let outcome = try example.run(arguments, in: folder)
                #expect(outcome.status == 2)
                #expect(outcome.errors.contains("--picture FILE"))
            }
            let ending = try example.run(["--picture", "a.gif"], in: folder)
            #expect(ending.status == 1 && ending.errors.contains(".png, .svg or .pdf"))
            let help = try example.run(["--help"], in: folder)
            #expect(help.status == 0 && help.output.contains("--picture FILE"))
        }
    }

    @Test(arguments: Example.all)
    func aFileThatCannotBeWrittenIsTold(example: Example) throws {
        try withFolder { folder in
            let outcome = try example.run(["--picture", "nowhere/a.png"], in: folder)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("nowhere/a.png"))
        }
    }

    @Test(arguments: Example.windows)
    func aDisplayThatIsMissingIsTold(example: Example) throws {
        try withFolder { folder in
            let outcome = try example.run([], in: folder)
            #expect(outcome.status == 1)
            #expect(!outcome.errors.isEmpty && !outcome.errors.contains("Fatal error"))
        }
    }
}
