import Glibc
import Synchronization

/// A shared library that is loaded at run time, and stays loaded.
///
/// For libraries that most runs do not need: their dependencies cost start-up time, and every
/// symbol of a library that is loaded later is first looked for in all libraries that the program
/// was linked with. The loaded library's symbols are private to it.
public struct DynamicLibrary: @unchecked Sendable {
    /// A library lacks a function.
    public struct Missing: Error {
        /// The function's name.
        public let function: String
    }

    private let handle: UnsafeMutableRawPointer

    private static let turn = Mutex(())

    /// Calls `body` while no other thread is in such a call, and returns its result.
    ///
    /// For loading a library with all its functions, and for calls that load much more. The dynamic
    /// linker admits one thread at a time, separately for each library and each function. So a
    /// graphics driver (30 ms) would delay a thread that already has its library and lacks one
    /// function. Calls do not nest: `body` must not make another.
    public static func takingTurn<Result: ~Copyable, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try turn.withLock { _ throws(Failure) in try body() }
    }

    /// The library with a file name such as `libarchive.so.13`; nil if it cannot be loaded.
    public init?(_ fileName: String) {
        guard let handle = dlopen(fileName, RTLD_NOW | RTLD_LOCAL) else { return nil }
        self.handle = handle
    }

    /// The function of that name, with the type that its header declares: a pointer to a C
    /// function.
    ///
    /// The type is not checked.
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
