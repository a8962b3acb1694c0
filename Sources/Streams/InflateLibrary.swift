// Intel's ISA-L, loaded with libarchive when the first archive is met, for its large members.
//
// It unpacks two to three times as fast as zlib and checks on the way, on processors of any maker.
// A machine that has none reads archives as well, by libarchive alone.

import CISAL
import Platform

/// The functions of libisal that are called.
struct InflateLibrary: Sendable {
    let initialize: ISALInflateInit
    let inflate: ISALInflate

    /// The library; nil where the machine has none that fits.
    static let shared = DynamicLibrary("libisal.so.2").flatMap { try? InflateLibrary($0) }

    private init(_ library: DynamicLibrary) throws(DynamicLibrary.Missing) {
        initialize = try library.function("isal_inflate_init")
        inflate = try library.function("isal_inflate")
    }
}
