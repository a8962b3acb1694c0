import ChartInteraction

/// The keyboard's focus in the parts of a figure below its charts.
///
/// The focus is on a part of the overview's window, on an item of the legend, or on neither: then
/// keys act on the charts. It is kept in `Overview.focused` and `Legend.focused`, which draw a ring.
/// A `ChartWindow` uses it for its keys; a program that hosts a figure in another way calls it, and
/// requests a frame after each change.
@MainActor
public struct FigureFocus {
    private let figure: ChartFigure

    /// What the focus can be on.
    public enum Place: Hashable, Sendable {
        /// A part of the overview's window.
        case overview(OverviewDrag.Part)
        /// An item of the legend, by its id.
        case series(String)
    }

    /// Makes the focus of a figure.
    public init(_ figure: ChartFigure) { self.figure = figure }

    /// Everything in view that the focus can be on, in reading order.
    public var places: [Place] {
        var places: [Place] = []
        if let overview = figure.overview, !overview.frame.isEmpty {
            let parts: [OverviewDrag.Part] =
                overview.resizes ? [.lowerHandle, .middle, .upperHandle] : [.middle]
            places += parts.map { .overview($0) }
        }
        if let legend = figure.legend { places += legend.items.map { .series($0.id) } }
        return places
    }

    /// What the focus is on; nil if keys act on the charts.
    public var place: Place? {
        get {
            let place: Place? =
                if let part = figure.overview?.focused { .overview(part) } else {
                    figure.legend?.focused.map { .series($0) }
                }
            // There may be no room for it any more.
            return place.flatMap { places.contains($0) ? $0 : nil }
        }
        nonmutating set {
            figure.overview?.focused = nil
            figure.legend?.focused = nil
            switch newValue {
            case .overview(let part): figure.overview?.focused = part
            case .series(let id): figure.legend?.focused = id
            case nil: break
            }
        }
    }

    /// Moves the focus by a number of places, backwards if negative.
    ///
    /// The charts come before the first place and after the last. Returns whether there is any
    /// place.
    @discardableResult
    public func move(by count: Int) -> Bool {
        let places = places
        guard !places.isEmpty else { return false }
        let current = place.flatMap { places.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        let stops = places.count + 1
        let next = ((current + count) % stops + stops) % stops
        place = next == 0 ? nil : places[next - 1]
        return true
    }

    /// Moves the part of the overview's window that has the focus; returns whether one has it.
    ///
    /// - Parameter time: when the key was pressed, in seconds.
    @discardableResult
    public func move(_ step: OverviewDrag.Step, at time: Double) -> Bool {
        guard case .overview(let part) = place else { return false }
        figure.overview?.move(part, by: step, at: time)
        return true
    }

    /// Shows or hides the series that has the focus; returns whether one has it.
    ///
    /// - Parameters:
    ///   - alone: shows it alone instead, or all if it is alone.
    ///   - time: when the key was pressed, in seconds.
    @discardableResult
    public func toggle(alone: Bool = false, at time: Double) -> Bool {
        guard case .series(let id) = place else { return false }
        if alone {
            figure.legend?.showAlone(id, at: time)
        } else {
            figure.legend?.toggle(id, at: time)
        }
        return true
    }
}
