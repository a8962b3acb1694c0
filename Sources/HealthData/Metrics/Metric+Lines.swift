import Localization

/// A line of a chart that a file defines: its chart, its name there and its colour.
package struct ChartLine: Hashable, Sendable {
    /// The name of the chart.
    package var chart: String
    /// The name of the line in the chart.
    package var name: String
    /// Red, green and blue as 0xRRGGBB; nil if the file gives none.
    package var color: UInt32?

    package init(chart: String, name: String, color: UInt32? = nil) {
        self.chart = chart
        self.name = name
        self.color = color
    }

    private static let prefix = "line:"

    /// The line that an id names; nil if it names something else.
    ///
    /// The id is `line:CHART/NAME#RRGGBB`, without the digits if there is no colour.
    package init?(_ id: MetricID) {
        guard id.rawValue.hasPrefix(Self.prefix) else { return nil }
        let text = id.rawValue.dropFirst(Self.prefix.count)
        guard let slash = text.firstIndex(of: "/"), let sign = text.lastIndex(of: "#"), slash < sign
        else { return nil }
        chart = String(text[..<slash])
        name = String(text[text.index(after: slash)..<sign])
        color = Self.color(of: String(text[sign...]))
    }

    /// The id of the line's values.
    package var id: MetricID {
        let digits = color.map { color in
            let digits = String(color & 0xFF_FFFF, radix: 16, uppercase: true)
            return String(repeating: "0", count: 6 - digits.count) + digits
        }
        return MetricID("\(Self.prefix)\(chart)/\(name)#\(digits ?? "")")
    }

    /// The metric of the line's values.
    package var metric: Metric {
        Metric(id: id, family: .other, unit: "", aggregation: .mean, title: "\(chart): \(name)")
    }

    /// The colour of a text such as `#3DC23F`; of eight digits the last two, an opacity, do not
    /// count.
    package static func color(of text: String) -> UInt32? {
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6 || digits.count == 8 else {
            return nil
        }
        guard
            digits.allSatisfy({
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 | 0x20
            })
        else { return nil }
        return UInt32(String(decoding: digits.prefix(6), as: UTF8.self), radix: 16)
    }
}

extension MetricID {
    /// The chart of several lines, as a viewer shows it; it has no samples of its own.
    package static func lines(_ chart: String) -> MetricID { MetricID("lines:" + chart) }
}

extension Metric {
    /// The line of a chart that the metric is; nil for others.
    package var line: ChartLine? { ChartLine(id) }
}
