import Geometry

/// Cells of a grid, every edge on a device pixel.
public struct HeatItem: SceneItem {
    public static let kind = SceneItemKind("heat")
    /// The cells.
    public var cells: ContentState<HeatBuffer>
    /// Their style.
    public var style: HeatStyle
    /// Their projection.
    public var projection: PlotProjection
    /// The factor for the colours' alpha.
    public var alpha: Double

    /// Cells in a style.
    @MainActor
    public init(
        _ cells: HeatBuffer, _ style: HeatStyle, in projection: PlotProjection, alpha: Double = 1
    ) {
        self.cells = ContentState(cells)
        (self.style, self.projection, self.alpha) = (style, projection, alpha)
    }
}

/// Cells smaller than device pixels, combined into pixels.
public struct SheetItem: SceneItem {
    public static let kind = SceneItemKind("sheet")
    /// The pixels.
    public var sheet: ContentState<HeatSheet>
    /// The device pixel of the first column.
    public var left: Int
    /// The device pixel of the first row; rows go down.
    public var top: Int
    /// The factor for the colours' alpha.
    public var alpha: Double

    /// A sheet at a device pixel.
    @MainActor
    public init(_ sheet: HeatSheet, left: Int, top: Int, alpha: Double = 1) {
        self.sheet = ContentState(sheet)
        (self.left, self.top, self.alpha) = (left, top, alpha)
    }
}
