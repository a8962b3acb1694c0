// When the picture of a plot is used again.
//
// What is in a plot is drawn straight to the target while it changes from frame to frame (a zoom, a
// glide of the values, a fade): a copy kept of it would be of no use. From the second frame in a row
// that shows what the one before showed, in the same place or another, it comes out of a layer, which
// draws only what a pan brought in.
//
// Data layout: what the picture depends on, as a list of revisions beside the ranges. Grid lines
// count by their step and style, not by the ticks that happen to be made, so that ticks made further
// along the axis in a pan change nothing.

import ChartCore
import ChartScene
import Geometry

/// The kept picture of a plot, and what it shows.
@MainActor
final class PlotPicture {
    /// What whoever draws keeps it by.
    let key = PictureKey()
    /// The card under it, where the style has one.
    let area = PlotArea(PlotAreaStyle())
    /// Changes whenever the picture would look different at the same place.
    private(set) var stamp = Revision.none
    private var state: Key?
    private var looks: [Revision] = []
    private var current: [Revision] = []
    private var alike = 0

    /// What a picture depends on, beside the looks of its parts.
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

    /// Begins to gather the looks of the parts.
    func begin() { current.removeAll(keepingCapacity: true) }

    /// Adds the look of a part, in the order in which they are drawn.
    func add(_ look: Revision) { current.append(look) }

    /// Ends gathering; whether the picture was already that of the frame before in the last frame,
    /// and is now, moved or not.
    func end(_ key: Key) -> Bool {
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

    /// Forgets the last frame: the next one is drawn straight away.
    func forget() { state = nil }
}
