import Glibc
import Synchronization

/// A shared library that is loaded while the program runs, and stays.
///
/// For libraries that most runs do not need: what they bring along costs time from the start, and
/// every symbol of a library that is loaded later is looked for in all that the program was linked
/// with first. Its own symbols are seen by nobody else.
public struct DynamicLibrary: @unchecked Sendable {
    /// A library has no function of a name.
    public struct Missing: Error {
        /// The function's name.
        public let function: String
    }

    private let handle: UnsafeMutableRawPointer

    private static let turn = Mutex(())

    /// Calls `body` while nobody else is in a turn of this kind, and gives what it gives.
    ///
    /// For loading a library with all its functions, and for what loads much more. The dynamic linker
    /// lets in one thread at a time, for each library and each function anew, so a graphics driver (30
    /// ms) would keep one waiting who had its library already and lacked a function. Turns do not nest:
    /// `body` must not take another.
    public static func takingTurn<Result: ~Copyable, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try turn.withLock { _ throws(Failure) in try body() }
    }

    /// The library with a file name such as `libarchive.so.13`; nil where it cannot be loaded.
    public init?(_ fileName: String) {
        guard let handle = dlopen(fileName, RTLD_NOW | RTLD_LOCAL) else { return nil }
        self.handle = handle
    }

    /// The function of that name, as the type that its header gives it: a pointer to a C function.
    ///
    /// Nothing checks that the type is right.
    public func function<Function>(
        _ name: String, as type: Function.Type = Function.self
    ) throws(Missing) -> Function {
        precondition(
            MemoryLayout<Function>.size == MemoryLayout<UnsafeMutableRawPointer>.size,
            "\(type) is not a pointer to a C function")
        guard let place = dlsym(handle, name) else { throw Missing(function: name) }
        return unsafeBitCast(place, to: type)
    }
}
