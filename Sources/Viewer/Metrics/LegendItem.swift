import Charts

/// One series in the legend.
typealias LegendItem = Legend.Item

extension LegendItem {
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
