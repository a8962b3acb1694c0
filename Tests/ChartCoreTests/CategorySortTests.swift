import Testing

@testable import ChartCore

/// Categories in the order of their values.
@Suite struct CategorySortTests {
    @Test func theLargestIsTheFirst() {
        let series = CategorySeries([
            ("a", 2), ("b", .nan), ("c", 7), ("d", 2), ("e", -.infinity), ("f", -1),
        ])
        let sorted = series.sorted()
        #expect(sorted.names == ["c", "a", "d", "f", "b", "e"])
        #expect(sorted.values[0] == 7 && sorted.values[4].isNaN)
        #expect(sorted.revision != series.revision)
        #expect(CategorySeries().sorted().count == 0)
    }
}
