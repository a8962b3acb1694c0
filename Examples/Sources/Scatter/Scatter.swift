// A million points by class, with a legend and a tooltip.
//
// Points are thinned by pixel and class, so the picture has the density of the data: a cloud of one
// species does not change that of another. The tooltip describes the point that is nearest to the
// pointer in both directions.
//
//     Scatter [--picture FILE.png] [--scale N] [--light | --dark]

import ChartWindows

/// A flower with the sizes of its petals, in centimetres.
struct Flower {
    let length: Double
    let width: Double
    let species: String
}

@main
struct Scatter {
    static func flowers(_ count: Int) -> [Flower] {
        var state: UInt64 = 7
        func random() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / 9_007_199_254_740_992
        }
        /// Nearly normal, with a deviation of 1.
        func normal() -> Double { (random() + random() + random() + random() - 2) * 1.732 }
        let kinds = [
            ("setosa", 1.46, 0.17, 0.24, 0.10), ("versicolor", 4.26, 0.47, 1.33, 0.20),
            ("virginica", 5.55, 0.55, 2.03, 0.27),
        ]
        return (0..<count).map { number in
            let (species, length, spread, width, own) = kinds[number % 3]
            let common = normal()
            let across = width + own * (0.7 * common + 0.7 * normal())
            return Flower(
                length: length + spread * common, width: max(0.05, across), species: species)
        }
    }

    @MainActor
    static func main() {
        let flowers = flowers(1_000_000)
        ChartProgram.run("Petals", size: Size(width: 760, height: 480)) { program in
            try program.show(
                Chart {
                    ChartTitle("Petals", subtitle: "A million flowers of three species")
                    flowers.marks(by: \.species) {
                        PointMark($0, x: \.length, y: \.width, id: $1).radius(1.5)
                    }
                    NumberAxis(unit: "cm").titled("Length")
                    ValueAxis(unit: "cm").range(from: 0).titled("Width")
                    Legend()
                    Tooltip()
                })
        }
    }
}
