import ChartCore
import Charts

/// What keys of a chart can change of its view, to say so where one changed nothing.
struct ChartView: Equatable {
    private var range: Extent
    private var reading: Double?
    private var isHeldFast: Bool
    private var span: Extent?
    private var isSelecting: Bool

    @MainActor
    private init(_ model: ViewerModel) {
        range = model.axis.target
        reading = model.active.reading?.time
        isHeldFast = model.active.crosshair.isHeldFast
        span = model.active.selection?.span
        isSelecting = model.active.selection?.hold == .keys
    }

    /// Does something to the chart that is shown; where that changes nothing, says why.
    ///
    /// - Parameter reason: a sentence, asked for afterwards.
    @MainActor
    static func change(
        _ viewer: ViewerContext, orSay reason: @autoclosure () -> String, _ change: () -> Void
    ) {
        let before = ChartView(viewer.model)
        change()
        if ChartView(viewer.model) == before { viewer.say(reason()) }
    }
}
