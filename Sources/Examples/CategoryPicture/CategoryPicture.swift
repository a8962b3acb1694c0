import Charts

/// Thirteen fruits on three pages of bars, drawn off screen into `page-1.png` to `page-3.png`.
@main
struct CategoryPicture {
    static let fruits = CategorySeries([
        ("Apples", 7), ("Tangerines", 1), ("Bananas", 2), ("Grapes", 6), ("Strawberries", 3),
        ("Peaches", 9), ("Pears", 2), ("Persimmons", 9), ("Watermelons", 1), ("Melons", 5),
        ("Cherries", 1), ("Pineapples", 1), ("Kiwis", 6),
    ])

    static let style = CategoryStyle(
        accent: Color(hex: 0xE8590C), ordinary: Color(hex: 0x868E96), value: Color(hex: 0x5A6070),
        accentValue: Color(hex: 0x15171C), name: Color(hex: 0x5A6070),
        baseline: Color(hex: 0xADB5BD), dot: Color(hex: 0x5A6070))

    @MainActor
    static func main() throws {
        let chart = CategoryChart(
            id: "fruits", style: style,
            chartStyle: ChartStyle(
                grid: Color(hex: 0xECEEF2), label: Color(hex: 0x6E7482),
                strongLabel: Color(hex: 0x15171C)),
            axisLabels: NumberLabels(), format: { "\(Int($0))" })
        chart.growth = 0
        chart.show(fruits, at: 0)

        let fonts = try FontLibrary()
        let renderer = Renderer(device: try Device(), atlas: GlyphAtlas(fonts: fonts))
        let typesetter = Typesetter(fonts: fonts)
        let surface = try Surface(device: renderer.device, width: 640, height: 360)
        func prepare() {
            chart.prepare(
                in: Rect(x: 0, y: 0, width: 640, height: 360), deviceScale: 1,
                typesetter: typesetter, atlas: renderer.atlas)
        }
        // How many bars a page has, and so how many pages there are, follows from the width.
        prepare()
        for page in 0..<chart.pages.pageCount {
            chart.setPage(page)
            chart.advance(to: 0)
            prepare()
            try renderer.beginFrame(surface, scale: 1, clear: Color(hex: 0xFFFFFF))
            try chart.draw(renderer)
            try renderer.endFrame()
            let picture = Bitmap(
                width: 640, height: 360, alpha: .premultiplied, bytes: try surface.readPixels())
            try picture.writePNG(toFile: "page-\(page + 1).png")
        }
    }
}

/// Whole numbers as labels of the value axis.
struct NumberLabels: AxisLabeling {
    func label(_ tick: Tick, step: AxisStep) -> AxisLabel { AxisLabel("\(Int(tick.value))") }
    func samples(step: AxisStep) -> [AxisLabel] { [] }
    /// There is no half of a fruit.
    func allows(_ step: AxisStep) -> Bool { (step.length ?? 1) >= 1 }
}
