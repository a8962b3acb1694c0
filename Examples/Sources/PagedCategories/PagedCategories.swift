// Thirteen fruits as bars, five on a page and fewer where there is less room.
//
// A `CategoryChart` cuts named values into pages: swipe, scroll, press ← → or turn the wheel, and the
// chart comes to rest on a whole page while the dots below follow the finger. All pages share one scale
// of values, and the largest stands out. It lies in a figure like any chart, so it gets its gestures,
// keys and crosshair there; only how a board tells of a bar is said here.

import Charts

@main
struct PagedCategories {
    static let fruits = [
        ("Apples", 7.0), ("Tangerines", 1), ("Peaches", 9), ("Grapes", 6), ("Strawberries", 3),
        ("Bananas", 2), ("Pears", 2), ("Persimmons", 9), ("Watermelons", 1), ("Melons", 5),
        ("Cherries", 1), ("Pineapples", 1), ("Kiwis", 6),
    ]

    @MainActor
    static func main() {
        ChartProgram.run("Fruits", size: Size(width: 640, height: 360)) { program in
            let categories = CategoryChart(
                CategorySeries(fruits), id: "Eaten")
            let figure = ChartFigure()
            let panel = figure.add(categories)
            panel.title = { place in categories.index(at: place).map { fruits[$0].0 } ?? "" }
            try program.show(figure)
        }
    }
}
