import Geometry
import Painting
import Text

@MainActor
extension LabelItem {
    public func record(on canvas: Canvas, in clip: PixelRect) {
        let scale = canvas.scale
        func body() {
            for label in labels.content.labels {
                let anchor = anchor(of: label)
                let left = label.offset.dx - label.line.width * label.alignment.rawValue
                let opacity =
                    label.opacity * alpha
                    * presence(anchor, left * scale, (left + label.line.width) * scale)
                guard opacity > 0 else { continue }
                let x = (anchor.x + 0.5).rounded(.down) + (left * scale).rounded()
                let y = (anchor.y + 0.5).rounded(.down) + (label.offset.dy * scale).rounded()
                canvas.text(
                    label.line, x: x / scale, baseline: y / scale,
                    color: label.color.opacity(Float(opacity)))
            }
        }
        if let strip {
            canvas.clipped(to: canvas.rect(strip), body)
        } else {
            body()
        }
    }

    /// The anchor of a label, in device pixels.
    private func anchor(of label: AnchoredLabel) -> Point {
        let (x, y) = (projection.pixelX(ofPlace: label.x), projection.pixelY(ofPlace: label.y))
        switch anchoring {
        case .x(let baseline): return Point(x: x, y: baseline.rounded())
        case .y(let edge): return Point(x: edge.rounded(), y: y)
        case .both: return Point(x: x, y: y)
        }
    }

    /// How visible a label is at its place, given its extent from its anchor.
    private func presence(_ anchor: Point, _ from: Double, _ to: Double) -> Double {
        let limits = limits ?? projection.plot
        let late = anchor.x + (ends == nil ? 0 : max((from + to) / 2, 0))
        let acrossX = min(anchor.x - limits.minX + 0.01, limits.maxX + 0.01 - late)
        let acrossY = min(anchor.y - limits.minY + 0.01, limits.maxY + 0.01 - anchor.y)
        // At a fixed edge a label is outside of the limits across it.
        let inside =
            switch anchoring {
            case .x: acrossX
            case .y: acrossY
            case .both: min(acrossX, acrossY)
            }
        guard let ends else { return inside >= 0 ? 1 : 0 }
        let room = min(
            anchor.x + from - ends.room.lowerBound, ends.room.upperBound - anchor.x - to)
        func part(_ distance: Double, _ whole: Double) -> Double {
            min(max(whole + distance / ends.softness, 0), 1)
        }
        return part(inside, 1) * part(room, 0)
    }

    public var report: [(String, SceneValue)] {
        [
            (
                "labels",
                .array(
                    labels.content.labels.map { label in
                        let place = anchor(of: label)
                        return .object([
                            ("text", .string(label.line.text)), ("place", .point(place)),
                            ("color", .color(label.color)), ("opacity", .number(label.opacity)),
                        ])
                    })
            ), ("alpha", .number(alpha)),
        ]
    }
}
