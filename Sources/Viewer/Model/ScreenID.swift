/// The name of a screen in options, routes and traces: `keys`, `report`.
package struct ScreenID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
    package init(_ name: String) { rawValue = name }

    package var description: String { rawValue }
}
