import Charts

/// One series in the legend.
typealias LegendItem = Legend.Item

extension LegendItem {
    /// The commands that show or hide a series.
    static let toggle = CommandFamily<String>("series")
    /// The commands that show only one series.
    static let showAlone = CommandFamily<String>("series.alone")

    /// The id of its pill.
    var control: ControlID { ControlID(Self.toggle(id), in: .legend) }
}

extension ControlArea {
    static let legend = ControlArea("series")
}
