import Foundation
import Synchronization
import Testing

/// A target in the output of `swift package describe`.
struct DescribedTarget: Decodable {
    let name: String
    let type: String
    let path: String
    let dependencies: [String]?
    let products: [String]?

    enum CodingKeys: String, CodingKey {
        case name
        case type
        case path
        case dependencies = "target_dependencies"
        case products = "product_dependencies"
    }

    /// Every module that the target may import from the package or from another.
    var importable: Set<String> { Set(dependencies ?? []).union(products ?? []) }
}

extension House {
    /// The targets of the package, as the package manager reads the manifest.
    ///
    /// A separate scratch folder avoids the lock that the test run may hold.
    static func describedTargets() async throws -> [DescribedTarget] {
        struct Description: Decodable { let targets: [DescribedTarget] }
        return try await decode(Description.self, from: ["describe", "--type", "json"]).targets
    }

    /// A system library's entry in the manifest: its pkg-config module and Debian's packages.
    struct SystemLibrary: Decodable {
        struct Provider: Decodable { let apt: [[String]]? }

        let name: String
        let pkgConfig: String?
        let providers: [Provider]?
    }

    static func systemLibraries() async throws -> [SystemLibrary] {
        struct Manifest: Decodable { let targets: [SystemLibrary] }
        return try await decode(Manifest.self, from: ["dump-package"]).targets
            .filter { $0.pkgConfig != nil }
    }

    /// The modules of the package's library products; the package manager compares their API.
    static func libraryModules() async throws -> Set<String> {
        struct Product: Decodable {
            let name: String
            let targets: [String]
        }
        struct Manifest: Decodable { let products: [Product] }
        let products = try await decode(Manifest.self, from: ["dump-package"]).products
        return Set(products.filter { $0.name != "oresen" }.flatMap(\.targets))
    }

    private static let asked = Mutex<[[String]: String]>([:])

    /// The package manager's output for some arguments; cached, since a call takes seconds.
    private static func decode<Value: Decodable>(
        _ type: Value.Type, from arguments: [String]
    ) async throws -> Value {
        let said: String
        if let known = asked.withLock({ $0[arguments] }) {
            said = known
        } else {
            said = try await answer(to: arguments)
            asked.withLock { $0[arguments] = said }
        }
        return try JSONDecoder().decode(type, from: Data(said.utf8))
    }

    private static func answer(to arguments: [String]) async throws -> String {
        let scratch = FileManager.default.temporaryDirectory
            .appending(path: "house-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let said = try await run(
            ["swift", "package", "--scratch-path", scratch.path(percentEncoded: false)] + arguments)
        try #require(said.status == 0, "swift package \(arguments): \(said.errors)")
        return said.output
    }
}
