// Seven languages, the most spoken first, all of them on one page.
//
//     SortedCategories [--picture FILE.png] [--scale N] [--light | --dark]

import ChartWindows

@main
struct SortedCategories {
    static let speakers = [
        ("Spanish", 486.0), ("English", 380), ("Hindi", 345), ("Mandarin", 941), ("Bengali", 237),
        ("Russian", 148), ("Portuguese", 236),
    ]

    @MainActor
    static func main() {
        ChartProgram.run("Languages", size: Size(width: 720, height: 360)) { program in
            let series = CategorySeries(speakers).sorted()
            let chart = CategoryChart(series, id: "Speakers", mostBars: series.count, unit: "M")
            try program.show(chart)
        }
    }
}
