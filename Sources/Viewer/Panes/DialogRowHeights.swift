// The heights of the rows of a long list.
//
// A row's height follows from its lines, and breaking thousands of rows into lines takes seconds.
// So a row has the height of one line until the view comes near it: the visible rows, and a page on
// either side, are laid out. Layout can only make a row higher; if the row is above the visible
// part, the list is scrolled by the same amount, and the visible part stays in place. So scrolling
// by lines and pages passes over rows whose heights are known, and only a jump reaches others.
// Rejected: rows of one height (sentences would have to be cut off), heights guessed from the
// number of letters (a page would skip rows).

import Geometry
import Text

/// The heights of a list's rows: exact near the view, the minimum elsewhere.
@MainActor
final class DialogRowHeights {
    private var rows: [DialogModel.Row] = []
    private var width = 0.0
    private var heights: [Double] = []
    private var isSet: [Bool] = []
    /// The height of all rows together.
    private(set) var total = 0.0
    /// How many rows were laid out, for tests.
    private(set) var setCount = 0

    /// The height of a row, with the space above it.
    func height(of index: Int) -> Double { heights[index] }

    /// Forgets the list, because it is not shown.
    func clear() {
        (rows, heights, isSet) = ([], [], [])
        total = 0
    }

    /// Updates the heights for a list, and the list's content height and scrolling with them.
    func settle(_ model: inout DialogModel, _ typesetter: Typesetter) {
        take(model)
        let wanted = model.scroll
        var scroll = wanted
        repeat {
            model.contentHeight = total
            let most = model.frame.maximumScroll
            // A list scrolled to its end stays at the end, however far that moves.
            if wanted >= most { scroll = most }
            scroll = min(max(scroll, 0), most)
        } while setRows(near: &scroll, model, typesetter)
        model.scroll = scroll
    }

    /// Scrolls a list just far enough to show a whole row.
    func reveal(_ index: Int, in model: inout DialogModel, _ typesetter: Typesetter) {
        var before: Int
        repeat {
            // Rows that come near the view may become higher, and move this one.
            before = setCount
            let top = heights[..<index].reduce(0, +)
            let bottom = top + heights[index] + DialogFrame.foot
            model.scroll = min(max(model.scroll, bottom - model.frame.list.height), top)
            settle(&model, typesetter)
        } while setCount > before
    }

    /// Takes the rows; unchanged ones keep their heights.
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

    /// Lays out the rows that are visible or within a page of the view.
    ///
    /// It returns whether any became higher.
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
