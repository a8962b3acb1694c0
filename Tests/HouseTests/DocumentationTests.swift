import Foundation
import Testing

/// Every public declaration of the library is documented.
///
/// The modules are those of the products OresenCharts and OresenWindow. A declaration is public if it has the
/// modifier, is a case of a public enum or a requirement of a public protocol, or is in a public
/// extension, and if all enclosing types are public. Each must have a `///` comment directly before
/// it, which begins with a sentence and not with a list of parameters.
///
/// There is one exemption: a member that satisfies a requirement has the comment of the protocol,
/// as DocC shows it, and needs its own only for additional facts. A member is exempt if its type,
/// here or in an extension, conforms by name to a protocol of these modules with a requirement of
/// the same name and argument labels, or to a protocol of the standard library for which `standard`
/// lists the requirement. Inherited protocols count too. The default of a requirement in an
/// extension of a protocol has the requirement's comment.
@Suite struct DocumentationTests {
    /// Requirements of the standard library's protocols that types of this package satisfy.
    static let standard: [String: Set<String>] = [
        "Comparable": ["<(_:_:)", "==(_:_:)"],
        "CustomStringConvertible": ["description"],
        "Equatable": ["==(_:_:)"],
        "ExpressibleByArrayLiteral": ["init(arrayLiteral:)"],
        "ExpressibleByFloatLiteral": ["init(floatLiteral:)"],
        "ExpressibleByIntegerLiteral": ["init(integerLiteral:)"],
        "ExpressibleByStringLiteral": ["init(stringLiteral:)"],
        "Hashable": ["hash(into:)", "==(_:_:)"],
        "IteratorProtocol": ["next()"],
        "OptionSet": ["rawValue", "init(rawValue:)"],
        "RandomAccessCollection": [
            "startIndex", "endIndex", "count", "subscript(_:)", "index(after:)", "index(before:)",
            "makeIterator()", "withContiguousStorageIfAvailable(_:)",
        ],
        "RawRepresentable": ["rawValue", "init(rawValue:)"],
        "Sequence": ["makeIterator()"],
    ]

    /// The folders of the modules of the library's products.
    static func folders() async throws -> [String] {
        let targets = Dictionary(
            uniqueKeysWithValues: try await House.describedTargets().map { ($0.name, $0) })
        var found: Set<String> = []
        var left = ["ChartWindows", "Cartography"]
        while let name = left.popLast() {
            guard let target = targets[name], target.type == "library", found.insert(name).inserted
            else { continue }
            left += target.dependencies ?? []
        }
        return found.compactMap { targets[$0]?.path }.sorted()
    }

    /// The public declarations without a comment that need one.
    static func undocumented(in symbols: PublicSymbols) -> [Declaration] {
        var requirements = standard
        for requirement in symbols.declarations where requirement.kind == .requirement {
            requirements[requirement.scope, default: []].insert(requirement.name)
        }
        let conformances = Dictionary(grouping: symbols.conformances, by: \.type)
            .mapValues { $0.flatMap(\.protocols) }
        // A member of an extension is as public as the type, which may be in another file.
        let closed = Set(
            symbols.declarations.filter { $0.isType && !$0.isPublic }
                .map { $0.module + "." + $0.path })

        func satisfies(_ member: Declaration) -> Bool {
            guard member.kind == .member else { return false }
            var seen: Set<String> = []
            // An extension of a protocol represents the types that conform to it.
            var left = [member.scope]
            while let name = left.popLast() {
                guard seen.insert(name).inserted else { continue }
                if requirements[name]?.contains(member.name) == true { return true }
                left += conformances[name] ?? []
            }
            return false
        }

        return symbols.declarations.filter {
            $0.isPublic && !$0.isDocumented && !closed.contains($0.module + "." + $0.scope)
                && !satisfies($0)
        }
    }

    /// The Makefile documents all of them and compares their API with the last release, except
    /// generated or embedded modules, which no program imports.
    @Test func theMakefileListsTheLibrary() async throws {
        let list = try #require(try House.text("Makefile").firstMatch(of: /(?m)^LIBRARY := (.*)$/))
        let listed = Set(list.1.split(separator: " ").map(String.init))
        let folders = Set(
            try await Self.folders().compactMap { $0.split(separator: "/").last.map(String.init) })
        #expect(
            folders.subtracting(listed) == [
                "CBaseMap", "CGeographic", "CPictureRows", "Cairo", "Shaders", "Streams",
                "WaylandClientProtocols",
            ])
        #expect(listed.isSubset(of: folders))
        // The comparison ignores modules that no product names.
        #expect(try await listed.subtracting(House.libraryModules()) == [])
    }

    @Test func everyPublicSymbolIsDocumented() async throws {
        var symbols = PublicSymbols()
        for folder in try await Self.folders() {
            for path in try House.files(in: folder, endings: ["swift"]) {
                symbols.read(try House.text(path), of: path, in: folder)
            }
        }
        try #require(
            symbols.declarations.count { $0.isPublic } > 2_000, "the sources were not read")
        for declaration in Self.undocumented(in: symbols) {
            Issue.record(
                "\(declaration.file):\(declaration.line): \(declaration.path) has no comment")
        }
    }

    /// The rule on declarations of each kind, with the names that need a comment.
    @Test(arguments: [
        ("public struct A { public var b = 1; var c = 2 }", ["A", "A.b"]),
        (
            "/// A.\npublic struct A {\n/// B.\n@inlinable public var b: Int { let c = 1; return c }\n}",
            []
        ),
        ("struct A { public var b = 1 }\nextension A { public func c() {} }", []),
        (
            "/// A.\npublic enum A: Int {\ncase b = 1, c\n/// D.\ncase d(Int, e: Int)\n}",
            ["A.b", "A.c"]
        ),
        (
            "/// A.\npublic protocol A {\nvar b: Int { get }\nfunc c(_ d: Int, e f: Int)\n}",
            ["A.b", "A.c(_:e:)"]
        ),
        (
            "/// A.\npublic protocol A {\n/// B.\nfunc b(_: Int)\n}\n/// C.\npublic struct C: A {\n"
                + "public func b(_ c: Int) {}\npublic func b(c: Int) {}\n}", ["C.b(c:)"]
        ),
        (
            "/// A.\npublic struct A {}\nextension A: Equatable {\n"
                + "public static func == (lhs: A, rhs: A) -> Bool { true }\n}", []
        ),
        (
            "/// A.\npublic protocol A {\n/// B.\nvar b: Int { get }\n}\n"
                + "extension A {\npublic var b: Int { 1 }\npublic var c: Int { 2 }\n}", ["A.c"]
        ),
        ("/// - Parameter b: it.\npublic func a(b: Int) {}", ["a(b:)"]),
        ("public extension A { func b() {}\nprivate func c() {} }", ["A.b()"]),
        (
            "/// A.\npublic final class A {\npublic private(set) var b = \"}\\(\"}\")\"\nprivate var c = 0\n}",
            ["A.b"]
        ),
        (
            "/// A.\npublic class A {\npublic class func b<C: D<E>>(_ f: (C) -> Int = { _ in 1 }) {}\n}",
            ["A.b(_:)"]
        ),
        (
            "/// A.\npublic struct A {\nlet b = #\"\"\"\n}\n\"#\n\"\"\"#\n// }\n/* { /* */ */\npublic init?(c: Int) {}\n}",
            ["A.init(c:)"]
        ),
        (
            "/// A.\npublic struct A {\nlet b = /[}\"]/\npublic subscript(c: Int) -> Int { c / 2 }\n}",
            ["A.subscript(_:)"]
        ),
        (
            "/// A.\npublic struct A {\npublic let b = c\n.init(d)\npublic typealias E = Int\n}",
            ["A.b", "A.E"]
        ),
    ])
    func declarationsAreFound(source: String, names: [String]) {
        var symbols = PublicSymbols()
        symbols.read(source, of: "", in: "")
        #expect(Self.undocumented(in: symbols).map(\.path) == names)
    }
}
