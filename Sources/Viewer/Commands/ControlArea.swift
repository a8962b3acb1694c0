/// A part of the window with controls of one kind: keys may be its own while the focus is in it.
///
/// Whoever has such a part names it: `static let legend = ControlArea("legend")`.
package struct ControlArea: Hashable, Sendable {
    private let name: String

    package init(_ name: String) { self.name = name }
}
