import ChartCore
import Testing

/// Grids of values, and their means and maxima over rectangles.
@Suite struct HeatTableTests {
    /// Uneven slots with gaps between some of them.
    private func slots(_ count: Int, _ seed: Int) -> [Extent] {
        var place = Double(seed)
        return (0..<count).map { number in
            let length = 1 + Double((number * 7 + seed) % 5)
            defer { place += length + (number % 6 == 5 ? 2 : 0) }
            return Extent(min: place, max: place + length)
        }
    }

    private func table(_ columns: Int, _ rows: Int) -> HeatTable {
        HeatTable(
            x: slots(columns, 3), y: slots(rows, 1),
            values: (0..<columns * rows).map { (number: Int) -> Double in
                let value = Double((number * 7919) % 101 - 20)
                return number % 11 == 4 ? Double.nan : value
            })
    }

    /// The same table by cell, by column and by row.
    @Test func valuesHaveTheirCells() {
        let (x, y) = (HeatTable.slots(count: 3), HeatTable.slots(count: 2))
        let cells = HeatTable(x: x, y: y) { column, row in Double(10 * column + row) }
        let columns = HeatTable(x: x, y: y, columns: [[0, 1], [10, 11], [20, 21]])
        let rows = HeatTable(x: x, y: y, rowsFromBottom: [[0, 10, 20], [1, 11, 21]])
        for table in [cells, columns, rows] {
            #expect(table[2, 1] == 21 && table[0, 1] == 1 && table[2, 0] == 20)
            #expect(table.column(1) == [10, 11])
            #expect(table.values == [0, 10, 20, 1, 11, 21])
        }
    }

    @Test func cellsAreFound() {
        let table = HeatTable(
            x: HeatTable.slots(between: [0, 1, 3, 7]), y: HeatTable.slots(count: 2),
            values: [1, 2, 3, 4, .nan, 6])
        #expect(table[2, 0] == 3 && table[0, 1] == 4 && table.column(2) == [3, 6])
        #expect(table.domain == Extent(min: 0, max: 7))
        #expect(table.height == Extent(min: -0.5, max: 1.5))
        #expect(table.extent == Extent(min: 1, max: 6))
        #expect(table.cell(x: 3, y: 0.4)! == (2, 0), "an edge belongs to the later one")
        #expect(table.cell(x: 2.9, y: 0.5)! == (1, 1))
        #expect(table.cell(x: 7, y: 0) == nil && table.cell(x: 1, y: -0.6) == nil)
        #expect(table.columns(over: Extent(min: 1, max: 3)) == 1..<2)
        #expect(table.rows(over: Extent(min: 0, max: 9)) == 0..<2)
        #expect(table.hasValue(in: 1))
    }

    /// Every rectangle compared with a sum over all cells.
    @Test(arguments: [(true, true), (true, false), (false, true)])
    func rectanglesAreWhatTheirCellsAre(reducesX: Bool, reducesY: Bool) {
        let table = table(67, 23)
        let means = HeatPyramid(table, .mean, reducesX: reducesX, reducesY: reducesY)
        let most = HeatPyramid(table, .maximum, reducesX: reducesX, reducesY: reducesY)
        for number in 0..<300 {
            let left = 3 + Double((number * 37) % 190)
            let low = 1 + Double((number * 13) % 60)
            let x = Extent(min: left + 0.25, max: left + 0.5 + Double((number * 53) % 170))
            let y = Extent(min: low - 0.125, max: low + 1 + Double((number * 29) % 40))
            var (sum, area, largest) = (0.0, 0.0, -Double.infinity)
            for (row, b) in table.y.enumerated() {
                for (column, a) in table.x.enumerated() {
                    let width = min(a.max, x.max) - max(a.min, x.min)
                    let height = min(b.max, y.max) - max(b.min, y.min)
                    let value = table[column, row]
                    guard width > 0, height > 0, value.isFinite else { continue }
                    sum += value * width * height
                    area += width * height
                    largest = max(largest, value)
                }
            }
            let mean = means.value(means.columns(over: x), means.rows(over: y))
            let maximum = most.value(most.columns(over: x), most.rows(over: y))
            if area == 0 {
                #expect(mean.isNaN && maximum.isNaN)
            } else {
                #expect(abs(mean - sum / area) < 1e-9, "\(number)")
                #expect(maximum == largest, "\(number)")
            }
        }
    }

    @Test func aHugeValueLeavesTheOthersTheirDigits() {
        var values = [Double](repeating: 1, count: 1000)
        values[0] = 1e18
        let table = HeatTable(
            x: HeatTable.slots(count: 1000), y: HeatTable.slots(count: 1), values: values)
        let means = HeatPyramid(table, .mean, reducesX: true, reducesY: false)
        let rest = means.columns(over: Extent(min: 0.5, max: 999.5))
        #expect(means.value(rest, HeatPyramid.slot(0)) == 1)
        // 3 of each size up to 64 upwards, 2 of 256, then 3 of 64, 2 of 16 and 2 of 4.
        #expect(rest.count == 21, "\(rest.count) blocks for 999 slots")
    }

    @Test func nothingIsNothing() {
        let empty = HeatTable()
        #expect(empty.domain.isEmpty && empty.extent.isEmpty && empty.cell(x: 0, y: 0) == nil)
        let missing = HeatTable(
            x: HeatTable.slots(count: 2), y: HeatTable.slots(count: 1), values: [.nan, .infinity])
        #expect(missing.extent.isEmpty && !missing.hasValue(in: 1))
        let means = HeatPyramid(missing, .mean, reducesX: true, reducesY: true)
        #expect(
            means.value(means.columns(over: missing.domain), means.rows(over: missing.height)).isNaN
        )
    }
}
