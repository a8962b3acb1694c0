/// A part of a chart that takes colours from its theme: a mark, an attachment or an annotation.
///
/// A part that a program defines may conform to it; for parts without theme support there is
/// `themed(_:)`.
@MainActor
public protocol Themed: AnyObject {
    /// Takes the colours of a theme that were not chosen for the part itself.
    ///
    /// Called when the part is added to a chart, and whenever the chart's theme changes.
    func take(_ theme: ChartTheme)
}
