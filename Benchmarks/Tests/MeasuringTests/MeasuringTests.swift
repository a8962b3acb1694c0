import Measuring
import Testing

/// The parts of a run, against arithmetic by hand.
@Suite struct MeasuringTests {
    @Test func theMedianIsTheMiddle() {
        #expect(median([]) == nil)
        #expect(median([3, 1, 2]) == 2)
        #expect(median([4, 1, 2, 30]) == 3)
    }

    @Test func rollsUpMediansAndWorstCases() {
        let rounds: [Figures] = [
            ["cpu_ms": 1, "vertex_bytes": 0], ["cpu_ms": 5, "vertex_bytes": 8],
            ["cpu_ms": 2, "vertex_bytes": 0],
        ]
        #expect(combined(rounds) == ["cpu_ms": 2, "vertex_bytes": 8])
    }

    @Test func theWalkIsTheOneOfTheDefinition() {
        // The last two were computed independently of this code, in Python.
        let values = RandomWalk.values(3, seed: 3)
        let steps = (0..<3).map { RandomWalk.step($0, seed: 3) }
        #expect(values == [steps[0], steps[0] + steps[1], steps[0] + steps[1] + steps[2]])
        #expect(steps.allSatisfy { abs($0) <= 0.5 })
        #expect(RandomWalk.step(0, seed: 1) == 0.266301757339086)
        #expect(RandomWalk.step(7, seed: 3) == 0.08224547265267101)
    }

    @Test func windowsPanToTheEndAndBack() {
        let origin = FrameWorkload.origin
        #expect(FrameWorkload.w1.window(frame: 0) == origin...(origin + 2047.5))
        #expect(FrameWorkload.w1.window(frame: 100) == (origin + 2047.5)...(origin + 4095))
        #expect(FrameWorkload.w1.window(frame: 199) == FrameWorkload.w1.window(frame: 1))
        let length = 999_999.0
        #expect(
            FrameWorkload.w2.window(frame: 5)
                == (origin + 0.01 * length)...(origin + 0.99 * length))
    }

    @Test func aLineForAProgramReadsBack() {
        let outcome = Outcome(
            workload: "W1", subject: "oresen",
            figures: ["wall_ms": 0.00012345678, "cpu_ms": 3.14159265, "frames": 200],
            note: "a \"note\"")
        #expect(
            outcome.jsonLine
                == #"{"workload":"W1","subject":"oresen","cpu_ms":3.1416,"wall_ms":0.00012346,"#
                + #""frames":200,"note":"a \"note\""}"#)
    }

    @Test func theFirstPictureIsTheFrameAfterALayoutWithData() throws {
        var first = FirstPicture()
        for line in [
            #"{"t":1,"event":"layout","metric":""}"#, #"{"t":2,"event":"frame","n":1}"#,
            #"{"t":3,"event":"layout","metric":"steps"}"#, #"{"t":4.5,"event":"frame","n":2}"#,
            #"{"t":5,"event":"frame","n":3}"#,
        ] {
            first.see(try #require(TraceEvent(line: line)))
        }
        #expect(first.time == 4.5)
        #expect(TraceEvent(line: #"{"t":1,"event":"#) == nil)
    }

    @Test func kilobytesAreReadByName() {
        let text = "56500000-7ffd rollup\nRss:   1234 kB\nPrivate_Dirty:  56 kB\nThreads:  3\n"
        #expect(kilobytes(in: text) == ["Rss": 1234, "Private_Dirty": 56])
    }

    /// A machine that was slow in one round was slow for both subjects.
    @Test func ratiosAreThoseOfTheRounds() throws {
        func outcome(_ subject: String, _ values: [Double]) -> Outcome {
            let rounds: [Figures] = values.map { ["cpu_ms": $0] }
            return Outcome(
                workload: "W1", subject: subject, figures: combined(rounds), rounds: rounds)
        }
        let ratio = Requirement(
            "r", .init("W1", "oresen", "cpu_ms"), per: .init("W1", "floor", "cpu_ms"), .atMost(2))
        // Ratios 1.5, 2 and 1.5; the medians, 6 and 3, would say 2.
        let outcomes = [outcome("oresen", [3, 6, 9]), outcome("floor", [2, 3, 6])]
        #expect(ratio.verdict(on: outcomes)?.value == 1.5)
        // Subjects with different numbers of rounds did not take turns.
        let others = [outcome("oresen", [3, 6, 9]), outcome("floor", [2, 3])]
        #expect(ratio.verdict(on: others)?.value == 6 / 2.5)
    }

    @Test func aRequirementIsARatioAgainstALimit() throws {
        let outcomes = [
            Outcome(workload: "W1", subject: "oresen", figures: ["cpu_ms": 3]),
            Outcome(workload: "W1", subject: "floor.lines", figures: ["cpu_ms": 2]),
        ]
        func requirement(_ limit: Requirement.Limit) -> Requirement {
            Requirement(
                "cpu", .init("W1", "oresen", "cpu_ms"), per: .init("W1", "floor.lines", "cpu_ms"),
                limit)
        }
        let verdict = try #require(requirement(.atMost(1.4)).verdict(on: outcomes))
        #expect(verdict.value == 1.5)
        #expect(!verdict.holds)
        #expect(requirement(.atMost(1.5)).verdict(on: outcomes)?.holds == true)
        #expect(requirement(.atLeast(1.6)).verdict(on: outcomes)?.holds == false)
        #expect(requirement(.atMost(1.4)).verdict(on: [outcomes[0]]) == nil)
    }

    @Test func aTableIsAligned() {
        var table = TextTable(["name", "n"], numeric: [1])
        table.add(["a", "10"])
        table.add(["long name", "9"])
        #expect(table.aligned == "name        n\na          10\nlong name   9")
        #expect(table.markdown.hasPrefix("| name | n |\n| --- | --: |\n| a | 10 |"))
    }
}
