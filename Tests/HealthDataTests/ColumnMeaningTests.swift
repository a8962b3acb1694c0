import Testing

@testable import HealthData

/// What the numbers of samples mean, by the kind of metric.
@Suite("The meaning of columns")
struct ColumnMeaningTests {
    private func columns(_ values: [Double], _ secondaryValues: [Double]? = nil) -> SampleColumns {
        SampleColumns(
            starts: values.indices.map(Double.init), ends: nil, values: values,
            secondaryValues: secondaryValues, sources: [(0, values.count)],
            marks: [([], values.count)])
    }

    @Test("Where a row was recorded is no reading, and the report says so")
    func positions() throws {
        let files = try TestFiles()
        let rows = (1..<9).map { "2026-01-0\($0) 08:00,47.\($0),8.\($0),12\($0)\n" }.joined()
        let result = load(
            try files.write("time,latitude,longitude,heart rate\n" + rows, "rates.csv"))
        #expect(result.records.metrics.map(\.id) == [.heartRate])
        #expect(
            result.report.files[0].notes.contains { $0.text.contains("longitude is a position") })
        expectBalanced(result.report)
        // If there is nothing else, they are shown as what they are.
        let alone = load(
            try files.write(
                "time,lat,lon\n"
                    + (1..<9).map { "2026-01-0\($0) 08:00,47.\($0),8.\($0)\n" }.joined(),
                "places.csv"))
        #expect(alone.records.metrics.count == 2)
    }

    @Test("Pairs have an upper and a lower value")
    func pairs() {
        let pairs = PairColumns(columns([121, 130], [79, 85]))
        #expect(pairs.count == 2 && Array(pairs.starts) == [0, 1])
        #expect(Array(pairs.upper) == [121, 130] && Array(pairs.lower) == [79, 85])
        #expect(PairColumns(SampleColumns()).count == 0)
    }

    @Test("A sample of a category is a label, or none where its number is not one")
    func labels() {
        let labels = LabelColumns(columns([1, 0, 2, 0.5, .nan, -1]), labels: ["good", "bad"])
        #expect(labels.count == 6)
        #expect((0..<6).map { labels.label(at: $0) } == ["bad", "good", "", "", "", ""])
    }

    @Test("Named values have a name and a value in the order of the rows")
    func named() {
        let named = NamedValues(columns([5, 1, 3], [1, 0, 2]), names: ["Rice", "Milk"])
        #expect(named.count == 3 && Array(named.values) == [5, 1, 3])
        #expect((0..<3).map { named.name(at: $0) } == ["Milk", "Rice", ""])
    }

    @Test("A sample of sleep is a stage, or none where its number is not one")
    func stages() {
        let stages = columns([0, 4, 6, 1.5, .infinity])
        #expect(
            (0..<5).map { stages.sleepStage(at: $0) } == [.inBed, .deep, nil, nil, nil])
    }
}
