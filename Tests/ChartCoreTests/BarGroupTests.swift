import ChartCore
import Testing

@Suite struct BarGroupTests {
    private let slots = [Extent(min: 0, max: 10), Extent(min: 10, max: 30)]

    @Test func groupsShareTheirSlotEvenly() {
        let layout = GroupedBars(gap: 0.4)
        // 4 of 10 are left free, 2 on each side; three series have 2 each.
        #expect(layout.place(of: 0, among: 3, in: slots[0]) == Extent(min: 2, max: 4))
        #expect(layout.place(of: 2, among: 3, in: slots[0]) == Extent(min: 6, max: 8))
        #expect(layout.place(of: 1, among: 3, in: slots[1]) == Extent(min: 18, max: 22))
        #expect(GroupedBars(gap: 0).place(of: 0, among: 1, in: slots[1]) == slots[1])
    }

    @Test func aMissingValueLeavesItsPlaceEmpty() {
        let table = BarTable(slots: slots, series: [[1, .nan], [.infinity, -4], [0, 6]])
        let parts = GroupedBars(gap: 0.4, base: 1).parts(of: table)
        #expect(parts.map(\.series) == [0, 2, 1, 2])
        #expect(parts.map(\.slot) == [0, 0, 1, 1])
        #expect(parts.map(\.place.min) == [2, 6, 18, 22])
        #expect(parts.map(\.value) == [1, 0, -4, 6])
        #expect(parts.allSatisfy { $0.base == 1 && $0.isOutermost })
        #expect(GroupedBars().extent(of: table, in: 0..<2) == Extent(min: -4, max: 6))
        #expect(GroupedBars().extent(of: table, in: 0..<0).isEmpty)
    }

    @Test func stacksGrowBothWaysFromTheBase() {
        let table = BarTable(
            slots: slots, series: [[3, -1], [-2, .nan], [4, -5], [.nan, 2], [-1, 0]])
        let layout = StackedBars(base: 10)
        let parts = layout.parts(of: table)
        #expect(parts.map(\.series) == [0, 1, 2, 4, 0, 2, 3])
        #expect(parts.map(\.base) == [10, 10, 13, 8, 10, 9, 10])
        #expect(parts.map(\.value) == [13, 8, 17, 7, 9, 4, 12])
        #expect(parts.map(\.isOutermost) == [false, false, true, true, false, true, true])
        #expect(parts.allSatisfy { $0.place == slots[$0.slot] })
        #expect(layout.extent(of: table, at: 0) == Extent(min: 7, max: 17))
        #expect(layout.extent(of: table, in: 0..<2) == Extent(min: 4, max: 17))
    }

    @Test func aSlotWithoutValuesIsNothing() {
        let table = BarTable(slots: slots, series: [[.nan, 0], [.nan, .nan]])
        #expect(StackedBars().extent(of: table, at: 0).isEmpty)
        #expect(StackedBars().extent(of: table, at: 1) == Extent(min: 0, max: 0))
        #expect(StackedBars().parts(of: table).isEmpty)
        #expect(!table.hasValue(at: 0) && table.hasValue(at: 1))
        #expect(StackedBars().extent(of: BarTable(), in: 0..<0).isEmpty)
    }

    @Test func slotsAreFoundByTheirPlace() {
        let table = BarTable(slots: slots, series: [[1, 2]])
        #expect(table.slots(over: Extent(min: 5, max: 10)) == 0..<1)
        #expect(table.slots(over: Extent(min: 9, max: 11)) == 0..<2)
        #expect(table.slots(over: Extent(min: 10, max: 11)) == 1..<2)
        #expect(table.slots(over: Extent(min: 30, max: 40)).isEmpty)
    }
}
