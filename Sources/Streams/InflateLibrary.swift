// Intel's ISA-L, loaded with libarchive for the first archive, for its large members.
//
// It unpacks two to three times as fast as zlib and also computes the checksum, on processors of
// any vendor. A machine without it reads archives with libarchive alone.

import CISAL
import Platform

/// The functions of libisal in use.
struct InflateLibrary: Sendable {
    let initialize: ISALInflateInit
    let inflate: ISALInflate

    /// The library; nil if the machine has no suitable one.
    static let shared = DynamicLibrary("libisal.so.2").flatMap { try? InflateLibrary($0) }

    private init(_ library: DynamicLibrary) throws(DynamicLibrary.Missing) {
        initialize = try library.function("isal_inflate_init")
        inflate = try library.function("isal_inflate")
    }
}
