import ChartCore
import Geometry
import Painting

@MainActor
extension LineItem {
    public func record(on canvas: Canvas, in clip: PixelRect) {
        let buffer = samples.content
        let hasStyles = buffer.hasAttributes && !style.segments.isEmpty
        let layers: [(attribute: Int?, style: LineStyle)] =
            hasStyles
            ? style.layers(of: buffer.usedAttributes).map { ($0.attribute, $0.style) }
            : [(nil, style)]
        for (attribute, own) in layers {
            let (width, color) = canvas.stroke(own.width, own.color, alpha)
            let reach = own.reach(scale: canvas.scale)
            let path = outline(attribute, buffer.visible(projection, clip, reach: reach), canvas)
            canvas.stroke(
                path, color,
                stroke(own.dash, width, own.join, own.cap, length: path.length))
        }
        for (attribute, own) in layers {
            let (width, color) = canvas.stroke(own.width, own.color, alpha)
            let pattern: DashPattern?
            let painted: Color
            switch own.gap {
            case .none: continue
            case .solid: (pattern, painted) = (nil, color)
            case .dashed(let dash, let opacity):
                (pattern, painted) = (dash, color.opacity(Float(opacity)))
            }
            let path = gaps(
                attribute,
                buffer.visibleGaps(projection, clip, reach: width * canvas.scale + 1), canvas)
            canvas.stroke(path, painted, stroke(pattern, width, .round, .round, length: 0))
        }
    }

    private func stroke(
        _ dash: DashPattern?, _ width: Double, _ join: LineJoin, _ cap: LineCap, length: Double
    ) -> StrokeStyle {
        guard let dash else { return StrokeStyle(width: width, join: join, cap: cap) }
        return dash.stroke(width: width, length: length, join: join)
    }

    private func pixel(_ sample: SampleVertex) -> Point {
        let buffer = samples.content
        return Point(
            x: projection.pixelX(
                ofPlace: buffer.originX + (Double(sample.xHigh) + Double(sample.xLow))),
            y: projection.pixelY(ofPlace: buffer.originY + Double(sample.y)))
    }

    /// The segments of a range of samples, or only those with a style.
    private func outline(_ attribute: Int?, _ visible: Range<Int>, _ canvas: Canvas) -> Path {
        let buffer = samples.content
        let elements = buffer.samples.elements
        var path = Path()
        var isOpen = false
        for index in visible {
            let sample = elements[index + 1]
            if let attribute,
                style.index(of: Int(buffer.attributes.elements[index + 1])) != attribute
            {
                isOpen = false
                continue
            }
            let start = pixel(sample)
            switch sample.style {
            case SampleVertex.drawn:
                let end = pixel(elements[index + 2])
                if !isOpen { path.move(to: canvas.point(start.x, start.y)) }
                path.line(to: canvas.point(end.x, end.y))
                isOpen = true
            case SampleVertex.dot:
                let place = canvas.point(start.x, start.y)
                path.move(to: place)
                path.line(to: place)
                isOpen = false
            default: isOpen = false
            }
        }
        return path
    }

    private func gaps(_ attribute: Int?, _ visible: Range<Int>, _ canvas: Canvas) -> Path {
        let buffer = samples.content
        var path = Path()
        for index in visible {
            if let attribute,
                style.index(of: Int(buffer.gapAttributes.elements[index].own)) != attribute
            {
                continue
            }
            let gap = buffer.gaps.elements[index]
            let (start, end) = (pixel(gap.start), pixel(gap.end))
            path.move(to: canvas.point(start.x, start.y))
            path.line(to: canvas.point(end.x, end.y))
        }
        return path
    }

    public var report: [(String, SceneValue)] {
        [
            ("samples", .count(samples.content.count)), ("color", .color(style.color)),
            ("width", .number(style.width)), ("alpha", .number(alpha)),
            ("projection", projection.report),
        ]
    }
}

extension LineStyle {
    /// How far a stroke extends beyond its samples, in device pixels: a miter the furthest.
    package func reach(scale: Double) -> Double {
        0.5 * max(width * scale, 1) * (join.code == 2 ? max(join.limit, 1.5) : 1.5) + 1
    }
}

@MainActor
extension DashPattern {
    /// The pattern along an outline of a length, all in points.
    func stroke(width: Double, length: Double, join: LineJoin = .round) -> StrokeStyle {
        let period = (on + off) * width
        let start = anchor * length - phase * period
        let into = (-start).truncatingRemainder(dividingBy: period)
        return StrokeStyle(
            width: width, join: join, cap: isRound ? .round : .butt,
            dashes: [on * width, off * width], dashStart: into < 0 ? into + period : into)
    }
}

extension Path {
    /// The total length of its straight lines, in points.
    fileprivate var length: Double {
        var sum = 0.0
        var last = Point.zero
        for step in steps {
            switch step {
            case .move(let point): last = point
            case .line(let point):
                sum += (point - last).length
                last = point
            case .curve, .close: break
            }
        }
        return sum
    }
}

extension PlotProjection {
    /// Its content in reports.
    var report: SceneValue {
        .object([("plot", .rect(plot)), ("x", .range(x)), ("y", .range(y))])
    }
}
