// Nine cities in a grid: the charts share the months and the degrees, so that heights can be
// compared, and a gesture in one moves all. The axes are labelled once.
//
//     SmallMultiples [--picture FILE.png] [--scale N] [--light | --dark]

import ChartWindows
import Glibc

@main
struct SmallMultiples {
    @MainActor
    static func main() {
        ChartProgram.run("Nine cities", size: Size(width: 960, height: 720)) { program in
            let (month, degrees) = (NumberAxis(labels: months), ValueAxis(unit: "°C").shared())
            let charts = cities.map { city in
                Chart {
                    ChartTitle(city.name)
                    LineMark(city.year, x: \.month, y: \.degrees, id: city.name)
                    month
                    degrees
                }
            }
            try program.show(ChartFigure.grid(columns: 3, charts))
        }
    }

    @MainActor static let months = CategoryNames([
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ])

    /// The coldest and the warmest month of each city: made up, but near the truth.
    static let cities = [
        City("Reykjavík", 0, 12), City("Oslo", -4, 18), City("Helsinki", -5, 18),
        City("London", 5, 19), City("Berlin", 0, 20), City("Warsaw", -2, 20),
        City("Lisbon", 12, 24), City("Rome", 8, 26), City("Athens", 10, 30),
    ]
}

struct City {
    let name: String
    let year: [(month: Int, degrees: Double)]

    init(_ name: String, _ coldest: Double, _ warmest: Double) {
        self.name = name
        year = (0..<12).map { month in
            let warmth = 0.5 - 0.5 * cos(Double(month) / 6 * .pi)
            return (month, coldest + (warmest - coldest) * warmth)
        }
    }
}
