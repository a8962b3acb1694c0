// When the picture of a plot is reused.
//
// While the contents of a plot change from frame to frame (a zoom, a glide of the values, a fade),
// they are drawn directly to the target: a copy would be of no use. From the second frame in a row
// that shows the same contents as the one before, at the same position or another, they come from a
// layer, which draws only what a pan brought into view.
//
// A change of a part of the plot (a stroke that is added) draws that part again and leaves the rest.
//
// Data layout: what the picture depends on, as a list of revisions next to the ranges. Grid lines
// count by their step and style, not by the ticks that exist at the moment, so ticks added further
// along the axis in a pan change nothing.

import ChartCore
import ChartScene
import Geometry

/// The kept picture of a plot, and what it shows.
@MainActor
final class PlotPicture {
    /// The key under which a renderer keeps it.
    let key = PictureKey()
    /// The card under it, if the style has one.
    let area = PlotArea(PlotAreaStyle())
    /// Changes whenever the picture would look different at the same position.
    private(set) var stamp = Revision.none
    private var state: Key?
    private var looks: [Revision] = []
    private var current: [Revision] = []
    private var alike = 0
    /// The parts that have changed, by the columns of the pixel grid.
    private(set) var changes = PictureChanges()
    /// The states of attachments, by which their changes are found.
    private var states: [ObjectIdentifier: Revision] = [:]
    /// Those of this frame, and the changed parts.
    private var found: (states: [ObjectIdentifier: Revision], parts: [PixelRect]) = ([:], [])

    /// What a picture depends on, besides the looks of its parts.
    struct Key: Equatable {
        /// The part of the target, in device pixels.
        var rect: PixelRect
        var plot: Rect
        var scale: Double
        var grid: Revision
        var y: ClosedRange<Double>
        var transforms = ScaleTransforms.identity
        var style: ChartStyle
    }

    /// Begins to collect the looks of the parts.
    func begin() {
        current.removeAll(keepingCapacity: true)
        found = ([:], [])
    }

    /// Adds the look of a part, in drawing order.
    func add(_ look: Revision) { current.append(look) }

    /// Adds what has changed of an attachment.
    ///
    /// - Parameter offset: the column of the pixel grid at the left edge of the target.
    func addChanges(
        of attachment: any Attachment, in projection: PlotProjection, scale: Double, offset: Int
    ) {
        let id = ObjectIdentifier(attachment)
        let (state, parts) = attachment.changes(
            since: states[id], in: projection, scale: scale)
        found.states[id] = state
        guard let parts else { return add(.next()) }
        found.parts += parts.map { $0.moved(offset, 0) }
    }

    /// Ends collecting; returns whether the picture was the same in the last frame as in the one
    /// before, and is still the same now, moved or not.
    func end(_ key: Key) -> Bool {
        states = found.states
        for part in found.parts { changes.add(part) }
        if key == state, current == looks {
            alike += 1
            return alike > 1
        }
        state = key
        swap(&looks, &current)
        stamp = .next()
        alike = 0
        return false
    }

    /// Forgets the last frame: the next one is drawn directly.
    func forget() { state = nil }
}
