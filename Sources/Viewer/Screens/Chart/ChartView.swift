import ChartCore
import Charts

/// The parts of a chart's view that keys can change, to explain a key that changed nothing.
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

    /// Does something to the displayed chart; if that changes nothing, shows the reason.
    ///
    /// - Parameter reason: a sentence, evaluated afterwards.
    @MainActor
    static func change(
        _ viewer: ViewerContext, orExplain reason: @autoclosure () -> String, _ change: () -> Void
    ) {
        let before = ChartView(viewer.model)
        change()
        if ChartView(viewer.model) == before { viewer.showMessage(reason()) }
    }
}
