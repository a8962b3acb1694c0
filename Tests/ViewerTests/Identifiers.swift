@testable import Viewer

// Tests name controls and commands by what traces and layouts write.

extension ControlID: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { self.init(value) }

    func hasPrefix(_ prefix: String) -> Bool { name.hasPrefix(prefix) }
    static func == (id: ControlID, name: String) -> Bool { id.name == name }
}

extension ControlID? {
    static func == (id: ControlID?, name: String?) -> Bool { id?.name == name }
}

extension CommandID: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { self.init(value) }
}
