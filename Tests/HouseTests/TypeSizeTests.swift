import Foundation
import Testing

/// The number of lines of each type of a module, including all its extensions.
struct TypeSizes {
    /// The lines of a type, and of its declaration and each extension, with their files.
    struct TypeSize {
        var sum = 0
        var places: [String] = []
    }

    private(set) var sizes: [String: TypeSize] = [:]

    /// Counts a file: for each declaration and extension at the margin the lines from the first one
    /// to the closing brace at the margin, including blank lines and comments.
    ///
    /// An extension of a nested type counts for the enclosing type.
    mutating func count(_ lines: [SourceLine], in file: String) {
        let begin = /(?:@?[\w()]+\s+)*?(?:class|struct|enum|actor|protocol|extension)\s+(\w+)/
        var rest = lines[...]
        while let line = rest.first {
            guard let match = line.code.prefixMatch(of: begin) else {
                rest.removeFirst()
                continue
            }
            let isOneLine =
                line.code.contains("}")
                && line.code.count { $0 == "{" } == line.code.count { $0 == "}" }
            let end = isOneLine ? rest.startIndex : rest.firstIndex { $0.text.hasPrefix("}") }
            let count = (end ?? rest.endIndex - 1) - rest.startIndex + 1
            sizes[String(match.1), default: TypeSize()].sum += count
            sizes[String(match.1)]?.places.append("\(file): \(count)")
            rest.removeFirst(count)
        }
    }
}

/// Types that several files extend are short, too.
@Suite struct TypeSizeTests {
    static let most = 600

    @Test(arguments: [
        "Cairo", "Cartography", "ChartCore", "ChartExport", "ChartInteraction", "ChartRendering",
        "ChartScene", "Charts",
        "ChartWindows",
        "Desktop", "EventLoop", "GPU", "Geometry", "HealthData", "Imaging", "Localization", "Maps",
        "PDF",
        "Painting",
        "Platform", "Sandbox", "Streams", "Text", "Viewer", "Wayland", "oresen",
    ])
    func noTypeIsEndless(module: String) throws {
        var counted = TypeSizes()
        for path in try House.files(in: "Sources/\(module)", endings: ["swift"]) {
            counted.count(
                try SourceLine.lines(of: path).map(\.1),
                in: String(path.split(separator: "/").last ?? ""))
        }
        try #require(!counted.sizes.isEmpty, "no types found in \(module)")
        for (name, size) in counted.sizes {
            #expect(
                size.sum <= Self.most,
                """
                \(name) in \(module) has \(size.sum) lines: \
                \(size.places.joined(separator: ", "))
                """)
        }
    }

    /// Which lines are counted.
    @Test func declarationsAndExtensionsAddUp() {
        let text = """
            import Geometry

            @MainActor
            public final class Chart {
                // A comment counts.
                struct Part {
                }

            }

            extension Chart: Hashable where Part: Hashable {}
            extension Chart.Part {
                var a = "}"
            }
            private enum Other { case a }
            func chart() {
            }
            """
        var counted = TypeSizes()
        counted.count(
            text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { SourceLine(String($0)) }, in: "Chart.swift")
        #expect(counted.sizes.keys.sorted() == ["Chart", "Other"])
        #expect(counted.sizes["Chart"]?.sum == 6 + 1 + 3)
        #expect(counted.sizes["Chart"]?.places.count == 3)
        #expect(counted.sizes["Other"]?.sum == 1)
    }
}
