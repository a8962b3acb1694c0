/// A part of the window with controls of one kind, which may have its own keys while it has the
/// focus.
///
/// The module that has such a part names it: `static let legend = ControlArea("legend")`.
package struct ControlArea: Hashable, Sendable {
    private let name: String

    package init(_ name: String) { self.name = name }
}
