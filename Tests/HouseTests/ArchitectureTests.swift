import Foundation
import Testing

/// Compares ARCHITECTURE.md with the package manager's description of the package.
@Suite struct ArchitectureTests {
    /// A row of the table of modules with floors.
    struct Room {
        let floor: Int
        let name: String
        let order: Int
    }

    /// The rows `| floor | module | purpose |` of ARCHITECTURE.md.
    static func rooms() throws -> [Room] {
        let row = /^\| (\d+) \| `(\w+)` \| \S.* \|$/
        var rooms: [Room] = []
        for line in try House.text("ARCHITECTURE.md").split(separator: "\n") {
            guard let match = line.wholeMatch(of: row), let floor = Int(match.1) else { continue }
            rooms.append(Room(floor: floor, name: String(match.2), order: rooms.count))
        }
        return rooms
    }

    /// The rows `| module | purpose |`, of the modules outside of the floors.
    static func outbuildings() throws -> [String] {
        let row = /^\| `(\w+)` \| \S.* \|$/
        return try House.text("ARCHITECTURE.md").split(separator: "\n")
            .compactMap { $0.wholeMatch(of: row).map { String($0.1) } }
    }

    @Test func everyModuleStandsInItsTable() async throws {
        let targets = try await House.describedTargets()
        let modules = targets.filter { $0.type != "test" && $0.type != "system-target" }
        let inside = modules.filter {
            $0.path.hasPrefix("Sources/") || $0.path.hasPrefix("Shaders")
        }
        let beside = modules.filter {
            $0.path.hasPrefix("Tests/") || $0.path.hasPrefix("Plugins/")
        }
        #expect(try Self.rooms().map(\.name).sorted() == inside.map(\.name).sorted())
        #expect(try Self.outbuildings().sorted() == beside.map(\.name).sorted())
        #expect(inside.count + beside.count == modules.count, "a target in an unknown folder")
    }

    @Test func aRoomLeansOnLowerFloorsOnly() async throws {
        let rooms = Dictionary(uniqueKeysWithValues: try Self.rooms().map { ($0.name, $0) })
        let targets = try await House.describedTargets()
        let plugins = Set(targets.filter { $0.type == "plugin" }.map(\.name))
        let libraries = Set(targets.filter { $0.type == "system-target" }.map(\.name))
        for target in targets {
            guard let room = rooms[target.name] else { continue }
            for name in target.dependencies ?? [] where !plugins.contains(name) {
                guard let below = rooms[name] else {
                    #expect(
                        libraries.contains(name),
                        "\(room.name) depends on \(name), which has no floor")
                    continue
                }
                // A module on floor 0 may import those that come before it in the table.
                let isBelow =
                    below.floor < room.floor
                    || (room.floor == 0 && below.floor == 0 && below.order < room.order)
                #expect(
                    isBelow,
                    "\(room.name) on floor \(room.floor) depends on \(name) on floor \(below.floor)"
                )
            }
        }
    }

    @Test func theManifestNamesTheSameFloors() throws {
        let declared = /room\(\s*"(\w+)",\s*floor: (\d+)/
        let rooms = Dictionary(
            uniqueKeysWithValues: try Self.rooms().map { ($0.name, $0.floor) })
        let matches = try House.text("Package.swift").matches(of: declared)
        try #require(!matches.isEmpty)
        for match in matches {
            #expect(rooms[String(match.1)] == Int(match.2), "the floor of \(match.1)")
        }
    }

    @Test func everyTestTargetBelongsToAModule() async throws {
        let targets = try await House.describedTargets()
        let modules = Set(targets.filter { $0.type != "test" }.map(\.name))
        // Three test the whole: the command line, the examples, and the repository itself.
        let ofTheWhole: Set<String> = ["CommandLine", "Examples", "House"]
        for target in targets where target.type == "test" {
            let subject = String(target.name.dropLast("Tests".count))
            #expect(
                target.name.hasSuffix("Tests")
                    && (modules.contains(subject) || ofTheWhole.contains(subject)),
                "\(target.name) tests no module")
        }
    }

    @Test func aFileImportsOnlyWhatItsModuleDeclares() async throws {
        let ofTheSystem: Set<String> = [
            "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Observation",
            "Synchronization",
        ]
        // An access level or an attribute may precede the keyword, and the kind of a symbol may
        // follow it.
        let line =
            /\s*(?:@[\w()]+\s+)*(?:[a-z]+\s+)?import\s+(?:(?:struct|class|enum|func|let|var)\s+)?(\w+)/
        for target in try await House.describedTargets()
        where ["library", "executable"].contains(target.type) {
            for path in try House.files(in: target.path, endings: ["swift"]) {
                for text in try SourceLine.lines(of: path).map(\.1.text) where text.has("import ") {
                    guard let match = text.prefixMatch(of: line) else { continue }
                    let name = String(match.1)
                    #expect(
                        target.importable.contains(name) || ofTheSystem.contains(name),
                        "\(path) imports \(name), which \(target.name) does not declare")
                }
            }
        }
    }

    /// Above the first floor no module uses raw pointers or a C library.
    @Test func pointersAndHandlesStayDownstairs() async throws {
        let rooms = Dictionary(
            uniqueKeysWithValues: try Self.rooms().map { ($0.name, $0.floor) })
        let targets = try await House.describedTargets()
        let libraries = Set(targets.filter { $0.type == "system-target" }.map(\.name))
        let handle =
            /\b(?:Unsafe\w*Pointer|OpaquePointer|GL(?:u?int|enum)|EGL[A-Z]\w+|wl_\w+|xdg_\w+)\b/
        for target in targets {
            guard let floor = rooms[target.name], floor >= 2 else { continue }
            let leant = libraries.intersection(target.dependencies ?? []).sorted()
            #expect(leant.isEmpty, "\(target.name) on floor \(floor) depends on \(leant)")
            for path in try House.files(in: target.path, endings: ["swift"]) {
                for (number, line) in try SourceLine.lines(of: path)
                where line.code.has("Unsafe", "Opaque", "GL", "wl_", "xdg_") {
                    if let match = line.code.firstMatch(of: handle) {
                        Issue.record("\(path):\(number): \(match.0) above the first floor")
                    }
                }
            }
        }
    }
}
