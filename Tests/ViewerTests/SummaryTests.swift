import ChartCore
import Charts
import Foundation
import Geometry
import Localization
import Testing

@testable import HealthData
@testable import Viewer

/// The summary of a library: what it shows, and where its parts lead.
@MainActor @Suite struct SummaryTests {
    private static let calendar = CivilCalendar(zone: .utc)
    private static let day = 86_400.0
    /// 2025-01-01.
    private static let start = 1_735_689_600.0

    /// A library with 500 days of steps and weights; from day 440 on (17 March 2026) there are 4,000 more
    /// steps and 2 kg less, and a note on that day.
    @MainActor
    private final class Rig: ViewerRig {
        let files: TestFiles

        /// - Parameters:
        ///   - today: the present day, counted like the days of the records; nil for a picture.
        init(
            size: Size = Size(width: 1100, height: 720), days: Int = 500, today: Int? = 499,
            showsSummary: Bool = true
        ) throws {
            files = try TestFiles()
            let directory = files.folder.path + "/library"
            var weights = "date,weight (kg)\n"
            var steps = "date,steps\n"
            for index in 0..<days {
                let date = Self.date(index)
                let later = index >= 440
                weights +=
                    "\(date) 07:00,\((later ? 80 : 82) + 0.3 * Double([0, 1, -1][index % 3]))\n"
                steps +=
                    "\(date) 12:00,\((later ? 9_000 : 5_000) + [0, 400, -300, 200][index % 4])\n"
            }
            let library = try Library(directory: directory)
            for (text, name) in [(weights, "weight.csv"), (steps, "steps.csv")] {
                _ = try library.add(
                    try files.write(text, name), options: ImportOptions(zone: .utc))
            }
            try library.addNote(
                "New shoes", from: SummaryTests.start + 440 * SummaryTests.day, to: nil,
                metric: nil)
            library.close()
            var options = ViewerOptions(
                files: [], zone: .utc, theme: .light, size: size, library: directory)
            options.showsSummary = showsSummary
            try super.init(options)
            if let today {
                viewer.context.knowsToday = true
                viewer.context.today = {
                    SummaryTests.start + (Double(today) + 0.5) * SummaryTests.day
                }
                frame()
            }
        }

        private static func date(_ index: Int) -> String {
            let parts = SummaryTests.calendar.components(
                of: SummaryTests.start + Double(index) * SummaryTests.day)
            func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
            return "\(parts.year)-\(two(parts.month))-\(two(parts.day))"
        }

        func press(_ id: ControlID) throws {
            try #require(viewer.controller.press(control: id), "\(id)")
            frame()
        }

        /// Presses the control with a name.
        func press(named name: String, role: SemanticRole? = nil) throws {
            let found = viewer.scene.tree.first {
                Self.plain($0.name) == name && $0.command != nil && (role ?? $0.role) == $0.role
            }
            try press(try #require(found, "there is no \(name)").id)
        }

        nonisolated static func plain(_ text: String) -> String {
            text.replacing("\u{202f}", with: " ").replacing("\u{a0}", with: " ")
        }

        func type(_ text: String) {
            for character in text {
                viewer.controller.press(
                    [KeyCombination(.character(Character(character.lowercased())))],
                    text: String(character))
            }
            frame()
        }

        /// The names and values in a list of the summary.
        func items(_ list: String) -> [String] {
            (node(ControlID(list))?.children ?? []).map {
                Self.plain($0.name + " | " + $0.value)
            }
        }

        var screen: SummaryScreen? { viewer.context.content as? SummaryScreen }
    }

    @Test func itHasFavouritesHighlightsAndTrends() throws {
        let rig = try Rig()
        #expect(rig.screen != nil)
        #expect(rig.model.metricChart == nil)
        #expect(
            rig.items("summary.favourites") == [
                // The day is not over, so it may still become usual.
                "Steps | 9,200, today", "Weight | 80.3 kg, today · steady",
            ])
        let highlights = rig.items("summary.highlights")
        #expect(highlights.contains { $0.hasPrefix("Weight was 2.0 kg lower after “New shoes”") })
        #expect(
            highlights.contains { $0.hasPrefix("Steps: 4,0") && $0.contains("more a day after") })
        #expect(highlights.allSatisfy { $0.contains("Likely between") })
        let trends = rig.items("summary.trends")
        #expect(trends.count == 2)
        #expect(trends.contains { $0.hasPrefix("Weight") && $0.hasSuffix(": lower") })
        #expect(trends.contains { $0.hasPrefix("Steps") && $0.hasSuffix(": higher") })
        // The library was made just now.
        #expect(rig.node(ControlID("summary.news.0"))?.name.isEmpty == false)
    }

    @Test func favouritesSayHowFarTheirGoalsAre() throws {
        let rig = try Rig()
        func cards(_ goals: [Goal]) -> [String] {
            rig.model.appearance.pin(at: rig.time) { $0.goals = goals }
            rig.frame()
            return rig.items("summary.favourites")
        }
        #expect(
            cards([
                Goal(.steps, .atLeast, 10_000), Goal(.weight, .reach, 79, start: 82),
            ]) == [
                "Steps | 9,200, today · 800 to the goal",
                "Weight | 80.3 kg, today · 1.3 kg to the goal",
            ])
        #expect(
            cards([Goal(.steps, .atLeast, 9_000), Goal(.weight, .atMost, 81)]) == [
                "Steps | 9,200, today · goal reached", "Weight | 80.3 kg, today · goal reached",
            ])
        // The day is not over: it is below the goal, and may yet be above it.
        #expect(
            cards([Goal(.steps, .atMost, 10_000)])[0] == "Steps | 9,200, today · 800 below the goal"
        )
        #expect(
            cards([Goal(.steps, .atMost, 9_000)])[0] == "Steps | 9,200, today · 200 above the goal")
        // 15 May 2026 is a Friday.
        #expect(
            cards([Goal(.steps, .atLeast, 10_000, weekdays: Goal.weekend)])[0]
                == "Steps | 9,200, today")
    }

    /// From the summary each of its parts is one press away from its chart, and the summary from there.
    @Test func itsPartsLeadToCharts() throws {
        let rig = try Rig()
        try rig.press(named: "Weight", role: .button)
        #expect(rig.model.selected == .weight)
        #expect(rig.node(ControlID("headline"))?.name == "Weight")
        rig.press(.home, alt: true)
        #expect(rig.screen != nil)

        let index = try #require(
            rig.screen?.highlights.firstIndex { $0.metric.id == .weight })
        try rig.press(ControlID(SummaryModel.sentence(index), in: .summary))
        #expect(rig.model.selected == .weight)
        #expect(rig.viewer.context.dialog is CompareScreen)
        rig.press(.escape)
        try rig.press(ControlID(.showSummary, in: .metrics))
        try rig.press(ControlID(SummaryModel.trend(.steps), in: .summary))
        #expect(rig.model.selected == .steps)
        #expect(rig.model.dates.period == .year)
    }

    @Test func oneGoesBackToIt() throws {
        let rig = try Rig()
        rig.settle()
        try rig.press(named: "Steps", role: .button)
        rig.settle()
        rig.press(.left, alt: true)
        rig.settle()
        #expect(rig.screen != nil)
        rig.press(.right, alt: true)
        rig.settle()
        #expect(rig.model.selected == .steps)
        // It is before the first metric.
        rig.press(.up)
        #expect(rig.screen != nil)
        rig.press(.down)
        #expect(rig.model.selected == .steps)
    }

    @Test func favouritesAreChosenAndOrdered() throws {
        let rig = try Rig()
        try rig.press(ControlID(.chooseFavourites, in: .summary))
        #expect(rig.viewer.context.dialog is FavouritesScreen)
        try rig.press(named: "Move Weight up")
        rig.press(.escape)
        #expect(rig.items("summary.favourites").map { $0.prefix(6) } == ["Weight", "Steps "])
        #expect(rig.model.appearance.pins.favourites == [.weight, .steps])
        rig.viewer.context.toggle(.favourites)
        rig.frame()
        try rig.press(named: "Favourite: Steps")
        rig.press(.escape)
        #expect(rig.items("summary.favourites").map { $0.prefix(6) } == ["Weight"])
        // They are kept.
        let kept = try JSONDecoder().decode(
            Preferences.self, from: JSONEncoder().encode(rig.model.appearance.pins))
        #expect(kept.favourites == [.weight])
    }

    @Test func nothingIsLookedAtTwice() throws {
        let rig = try Rig()
        let before = try #require(rig.screen?.lookedAt)
        try rig.press(named: "Steps", role: .button)
        rig.press(.home, alt: true)
        rig.settle()
        #expect(rig.screen?.lookedAt == before)
        // A note for one metric changes what can be said of that one.
        let note = Library.Note(
            id: 77, start: Self.start + 470 * Self.day, end: Self.start + 470 * Self.day,
            metric: .weight, text: "Other scale", created: 0, changed: 0)
        rig.model.notes.take(rig.model.notes.all + [note], at: 0)
        rig.settle()
        #expect(rig.screen?.lookedAt == before + 1)
    }

    @Test func anOldExportIsCalledOld() throws {
        let rig = try Rig(days: 500, today: 539)
        let names = ["summary.news.0", "summary.news.1"].compactMap {
            rig.node(ControlID($0))?.name
        }
        #expect(names.contains("Your last record is 40 days old."))
        // What was last known is no news: it has a date and no arrow.
        #expect(rig.items("summary.favourites")[0] == "Steps | 9,200, 15 May")
        let fresh = try Rig(days: 500, today: 509)
        #expect(fresh.node(ControlID("summary.news.1")) == nil)
    }

    @Test func keysAloneReachEverything() throws {
        let rig = try Rig(size: Size(width: 360, height: 480))
        #expect(rig.screen != nil)
        var seen: Set<String> = []
        for _ in 0..<40 {
            rig.press(.tab)
            guard let focused = rig.viewer.context.focus.focused else { continue }
            seen.insert(focused.name)
            if focused.area == .summary {
                // What has the focus is in sight.
                let node = try #require(rig.node(focused))
                #expect(node.frame.height > 10, "\(focused)")
            }
        }
        for id in ["summary.metric.steps", "summary.trend.weight", "summary.highlight.0"] {
            #expect(seen.contains(id), "\(id)")
        }
        rig.press(.pageDown)
        rig.press(.end)
        rig.press(.home)
        // Keys for charts say why they do nothing.
        rig.press(.character("m"))
        #expect(rig.viewer.context.toast != nil)
    }

    /// From the smallest to the largest window nothing overlaps, and everything is inside.
    @Test(arguments: [
        (360.0, 480.0), (520, 700), (760, 560), (1100, 720), (1920, 1080), (2560, 1440),
    ])
    func nothingOverlaps(width: Double, height: Double) throws {
        let layout = SummaryLayout(
            width: min(width - 48, SummaryLayout.most), cards: 5, sentences: 4, trends: 7, news: 2)
        let rects =
            layout.cards + [layout.heading, layout.sentences, layout.trends] + layout.news
        for (index, rect) in rects.enumerated() {
            #expect(rect.minX >= 0 && rect.maxX <= layout.heading.width + 0.01)
            #expect(rect.maxY <= layout.height)
            for other in rects[..<index] {
                #expect(rect.intersection(other).isEmpty, "\(rect) and \(other)")
            }
        }
        #expect(layout.cards.allSatisfy { $0.width >= 140 })
    }

    @Test func itIsFoundBySearch() throws {
        let rig = try Rig(showsSummary: false)
        #expect(rig.screen == nil)
        rig.press(.character("/"))
        #expect(rig.viewer.context.dialog is SearchScreen)
        rig.type("WEI")
        let rows = rig.viewer.scene.tree.flattened.filter { $0.id.name.hasPrefix("search.take") }
        #expect(rows.map(\.name) == ["Weight"])
        #expect(Rig.plain(rows[0].value) == "80.3 kg · today")
        rig.press(.enter)
        #expect(rig.viewer.context.dialog == nil)
        #expect(rig.model.selected == .weight)

        rig.press(.character("/"))
        rig.type("summ")
        rig.press(.enter)
        #expect(rig.screen != nil)

        // A note is found by its words, and shown on a chart.
        rig.press(.character("/"))
        rig.type("shoes")
        rig.press(.enter)
        rig.settle()
        #expect(rig.model.x.range.contains(Self.start + 440 * Self.day))

        rig.press(.character("/"))
        rig.type("qqq")
        #expect(rig.node(ControlID("search.nothing")) != nil)
        rig.press(.enter)
        #expect(rig.viewer.context.dialog is SearchScreen)
    }

    @Test func aPictureOfItIsTheSameOnEveryDay() throws {
        let rig = try Rig(today: nil)
        #expect(rig.items("summary.favourites")[0].hasPrefix("Steps | 9,200, 15 May"))
        #expect(rig.node(ControlID("headline"))?.value == "Records up to 15 May 2026")
    }
}
