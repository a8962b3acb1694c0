import Foundation
import Geometry
import PictureTesting

/// The content of a PDF's pages, as unpacked by qpdf: paths, their colours and the positions of
/// texts.
struct PDFReader {
    private(set) var shapes: [ReadShape] = []
    /// The starts of texts, in points from the page's top left corner.
    private(set) var textOrigins: [Point] = []
    /// The whole file, unpacked.
    let text: String

    /// Reads the first page of `height` points.
    init(_ pdf: [UInt8], height: Double) throws {
        let data = try Tool.output(
            "qpdf", ["--qdf", "--object-streams=disable", "FILE", "-"], on: pdf, named: "a.pdf")
        // One character for each byte, so that nothing is lost.
        text = String(String.UnicodeScalarView(data.map { Unicode.Scalar($0) }))
        // cairo draws a page within a form or directly; each of those streams begins with its own
        // map.
        for part in text.components(separatedBy: "\nstream\n").dropFirst() {
            let stream = part.components(separatedBy: "endstream")[0]
            if stream.contains(" cm\n") { read(stream, height: height) }
        }
    }

    private mutating func read(_ stream: String, height: Double) {
        var map = PlaneMap(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
        var stack: [(PlaneMap, String, String, Double)] = []
        var (fill, stroke, width) = ("#000000", "#000000", 1.0)
        var operands: [Double] = []
        var points: [Point] = []
        for token in stream.split(whereSeparator: \.isWhitespace) {
            if let number = Double(token) {
                operands.append(number)
                continue
            }
            defer { operands = [] }
            let n = operands
            func color() -> String {
                Color(red: Float(n[0]), green: Float(n[1]), blue: Float(n[2])).hexString
            }
            func paint(_ kinds: [Bool]) {
                for isStroke in kinds {
                    shapes.append(
                        ReadShape(
                            isStroke: isStroke, points: points, color: isStroke ? stroke : fill,
                            width: isStroke ? width * map.magnification : 0))
                }
                points = []
            }
            switch token {
            case "q": stack.append((map, fill, stroke, width))
            case "Q": if let last = stack.popLast() { (map, fill, stroke, width) = last }
            case "cm" where n.count == 6:
                map = map.after(
                    PlaneMap(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5]))
            case "rg" where n.count == 3: fill = color()
            case "RG" where n.count == 3: stroke = color()
            case "w" where n.count == 1: width = n[0]
            case "re" where n.count == 4:
                points += [
                    map(Point(x: n[0], y: n[1])), map(Point(x: n[0] + n[2], y: n[1] + n[3])),
                ]
            case "m", "l", "c":
                for at in stride(from: 0, to: n.count - 1, by: 2) {
                    points.append(map(Point(x: n[at], y: n[at + 1])))
                }
            case "f", "f*": paint([false])
            case "S", "s": paint([true])
            case "B", "B*", "b", "b*": paint([false, true])
            case "n": points = []
            case "Tm" where n.count == 6: textOrigins.append(map(Point(x: n[4], y: n[5])))
            default: break
            }
        }
    }
}
