import Geometry

/// A shape read from a file, at its place on the page.
struct ReadShape {
    /// `fill` or `stroke`.
    var isStroke: Bool
    /// All points, including control points.
    var points: [Point]
    /// `#RRGGBB`, or any other value.
    var color: String
    var opacity = 1.0
    var width = 0.0

    /// A rectangle around all points.
    var box: Rect {
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        let (x, y) = (xs.min() ?? 0, ys.min() ?? 0)
        return Rect(x: x, y: y, width: (xs.max() ?? 0) - x, height: (ys.max() ?? 0) - y)
    }

    /// A rectangle around the painted area.
    var inkBox: Rect { isStroke ? box.inset(by: -width / 2) : box }
}

/// A text read from a file.
struct ReadText {
    var text: String
    var x: [Double]
    var y: Double
    var attributes: [String: String]
}

/// An SVG as seen by any XML reader, independent of the code that wrote it.
struct SVGReader {
    struct Element {
        var name: String
        var attributes: [String: String]
    }

    private(set) var elements: [Element] = []
    private(set) var shapes: [ReadShape] = []
    private(set) var texts: [ReadText] = []
    private(set) var title = ""
    private(set) var words = ""
    /// Why it is not well-formed; nil if it is.
    private(set) var error: XMLReader.Fault?
    private var maps: [PlaneMap] = [.identity]
    private var path: [String] = []
    private var y = 0.0
    private var textAttributes: [String: String] = [:]

    init(_ svg: String) {
        do {
            for event in try XMLReader(svg).events {
                switch event {
                case .start(let name, let attributes): start(name, attributes)
                case .end:
                    path.removeLast()
                    maps.removeLast()
                case .text(let text): add(text)
                }
            }
        } catch {
            self.error = error
        }
    }

    /// The values of an attribute over all elements.
    func all(_ attribute: String) -> [String] { elements.compactMap { $0.attributes[attribute] } }

    private mutating func start(_ name: String, _ attributes: [String: String]) {
        elements.append(Element(name: name, attributes: attributes))
        path.append(name)
        var map = maps.last ?? .identity
        if let text = attributes["transform"] {
            let n = Self.numbers(text)
            map = map.after(
                PlaneMap(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5]))
        }
        maps.append(map)
        if !path.contains("defs") { read(name, attributes, map) }
    }

    private mutating func add(_ text: String) {
        switch path.last {
        case "title": title += text
        case "desc": words += text
        case "text", "tspan": if !texts.isEmpty { texts[texts.count - 1].text += text }
        default: break
        }
    }

    private mutating func read(_ name: String, _ attributes: [String: String], _ map: PlaneMap) {
        func number(_ key: String) -> Double { Double(attributes[key] ?? "") ?? 0 }
        switch name {
        case "rect":
            let (x, y) = (number("x"), number("y"))
            let (right, bottom) = (x + number("width"), y + number("height"))
            add(
                [
                    Point(x: x, y: y), Point(x: right, y: y), Point(x: right, y: bottom),
                    Point(x: x, y: bottom),
                ], attributes, map)
        case "circle":
            let (x, y, r) = (number("cx"), number("cy"), number("r"))
            add(
                [
                    Point(x: x - r, y: y), Point(x: x, y: y - r), Point(x: x + r, y: y),
                    Point(x: x, y: y + r),
                ], attributes, map)
        case "path": add(Self.points(attributes["d"] ?? ""), attributes, map)
        case "text":
            y = number("y")
            textAttributes = attributes
            if attributes["x"] != nil { addText(attributes) }
        case "tspan": addText(attributes)
        default: break
        }
    }

    private mutating func addText(_ attributes: [String: String]) {
        texts.append(
            ReadText(
                text: "", x: Self.numbers(attributes["x"] ?? ""), y: y,
                attributes: textAttributes.merging(attributes) { $1 }))
    }

    private mutating func add(_ points: [Point], _ attributes: [String: String], _ map: PlaneMap) {
        // A shape with both is filled first.
        for (isStroke, name) in [(false, "fill"), (true, "stroke")] {
            guard let color = attributes[name], color != "none" else { continue }
            shapes.append(
                ReadShape(
                    isStroke: isStroke, points: points.map { map($0) }, color: color,
                    opacity: Double(attributes[name + "-opacity"] ?? "1") ?? .nan,
                    width: Double(attributes["stroke-width"] ?? "0") ?? .nan))
        }
    }

    /// The numbers in a text, with any separators.
    static func numbers(_ text: String) -> [Double] {
        text.matches(of: /-?[0-9]+(?:\.[0-9]+)?/).compactMap { Double($0.output) }
    }

    private static func points(_ steps: String) -> [Point] {
        let numbers = numbers(steps)
        return stride(from: 0, to: numbers.count - 1, by: 2).map {
            Point(x: numbers[$0], y: numbers[$0 + 1])
        }
    }
}
