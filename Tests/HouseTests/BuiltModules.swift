import Foundation

/// The modules that were built with the tests, for the toolchain's other programs.
enum BuiltModules {
    /// The toolchain's folder.
    static func toolchain() async throws -> String {
        let said = try await House.run(["setup/swift", "--toolchain"])
        return said.output.trimmingCharacters(in: .newlines)
    }

    /// The flags with which a program finds them, and the C libraries that they use.
    static func flags() async throws -> [String] {
        let modules = House.products.appending(path: "Modules").path(percentEncoded: false)
        let root = House.root.path(percentEncoded: false)
        let maps = try House.files(in: "Sources/C", endings: ["modulemap"])
        let libraries = ["freetype2", "harfbuzz", "fribidi", "libpng"]
        let said = try await House.run(["pkg-config", "--cflags-only-I"] + libraries)
        let includes = said.output.split(whereSeparator: \.isWhitespace).map(String.init)
        return ["-I", modules] + includes
            + maps.flatMap { ["-Xcc", "-fmodule-map-file=\(root)/\($0)"] }
    }
}
