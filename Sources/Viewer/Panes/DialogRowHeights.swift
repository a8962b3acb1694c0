// How high the rows of a long list are.
//
// A row's height follows from its lines, and to set thousands of rows in lines takes seconds. So a
// row has the height of one line until the view comes near it: those that are seen, and a page on
// either side, are set. A row can only become higher by that; where it stands above what is seen,
// the list is scrolled by as much, and what is seen stays where it is. So a list is scrolled by
// lines and pages over rows whose heights are known, and only a jump comes to others. Rejected:
// rows of one height (sentences would have to be cut off), heights guessed by the number of letters
// (a page would pass over rows).

import Geometry
import Text

/// The heights of a list's rows: of those near the view as they are, of the others the least.
@MainActor
final class DialogRowHeights {
    private var rows: [DialogModel.Row] = []
    private var width = 0.0
    private var heights: [Double] = []
    private var isSet: [Bool] = []
    /// How high all of them are together.
    private(set) var total = 0.0
    /// How many rows were set in lines: for tests.
    private(set) var setCount = 0

    /// How high a row is, with the room above it.
    func height(of index: Int) -> Double { heights[index] }

    /// Forgets the list: it is not shown.
    func clear() {
        (rows, heights, isSet) = ([], [], [])
        total = 0
    }

    /// Brings the heights up to date with a list, and its height and scrolling with those.
    func settle(_ model: inout DialogModel, _ typesetter: Typesetter) {
        take(model)
        let wanted = model.scroll
        var scroll = wanted
        repeat {
            model.contentHeight = total
            let most = model.frame.maximumScroll
            // Who wants to be at the end comes to the end, however far that is by then.
            if wanted >= most { scroll = most }
            scroll = min(max(scroll, 0), most)
        } while setRows(near: &scroll, model, typesetter)
        model.scroll = scroll
    }

    /// Scrolls a list so far that a row can be seen as a whole.
    func reveal(_ index: Int, in model: inout DialogModel, _ typesetter: Typesetter) {
        var before: Int
        repeat {
            // The rows that come near the view by that may become higher, and move it.
            before = setCount
            let top = heights[..<index].reduce(0, +)
            let bottom = top + heights[index] + DialogFrame.foot
            model.scroll = min(max(model.scroll, bottom - model.frame.list.height), top)
            settle(&model, typesetter)
        } while setCount > before
    }

    /// Takes over the rows; those that are what they were keep their heights.
    private func take(_ model: DialogModel) {
        if width == model.rowWidth, rows == model.rows { return }
        let isSame = width == model.rowWidth
        let (oldRows, oldHeights, oldSet) = (rows, heights, isSet)
        rows = model.rows
        width = model.rowWidth
        isSet = rows.indices.map {
            isSame && $0 < oldRows.count && oldSet[$0] && oldRows[$0] == rows[$0]
        }
        heights = rows.indices.map {
            isSet[$0]
                ? oldHeights[$0] : DialogPane.leastHeight(rows[$0], isFirst: $0 == 0)
        }
        total = heights.reduce(0, +)
    }

    /// Sets the rows in lines that are seen, or are a page before or behind that; says whether any
    /// became higher.
    private func setRows(
        near scroll: inout Double, _ model: DialogModel, _ typesetter: Typesetter
    ) -> Bool {
        let page = model.frame.list.height
        let (from, to) = (scroll - page, scroll + 2 * page)
        var shift = 0.0
        var isHigher = false
        var y = 0.0
        for index in rows.indices {
            if y > to { break }
            let height = heights[index]
            if !isSet[index], y + height >= from {
                isSet[index] = true
                setCount += 1
                heights[index] = DialogPane.height(
                    rows[index], isFirst: index == 0, width: width, typesetter)
                let growth = heights[index] - height
                if growth > 0 { isHigher = true }
                total += growth
                if y < scroll { shift += growth }
            }
            y += height
        }
        scroll += shift
        return isHigher
    }
}
