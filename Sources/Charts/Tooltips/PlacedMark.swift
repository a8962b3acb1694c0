import ChartCore
import Geometry

/// An element of a mark, as a tooltip describes it.
public struct MarkElement: Hashable, Sendable {
    /// A value of an element.
    public struct Value: Hashable, Sendable {
        /// How a value is written.
        public enum Form: Hashable, Sendable {
            /// As on the x axis.
            case x
            /// As on the value axis of the mark.
            case y
            /// As a plain number.
            case number
            /// As a percentage; the value is from 0 to 1.
            case share
        }

        /// The name of the value; empty for the title of its axis.
        public var name: String
        /// The value, in the unit of its axis.
        public var value: Double
        /// How it is written.
        public var form: Form

        /// A value that is written in a form.
        public init(_ value: Double, _ form: Form, name: String = "") {
            self.name = name
            self.value = value
            self.form = form
        }
    }

    /// The mark's `id`.
    public var mark: String
    /// Its number in the mark.
    public var index: Int
    /// What it is: the name of a slice, of a category or of a class; empty for the mark's id.
    public var name: String
    /// Its values, the most important first.
    public var values: [Value]
    /// Its colour.
    public var color: Color
    /// The point that a tooltip describes, in points of the figure.
    public var anchor: Point
    /// The radius of a ring around the anchor, in points; 0 for none.
    public var ring: Double

    /// An element with its values.
    public init(
        mark: String, index: Int, name: String = "", values: [Value], color: Color, anchor: Point,
        ring: Double = 0
    ) {
        self.mark = mark
        self.index = index
        self.name = name
        self.values = values
        self.color = color
        self.anchor = anchor
        self.ring = ring
    }
}

/// A mark whose elements have places in two dimensions, so that a pointer can find one.
@MainActor
public protocol PlacedMark: Mark {
    /// The element at a place, or the nearest one within a distance of it; nil for none.
    ///
    /// - Parameters:
    ///   - place: in points of the figure.
    ///   - chart: the chart the mark is in, after it was laid out.
    ///   - reach: the longest distance of a point from the place, in points.
    func element(near place: Point, in chart: Chart, reach: Double) -> MarkElement?
}

extension PointMark: PlacedMark {
    /// The point nearest to a place; of points at the same distance, the last one.
    ///
    /// O(log samples + samples as far away along x).
    public func element(near place: Point, in chart: Chart, reach: Double) -> MarkElement? {
        let values = chart.dimension(of: self)
        let projection = chart.projection(of: values)
        let far = max(reach, overhang)
        let ends = [place.x - far, place.x + far].map { projection.valueX(atPoint: $0) }
        let times = Extent(min: ends.min() ?? 0, max: ends.max() ?? 0)
        let indices = source.lowerBound(times.min)..<source.upperBound(times.max)
        var best: (index: Int, distance: Double, point: Point)?
        for index in indices {
            let point = Point(
                x: projection.pointX(source.time(at: index)),
                y: projection.pointY(source.value(at: index)))
            let distance = (point - place).length
            guard distance <= far, distance <= best?.distance ?? far,
                projection.plot.contains(point)
            else { continue }
            best = (index, distance, point)
        }
        guard let best else { return nil }
        let attribute = (source as? any AttributedSampleSource)?.attribute(at: best.index) ?? 0
        let style = attributeStyles[attribute] ?? style
        return MarkElement(
            mark: id, index: best.index, name: attributeNames[attribute] ?? "",
            values: [
                .init(source.time(at: best.index), .x), .init(source.value(at: best.index), .y),
            ], color: style.stroke?.color ?? style.fill, anchor: best.point, ring: style.radius + 3)
    }
}

extension PieMark: PlacedMark {
    /// The slice at a place, with its value and its share of the whole.
    public func element(near place: Point, in chart: Chart, reach: Double) -> MarkElement? {
        guard let slice = slice(at: place, in: chart.plot), let angles = angles(of: slice.id),
            let index = elements.firstIndex(where: { $0.id == slice.id })
        else { return nil }
        let outer = radius(of: slice, in: chart.plot)
        let middle = PolarLayout.vector(ofDirection: (angles.lowerBound + angles.upperBound) / 2)
        return MarkElement(
            mark: id, index: index, name: slice.id,
            values: [
                .init(slice.value, .number),
                .init((angles.upperBound - angles.lowerBound) / (2 * .pi), .share),
            ], color: slice.color,
            anchor: chart.plot.center + middle * ((innerRadius + outer) / 2))
    }
}

extension HorizontalBarMark: PlacedMark {
    /// The bar in whose row a place is, with the name of its category.
    public func element(near place: Point, in chart: Chart, reach: Double) -> MarkElement? {
        let projection = chart.projection(of: chart.dimension(of: self))
        guard projection.plot.contains(place),
            let bar = bar(at: projection.valueY(atPoint: place.y)),
            let index = bars.firstIndex(of: bar), bar.value.isFinite
        else { return nil }
        let middle = (bar.start + bar.end) / 2
        let names = chart.dimension(of: self).axes.lazy.compactMap { $0.labeling as? CategoryNames }
        let name = names.first.flatMap { names -> String? in
            guard let number = names.order.index(at: middle.rounded()),
                names.names.indices.contains(number)
            else { return nil }
            return names.names[number]
        }
        return MarkElement(
            mark: id, index: index, name: name ?? "", values: [.init(bar.value, .x)],
            color: style.colors[bar.color % style.colors.count],
            anchor: Point(
                x: min(
                    max(projection.pointX(bar.value), projection.plot.minX), projection.plot.maxX),
                y: projection.pointY(middle)))
    }
}

extension PolarBarMark: PlacedMark {
    /// The sector at a place, with its own value and not that of its stack.
    public func element(near place: Point, in chart: Chart, reach: Double) -> MarkElement? {
        guard let part = part(at: place) else { return nil }
        let polar = space.projection(in: chart.plot)
        let before = table.values(at: part.slot).prefix(part.series).reduce(0) {
            $0 + ($1 > 0 && $1.isFinite ? $1 : 0)
        }
        let value = table.values(at: part.slot)[part.series]
        let angle = table.slots[part.slot].mid
        return MarkElement(
            mark: id, index: part.slot * max(table.values(at: part.slot).count, 1) + part.series,
            values: [.init(value, .number)], color: colors[part.series % colors.count],
            anchor: polar.point(before + value / 2, at: angle))
    }
}

extension PolarPointMark: PlacedMark {
    /// The point nearest to a place.
    public func element(near place: Point, in chart: Chart, reach: Double) -> MarkElement? {
        samples.element(
            near: place, space.projection(in: chart.plot), reach: max(reach, style.radius), id,
            style.fill, ring: style.radius + 3)
    }
}

extension PolarLineMark: PlacedMark {
    /// The sample nearest to a place.
    public func element(near place: Point, in chart: Chart, reach: Double) -> MarkElement? {
        samples.element(
            near: place, space.projection(in: chart.plot), reach: reach, id, style.color, ring: 6)
    }
}

extension [PolarSample] {
    /// The element of the sample nearest to a place; O(samples).
    @MainActor
    fileprivate func element(
        near place: Point, _ polar: PolarProjection, reach: Double, _ mark: String, _ color: Color,
        ring: Double
    ) -> MarkElement? {
        var best: (index: Int, distance: Double, point: Point)?
        for (index, sample) in enumerated() where sample.angle.isFinite && sample.value.isFinite {
            let point = polar.point(sample.value, at: sample.angle)
            let distance = (point - place).length
            guard distance <= reach, distance <= best?.distance ?? reach else { continue }
            best = (index, distance, point)
        }
        guard let best else { return nil }
        return MarkElement(
            mark: mark, index: best.index, values: [.init(self[best.index].value, .number)],
            color: color, anchor: best.point, ring: ring)
    }
}
