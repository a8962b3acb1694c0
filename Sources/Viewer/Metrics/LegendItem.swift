import ChartScene
import Geometry
import Painting

/// One series in the legend.
struct LegendItem: Equatable {
    var id: String
    var name: String
    var color: Color
    var shape: MarkerShape
    var isShown: Bool
    /// Whether it is a series, which can be shown alone; not so for what lies behind them.
    var isSeries = true
    /// What it is, and how it is made, as a sentence; empty where its name says it all.
    var explanation = ""

    /// Shows a series, or hides it.
    static let toggle = CommandFamily<String>("series")
    /// Shows a series alone.
    static let showAlone = CommandFamily<String>("series.alone")

    /// Its pill.
    var control: ControlID { ControlID(Self.toggle(id), in: .legend) }
}

extension ControlArea {
    static let legend = ControlArea("series")
}
