/// Data that this process gives to other programs: on the clipboard, or in a drag.
public struct SharedData: Sendable {
    /// Makes the data of one of the types.
    ///
    /// `done` is called once, at once or later, on the main actor; with no bytes if the data cannot
    /// be made.
    public typealias Maker =
        @MainActor @Sendable (_ type: String, _ done: @escaping @MainActor ([UInt8]) -> Void) ->
        Void

    /// The media types, in the order in which they are announced.
    public var types: [String]
    /// Makes the data of a type when a program asks for it.
    public var make: Maker

    /// Data that are made when a program asks for them.
    public init(types: [String], make: @escaping Maker) {
        (self.types, self.make) = (types, make)
    }

    /// Data that are there, by their media types.
    public init(_ contents: [String: [UInt8]]) {
        self.init(types: contents.keys.sorted()) { type, done in done(contents[type] ?? []) }
    }
}
