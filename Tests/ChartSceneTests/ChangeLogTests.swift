import ChartScene
import Testing

@Suite struct ChangeLogTests {
    @Test func changesThatNobodyHasSeenAreJoinedWhereTheyTouch() {
        var log = ChangeLog(count: 0)
        let start = log.revision
        _ = log.changes(since: start)
        log.mark(3..<5)
        log.mark(5..<8)
        log.mark(20..<21)
        log.mark(19..<20)
        #expect(log.changes(since: start) == [3..<8, 19..<21])
        #expect(log.changes(since: log.revision) == [])
    }

    @Test func whatSomebodyHasSeenIsNotSentOnceMore() {
        var log = ChangeLog(count: 0)
        log.mark(0..<100)
        #expect(log.changes(since: 1) == [0..<100])
        let seen = log.revision
        log.mark(100..<110)
        #expect(log.changes(since: seen) == [100..<110])
    }

    @Test func twoWhoLookEachGetWhatTheyLack() {
        var log = ChangeLog(count: 0)
        var (first, second) = (log.revision, log.revision)
        log.mark(0..<4)
        #expect(log.changes(since: first) == [0..<4])
        first = log.revision
        log.mark(8..<9)
        #expect(log.changes(since: first) == [8..<9])
        #expect(log.changes(since: second) == [0..<4, 8..<9])
        second = log.revision
        log.replace(count: 5)
        #expect(log.changes(since: second) == [0..<5])
    }

    @Test func manyChangesAreOneRangeAroundThemWhileNobodyLooks() {
        var log = ChangeLog(count: 0)
        let start = log.revision
        _ = log.changes(since: start)
        for number in 0..<1000 { log.mark(10 * number..<10 * number + 1) }
        let changes = log.changes(since: start) ?? []
        #expect(changes.count <= 64)
        for number in [0, 1, 500, 999] {
            #expect(changes.contains { $0.contains(10 * number) }, "\(number)")
        }
    }

    @Test func whoLooksSeldomIsToldThatEverythingChanged() {
        var log = ChangeLog(count: 0)
        let (seldom, start) = (log.revision, log.revision)
        var often = start
        for number in 0..<500 {
            log.mark(10 * number..<10 * number + 1)
            #expect(log.changes(since: often) == [10 * number..<10 * number + 1])
            often = log.revision
        }
        #expect(log.changes(since: seldom) == nil)
    }

    @MainActor
    @Test func aStoreTellsWhatChangedAndGrowsWhereNeeded() {
        let store = ElementStore<Float>([1, 2, 3])
        var known = 0
        func changes() -> [Range<Int>]? {
            defer { known = store.revision }
            return store.changes(since: known)
        }
        #expect(changes() == nil || changes() == [])
        store.set([7, 8], at: 2)
        #expect(store.elements == [1, 2, 7, 8])
        #expect(changes() == [2..<4])
        store.change(0..<1) { $0 += 5 }
        #expect(store.elements[0] == 6 && changes() == [0..<1])
        store.replace(from: 1, with: [9, 9, 9, 9, 9])
        #expect(store.elements == [6, 9, 9, 9, 9, 9] && changes() == [1..<6])
        store.replace([])
        #expect(store.count == 0 && store.changes(since: 0) == nil)
    }
}
