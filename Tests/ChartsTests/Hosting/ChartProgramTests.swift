import ChartWindows
import Charts
import Geometry
import Testing

@MainActor
@Suite struct ChartProgramTests {
    private func program(_ arguments: String...) throws -> ChartProgram {
        try ChartProgram("Test", arguments: arguments)
    }

    @Test func withoutArgumentsThereIsALightWindow() throws {
        let program = try program()
        #expect(program.title == "Test")
        #expect(program.picture == nil && program.scale == 1 && program.theme == .light)
        #expect(program.size == Size(width: 900, height: 560))
    }

    @Test func aThemeIsThatOfTheFigureWhereThatHasNone() throws {
        #expect(try program().themes == nil, "a window follows the desktop")
        #expect(try program("--light").themes == ThemePair(.light))
        #expect(try program("--dark").themes == ThemePair(.dark))
    }

    @Test func argumentsComeInAnyOrder() throws {
        for words in [
            ["--picture", "a.png", "--scale", "1.5", "--dark"],
            ["--dark", "--scale", "1.5", "--picture", "a.png"],
        ] {
            let program = try ChartProgram("Test", arguments: words)
            #expect(program.picture == "a.png")
            #expect(program.scale == 1.5)
            #expect(program.theme == .dark)
        }
    }

    @Test(arguments: [
        (["--colour"], ChartProgramError.unknown("--colour")),
        (["a.png"], .unknown("a.png")),
        (["--picture"], .missingValue("--picture")),
        (["--picture", "a.png", "--scale"], .missingValue("--scale")),
        (["--picture", "a.png", "--scale", "two"], .notAScale("two")),
        (["--picture", "a.png", "--scale", "-1"], .notAScale("-1")),
        (["--picture", "a.png", "--scale", "nan"], .notAScale("nan")),
        (["--picture", "a.png", "--scale", "1e9"], .notAScale("1e9")),
        (["--scale", "2"], .scaleOfNoPicture),
    ])
    func whatIsNotUnderstoodIsTold(words: [String], failure: ChartProgramError) throws {
        let thrown = #expect(throws: ChartProgramError.self) {
            try ChartProgram("Test", arguments: words)
        }
        #expect(thrown == failure)
        // The message names the argument and lists the valid ones.
        let text = "\(try #require(thrown))"
        #expect(text.hasPrefix(failure.place + ": "))
        #expect(text.hasSuffix("[--picture FILE [--scale NUMBER]] [--light | --dark]"))
    }
}
