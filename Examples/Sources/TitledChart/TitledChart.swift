// Rows of a program's own type as a chart with a title, titles of axes, and a legend that shows and
// hides the lines: one for each value of a column. Values appear under the pointer.
//
// `marks(by:)` makes a mark for each group of rows; marks without a colour have the theme's in turn.

import ChartWindows
import Foundation

/// A reading of a scale.
struct Reading {
    let date: Date
    let kilograms: Double
    let person: String
}

@main
struct TitledChart {
    @MainActor
    static func main() {
        let readings = (0..<180).flatMap { day in
            [("Alex", 81.0, 2.6), ("Kim", 64.5, 1.4), ("Robin", 72.0, -2.2)].map { name, from, by in
                let date = Date(timeIntervalSince1970: 1_767_250_800 + Double(day) * 86_400)
                let drift = by * (cos(Double(day) / 57) - 1) + sin(Double(day) * 1.7) * 0.25
                return Reading(date: date, kilograms: from + drift, person: name)
            }
        }
        ChartProgram.run("Weights") { program in
            try program.show(
                Chart {
                    ChartTitle("Weights", subtitle: "Every morning of half a year")
                    readings.marks(by: \.person) { LineMark($0, x: \.date, y: \.kilograms, id: $1) }
                    TimeAxis(zone: .utc)
                    ValueAxis().titled("kg")
                    Legend()
                })
        }
    }
}
