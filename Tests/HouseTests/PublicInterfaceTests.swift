import Foundation
import Testing

/// A public declaration in the output of the toolchain's `swift-symbolgraph-extract`.
struct PublicSymbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Name: Decodable { let precise: String }
    struct Fragment: Decodable {
        let spelling: String
        let preciseIdentifier: String?
    }

    let kind: Kind
    let identifier: Name
    let pathComponents: [String]
    let declarationFragments: [Fragment]

    var path: String { pathComponents.joined(separator: ".") }
    var declaration: String { declarationFragments.map(\.spelling).joined() }

    /// The types in its signature that belong to C, or point to memory.
    var rawTypes: [String] {
        declarationFragments.filter {
            $0.preciseIdentifier?.hasPrefix("c:") == true
                || $0.spelling.contains(/Unsafe\w*Pointer|OpaquePointer/)
                || $0.spelling.wholeMatch(of: /GL[a-z]\w*|EGL\w+|wl_\w+|xdg_\w+/) != nil
        }.map(\.spelling)
    }
}

/// The public interface of the library.
///
/// The declarations come from the built modules and not from their source text. So inferred types,
/// aliases and requirements of protocols count too; only the members that the standard library adds
/// to conforming types do not.
@Suite struct PublicInterfaceTests {
    /// The modules of the products OresenCharts and OresenWindow.
    static let modules = [
        "Charts", "ChartWindows", "ChartCore", "ChartInteraction", "ChartRendering", "Desktop",
        "EventLoop", "GPU",
        "Geometry", "Imaging", "Localization", "Platform", "Shaders", "Text", "Wayland",
    ]

    /// Public declarations that name a pointer, and why.
    static let hooks: [String: String] = [
        // The documented hook: a program passes its own window to the library in this form.
        "NativeDisplay.pointer": "passes a display from Wayland to GPU, which are independent",
        "NativeDisplay.init(system:pointer:owner:)": "the same",
        "NativeSurface.window": "passes a window from Wayland to GPU",
        "NativeSurface.init(display:window:)": "the same",
        "Column.withContiguousStorageIfAvailable(_:)":
            "a requirement of Sequence in the standard library that makes loops fast",
    ]

    /// Files with unchecked concurrency, and why they are safe.
    static let unchecked: [String: String] = [
        "ChartCore/Series/ChunkMemory.swift": "free memory in a table behind a lock",
        "ChartCore/Series/Column.swift": "samples that are shared are never written to again",
        "ChartCore/Series/ColumnChunk.swift": "filled before it is shared, and constant afterwards",
        "ChartCore/Series/PyramidBuilder.swift": "each worker fills a separate part",
        "Desktop/BusConnection.swift": "libdbus calls on the thread that drives it",
        "EventLoop/Mailbox.swift": "its messages are behind a lock",
        "GPU/Device.swift": "a handle that is constant; read by the deinitializer, on any thread",
        "GPU/EGLConnection.swift": "constant handles; everything else is on the main actor",
        "GPU/Functions.swift": "entry points of the driver, which are constant",
        "Imaging/PictureLibraries.swift": "functions of a library, which are constant",
        "Platform/Clock.swift": "the time of a clock for tests is behind a lock",
        "Platform/DynamicLibrary.swift": "a handle that is constant and never closed",
        "Platform/FileDraft.swift": "its one owner writes it, on one thread at a time",
        "Platform/LiveFile.swift": "its one owner writes it, on one thread at a time",
        "Platform/NativeSurface.swift": "pointers that it does not follow",
    ]

    /// Global state of the process, and why it is allowed: none of it changes what a chart shows.
    static let ofTheProcess: [String: String] = [
        "ChartCore/Series/ChunkMemory.swift table": "memory for reuse, behind a lock",
        "ChartCore/Series/Revision.swift last": "the last number, an atomic",
        "Charts/Chart/MarkOwners.swift all":
            "finds the mistake of one mark in two charts; weak references on the main actor",
        "GPU/EGLConnection.swift open":
            "one display cannot be initialised twice; on the main actor",
        "Platform/DynamicLibrary.swift turn":
            "whose turn it is with the dynamic linker, which belongs to the process",
        "Platform/StandardStreams.swift firstFailure":
            "an error of standard output, which belongs to the process; behind a lock",
        "Wayland/Connection/ClientLog.swift line": "the last message of libwayland, behind a lock",
    ]

    static func folder(of module: String) -> String {
        module == "Shaders" ? "Shaders" : "Sources/\(module)"
    }

    struct Graph: Decodable {
        struct Relation: Decodable {
            let kind: String
            let source: String
            let target: String
        }
        var symbols: [PublicSymbol]
        var relationships: [Relation]
    }

    /// All public declarations of each module, including extensions of other modules' types.
    static func graphs() async throws -> [(module: String, graph: Graph)] {
        let program = try await BuiltModules.toolchain() + "/swift-symbolgraph-extract"
        let flags = try await BuiltModules.flags()
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "interface-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var all: [(module: String, graph: Graph)] = []
        for module in modules {
            let place = folder.appending(path: module)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let said = try await House.run(
                [program, "-module-name", module, "-target", target]
                    + ["-minimum-access-level", "public", "-skip-synthesized-members"]
                    + ["-output-dir", place.path(percentEncoded: false)] + flags)
            try #require(said.status == 0, "\(module): \(said.errors)")
            var whole = Graph(symbols: [], relationships: [])
            for file in try FileManager.default.contentsOfDirectory(
                at: place, includingPropertiesForKeys: nil)
            {
                let part = try JSONDecoder().decode(Graph.self, from: try Data(contentsOf: file))
                whole.symbols += part.symbols
                whole.relationships += part.relationships
            }
            all.append((module, whole))
        }
        return all
    }

    private static var target: String {
        #if arch(arm64)
            "aarch64-unknown-linux-gnu"
        #else
            "x86_64-unknown-linux-gnu"
        #endif
    }

    @Test func noPointerAndNoNameOfCIsPublic() async throws {
        var used: Set<String> = []
        var count = 0
        for (module, graph) in try await Self.graphs() {
            for symbol in graph.symbols {
                count += 1
                let raw = symbol.rawTypes
                guard !raw.isEmpty else { continue }
                if Self.hooks[symbol.path] != nil {
                    used.insert(symbol.path)
                } else {
                    Issue.record("\(module).\(symbol.path) shows \(raw): \(symbol.declaration)")
                }
            }
        }
        #expect(count > 2_000, "only \(count) declarations were found")
        #expect(Set(Self.hooks.keys).subtracting(used) == [], "hooks that do not exist")
    }

    /// Classes belong to the main actor or may be used from any thread; the compiler checks both.
    @Test func everyClassSaysWhichThreadMayUseIt() async throws {
        var classes = 0
        for (module, graph) in try await Self.graphs() {
            let sendable = Set(
                graph.relationships.filter {
                    $0.kind == "conformsTo" && $0.target == "s:s8SendableP"
                }.map(\.source))
            for symbol in graph.symbols where symbol.kind.identifier == "swift.class" {
                classes += 1
                #expect(
                    symbol.declaration.contains("@MainActor")
                        || symbol.declaration.contains("actor")
                        || sendable.contains(symbol.identifier.precise),
                    "\(module).\(symbol.path) is neither Sendable nor on the main actor")
            }
        }
        #expect(classes > 20)
        // The compiler checks this in every target.
        #expect(try House.text("Package.swift").contains("swiftLanguageModes: [.v6]"))
    }

    /// The Swift files of the modules, with their paths below `Sources`.
    private static func files() throws -> [(name: String, path: String)] {
        try modules.flatMap { module in
            try House.files(in: folder(of: module), endings: ["swift"]).map { path in
                (path.replacing(/^Sources\//, with: ""), path)
            }
        }
    }

    @Test func whatTheCompilerDoesNotCheckIsKnown() throws {
        var used: Set<String> = []
        for (name, path) in try Self.files() {
            for (number, line) in try SourceLine.lines(of: path)
            where line.code.has(
                "@unchecked Sendable", "nonisolated(unsafe)", "unowned(unsafe)", "@preconcurrency")
            {
                if Self.unchecked[name] != nil {
                    used.insert(name)
                } else {
                    Issue.record("\(path):\(number): \(line.text)")
                }
            }
        }
        #expect(Set(Self.unchecked.keys).subtracting(used) == [], "entries that do not exist")
    }

    /// The name of a global variable that a line declares: a stored variable, or a constant with
    /// mutable content.
    static func stateOfTheProcess(_ code: String) -> String? {
        guard code.has("var ", "let ") else { return nil }
        // A computed variable has a brace before any assignment.
        let variable =
            /(?:@\w+\s+|[\w()]+\s+)*(?:static|class)\s+(?:[\w()]+\s+)*var\s+(\w+)\b[^={]*(?:=.*)?/
        let global = /(?:@\w+\s+|[\w()]+\s+)*var\s+(\w+)\b[^={]*(?:=.*)?/
        let constant =
            /(?:@\w+\s+|[\w()]+\s+)*let\s+(\w+)\b[^=]*=\s*(?:Mutex|Atomic|NSLock|NSCache)\b.*/
        let text = code.trimmingCharacters(in: .whitespaces)
        let isGlobal = code.first?.isWhitespace == false
        if let match = text.wholeMatch(of: variable) { return String(match.1) }
        if isGlobal, let match = text.wholeMatch(of: global) { return String(match.1) }
        // A lock that is not a property of a value.
        if isGlobal || text.contains("static "), let match = text.wholeMatch(of: constant) {
            return String(match.1)
        }
        return nil
    }

    @Test func noStateIsGlobal() throws {
        var used: Set<String> = []
        for (name, path) in try Self.files() {
            for (number, line) in try SourceLine.lines(of: path) {
                guard let variable = Self.stateOfTheProcess(line.code) else { continue }
                let entry = "\(name) \(variable)"
                if Self.ofTheProcess[entry] != nil {
                    used.insert(entry)
                } else {
                    Issue.record("\(path):\(number): \(line.text)")
                }
            }
        }
        #expect(Set(Self.ofTheProcess.keys).subtracting(used) == [], "entries that do not exist")
    }

    /// Which lines declare global state, by examples of each kind.
    @Test(
        arguments: [
            ("    public static var shared = Thing()", "shared"),
            ("    @MainActor private static var open: [Key: Entry] = [:]", "open"),
            ("    static var name: String?", "name"), ("var counter = 0", "counter"),
            ("    private static let table = Mutex(Guarded())", "table"),
            ("private let last = Atomic<UInt64>(0)", "last"),
            ("    public static var hidden: NumberAxis {", nil), ("    var count = 0", nil),
            ("    static var none: Self { Self() }", nil), ("    let lock = Mutex(0)", nil),
            ("    static let light = ChartTheme(", nil), ("    class func draw() {", nil),
        ] as [(String, String?)])
    func stateIsTold(line: String, name: String?) {
        #expect(Self.stateOfTheProcess(line) == name)
    }
}
