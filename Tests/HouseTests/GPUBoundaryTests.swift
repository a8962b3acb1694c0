import Foundation
import Testing

/// Above `ChartRendering` only the hosts of pictures use the GPU.
@Suite struct GPUBoundaryTests {
    /// The hosts: files that make a device, a surface or a renderer, or name their errors.
    static let hosts: Set<String> = [
        "Sources/Charts/Hosting/ChartImage.swift", "Sources/Charts/Hosting/ChartLayer.swift",
        "Sources/ChartWindows/ChartWindow.swift", "Sources/ChartWindows/WindowSurface.swift",
        "Sources/Viewer/Host/ViewerWindow.swift",
        "Sources/Viewer/Host/OffscreenViewer.swift",
    ]

    @Test func onlyHostsImportIt() throws {
        let line = /\s*(?:@[\w()]+\s+)*(?:[a-z]+\s+)?import\s+(?:[a-z]+\s+)?GPU\b/
        var importing: Set<String> = []
        for folder in ["Sources/Charts", "Sources/ChartWindows", "Sources/Viewer"] {
            for path in try House.files(in: folder, endings: ["swift"])
            where try SourceLine.lines(of: path).contains(where: {
                $0.1.code.prefixMatch(of: line) != nil
            }) {
                importing.insert(path)
            }
        }
        let others = importing.subtracting(Self.hosts).sorted()
        #expect(others.isEmpty, "these import GPU and are not hosts: \(others)")
        let gone = Self.hosts.subtracting(importing).sorted()
        #expect(
            gone.isEmpty, "these no longer import GPU; remove them from the list of hosts: \(gone)")
    }

    /// The names of the functions and initialisers in a text that throw a `GPUError`; closures do
    /// not count.
    static func throwing(in text: String) -> [String] {
        let begin = /\b(?:func\s+(\w+)|init)[?!]?\s*(?:<[^>{}]*>\s*)?\(/
        return text.matches(of: begin).compactMap { match in
            var depth = 1
            var index = match.range.upperBound
            while depth > 0, index < text.endIndex {
                if text[index] == "(" { depth += 1 }
                if text[index] == ")" { depth -= 1 }
                index = text.index(after: index)
            }
            let after = text[index...].prefixMatch(of: /\s*(?:async\s+)?throws\(GPUError\)/)
            return after.map { _ in match.1.map(String.init) ?? "init" }
        }
    }

    @Test func fewFunctionsThrowItsErrors() throws {
        let below = ["Sources/GPU/", "Sources/ChartRendering/"]
        var found: [String] = []
        for path in try House.files(in: "Sources", endings: ["swift"])
        where !below.contains(where: { path.hasPrefix($0) }) {
            let code = try SourceLine.lines(of: path).map(\.1.code).joined(separator: "\n")
            guard code.has("throws(GPUError)") else { continue }
            found += Self.throwing(in: code).map { "\(path): \($0)" }
        }
        #expect(
            found.count <= 12,
            "\(found.count) functions throw a GPUError:\n\(found.joined(separator: "\n"))")
        #expect(!found.isEmpty, "the hosts throw it, so the search is broken")
    }

    @Test func functionsAreToldFromClosures() {
        let text = """
            init(size: Int) throws(GPUError) {}
            func draw(_ body: (Int) throws(GPUError) -> Void) {}
            func group<Body>(
                _ body: () throws(GPUError) -> Body
            ) async throws(GPUError) -> Body {
                try run { () throws(GPUError) in try body() }
            }
            """
        #expect(Self.throwing(in: text) == ["init", "group"])
    }
}
