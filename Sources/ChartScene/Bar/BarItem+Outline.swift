import Geometry
import Painting

@MainActor
extension BarItem {
    public func record(on canvas: Canvas, in clip: PixelRect) {
        for bar in placedBars(in: clip, scale: canvas.scale) {
            let rect = canvas.rect(bar.rect)
            canvas.fill(rect, bar.gap ?? bar.color, corners: bar.corners, snapped: false)
            if bar.gap != nil, let hatching = style.hatching {
                canvas.fill(
                    hatching.stripes(
                        in: rect, corners: bar.corners,
                        from: origin(of: rect, hatching, canvas.scale)), .color(bar.color))
            }
        }
    }

    /// Where the stripes of a bar begin, in points.
    private func origin(of rect: Rect, _ hatching: Hatching, _ scale: Double) -> Point {
        func anchor(_ place: Double) -> Double { hatching.reduced(place, scale: scale) / scale }
        return style.isHorizontal
            ? Point(x: anchor(projection.pixelX(ofPlace: 0)), y: rect.maxY)
            : Point(x: rect.minX, y: anchor(projection.pixelY(ofPlace: 0)))
    }

    /// The drawn form of a bar.
    public struct PlacedBar: Hashable, Sendable {
        /// The bar's number.
        public var index: Int
        /// In device pixels.
        public var rect: Rect
        /// In points.
        public var corners: Corners
        /// Includes the alpha of the item.
        public var color: Color
        /// The colour between its stripes, with the alpha of the item; nil if it has no stripes.
        public var gap: Color?
    }

    /// The visible bars in their drawn form.
    @MainActor
    public func placedBars(in clip: PixelRect, scale: Double) -> [PlacedBar] {
        let buffer = bars.content
        let isLying = style.isHorizontal
        var (fixed, fraction) = (0.0, 0.0)
        switch style.width {
        case .fraction(let part): fraction = part
        case .points(let points): fixed = max(points * scale, 1)
        }
        guard
            let shown = isLying
                ? projection.visibleY(in: clip, reach: fixed + 2)
                : projection.visibleX(in: clip, reach: fixed + 2)
        else { return [] }
        return buffer.visible(shown).compactMap { index in
            place(buffer.store.elements[index], index, fixed, fraction, scale)
        }
    }

    private func place(
        _ bar: BarVertex, _ index: Int, _ fixed: Double, _ fraction: Double, _ scale: Double
    ) -> PlacedBar? {
        let buffer = bars.content
        let isLying = style.isHorizontal
        guard bar.length >= 0, bar.base != bar.value || style.isRange else { return nil }
        let plot = projection.plot
        let slot = buffer.originSlot + (Double(bar.slotHigh) + Double(bar.slotLow))
        func along(_ value: Float) -> Double {
            let place = buffer.originValue + Double(value)
            return isLying ? projection.pixelX(ofPlace: place) : projection.pixelY(ofPlace: place)
        }
        let start = isLying ? projection.pixelY(ofPlace: slot) : projection.pixelX(ofPlace: slot)
        let length = Double(bar.length) * (isLying ? projection.scaleY : projection.scaleX)
        let ends = isLying ? (plot.minY, plot.maxY) : (plot.minX, plot.maxX)
        if bar.length == 0, start < ends.0 - 0.25 || start > ends.1 + 0.25 { return nil }
        let (left, width) = across(start, length, fixed, fraction)
        let limits = isLying ? (plot.minX, plot.maxX) : (plot.minY, plot.maxY)
        func clamp(_ place: Double) -> Double {
            min(max(place, limits.0 - 2048), limits.1 + 2048)
        }
        var (base, value) = (along(bar.base), along(bar.value))
        let grows = isLying ? value >= base : value <= base
        (base, value) = (clamp((base + 0.5).rounded(.down)), clamp(value))
        // Along its axis away from the base.
        let direction = grows == isLying ? 1.0 : -1
        if style.isRange, abs(value - base) < width {
            let middle = (value + base) / 2
            (base, value) = (middle - direction * width / 2, middle + direction * width / 2)
        } else if bar.base != bar.value, abs(value - base) < 1 {
            value = base + direction
        }
        let (low, high) = (min(base, value), max(base, value))
        let rect =
            isLying
            ? Rect(x: low, y: left, width: high - low, height: width)
            : Rect(x: left, y: low, width: width, height: high - low)
        let chosen = style.colors[min(max(Int(bar.color), 0), style.colors.count - 1)]
        let part = style.selected.map { $0 == index ? 1 : style.othersOpacity } ?? 1
        let gap = style.hatching?.gap(min(max(Int(bar.color), 0), style.colors.count - 1))
        return PlacedBar(
            index: index, rect: rect, corners: corners(grows, isLying),
            color: chosen.opacity(Float(alpha * part)), gap: gap?.opacity(Float(alpha * part)))
    }

    /// The start of a bar across its axis and its width, in device pixels.
    private func across(
        _ start: Double, _ length: Double, _ fixed: Double, _ fraction: Double
    ) -> (Double, Double) {
        let slot = abs(length)
        var width = max(toEdge(fixed > 0 ? fixed : slot * fraction), 1)
        let whole = (slot + 0.00390625).rounded(.down)
        let roomy = fraction > 0.5 ? 3.0 : 2.0
        if fixed <= 0, slot >= 1, fraction == 1 || (fraction < 1 && whole < roomy) {
            let left = toEdge(min(start, start + length))
            return (left, max(toEdge(max(start, start + length)) - left, 1))
        }
        if fixed <= 0, fraction < 1 { width = min(width, max(whole - 1, 1)) }
        return (toEdge(start + (length - width) / 2), width)
    }

    private func corners(_ grows: Bool, _ isLying: Bool) -> Corners {
        let c = style.corners
        switch (isLying, grows) {
        case (false, true): return c
        case (false, false):
            return Corners(
                leftTop: c.leftBottom, rightTop: c.rightBottom, rightBottom: c.rightTop,
                leftBottom: c.leftTop)
        case (true, true):
            return Corners(
                leftTop: c.leftBottom, rightTop: c.leftTop, rightBottom: c.rightTop,
                leftBottom: c.rightBottom)
        case (true, false):
            return Corners(
                leftTop: c.leftTop, rightTop: c.leftBottom, rightBottom: c.rightBottom,
                leftBottom: c.rightTop)
        }
    }

    public var report: [(String, SceneValue)] {
        var report: [(String, SceneValue)] = [
            ("bars", .count(bars.content.count)),
            ("colors", .array(style.colors.map { .color($0) })), ("alpha", .number(alpha)),
            ("projection", projection.report),
        ]
        if let hatching = style.hatching {
            let gaps = style.colors.indices.map { hatching.gap($0) ?? style.colors[$0] }
            report.append(("gaps", .array(gaps.map { .color($0) })))
        }
        return report
    }
}
