// Rain as bars and the temperature as a line over the months, each on an axis of its own.
//
//     Climate [--picture FILE.png] [--scale N] [--light | --dark]

import ChartWindows

@main
struct Climate {
    static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    static let rain: [Double] = [49, 43, 48, 40, 60, 68, 78, 72, 52, 44, 51, 55]
    static let degrees: [Double] = [
        0.6, 1.8, 5.2, 10.4, 14.9, 18.2, 20.1, 19.6, 15.4, 10.3, 5.2, 1.9,
    ]

    @MainActor
    static func main() {
        ChartProgram.run("Climate", size: Size(width: 760, height: 420)) { program in
            try program.show(
                Chart {
                    ChartTitle("Climate", subtitle: "Means of thirty years")
                    BarMark(
                        rain.enumerated().map { month, depth in
                            let slot = CategoryOrder.upwards.slot(of: month)
                            return Bar(start: slot.min, end: slot.max, value: depth)
                        }, id: "Rain")
                    LineMark(
                        SampleSeries(times: (0..<12).map(Double.init), values: degrees),
                        id: "Temperature"
                    )
                    .width(3).on("temperature")
                    NumberAxis(labels: CategoryNames(months))
                    ValueAxis(.leading, unit: "mm").titled("Rain").range(from: 0)
                    ValueAxis(id: "temperature", unit: "°C").titled("Temperature")
                    Legend()
                })
        }
    }
}
