/// The theme of the pointer's pictures, as the desktop has it.
public struct PointerTheme: Hashable, Sendable {
    /// The name of the theme; nil for the machine's default.
    public var name: String?
    /// The size of the pictures, in points; nil for 24.
    public var size: Int?

    /// A theme; without a name and a size, the machine's default.
    public init(name: String? = nil, size: Int? = nil) {
        self.name = name
        self.size = size
    }
}
