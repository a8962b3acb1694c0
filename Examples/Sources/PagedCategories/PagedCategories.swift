// Thirteen fruits as bars, five on a page and fewer if there is less room.
//
// A `CategoryChart` splits named values into pages. Swipe, scroll, press ← → or turn the wheel: the
// chart comes to rest on a whole page, and the dots below follow the finger. All pages share one
// scale of values, and the largest is highlighted. The chart is in a figure like any other, which
// provides gestures, keys and the crosshair; only the text of a bar's board is defined here.

import ChartWindows

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
