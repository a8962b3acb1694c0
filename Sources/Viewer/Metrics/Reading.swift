import ChartCore
import Charts
import Geometry

/// The crosshair's display at one position.
struct Reading: Equatable {
    /// A line of the board.
    struct Row: Equatable {
        var figure: Figure
        var name: String
        var color: Color
        /// Whether it is meaningless without its name: a count among values.
        var isDetail = false
    }

    /// A ring on a series.
    struct Marker: Equatable {
        var value: Double
        var color: Color
    }

    /// The position of the crosshair, and the main value there.
    var time: Double
    var value: Double
    var date: String
    var rows: [Row] = []
    var markers: [Marker] = []
    /// The top of a bar, above which the crosshair ends; nil for a line across the plot.
    var barTop: Double?
    var index: Int?
    /// The span that it summarizes, if that is more than an instant.
    var span: Extent?
    /// The notes that the person has written about it.
    var notes: [String] = []

    init(time: Double, value: Double, date: String) {
        self.time = time
        self.value = value
        self.date = date
    }
}
