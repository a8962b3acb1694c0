import Foundation
import Testing

/// A program that only draws pictures, on a machine without Wayland: it is built, linked and run in a
/// place where neither the headers nor the libraries nor the protocol files of Wayland are, and it
/// resolves no other package.
@Suite struct PictureServerTests {
    /// Hides what belongs to Wayland and to keyboards, in a mount namespace of its own, and then runs
    /// a command.
    ///
    /// A header that is read nevertheless stops the compiler, and a library that is loaded stops the
    /// program. Mesa's driver itself loads libwayland-client and libwayland-server, so these two
    /// libraries stay; that the program does not name them is read from its file.
    private static let hide = """
        set -e
        stop=$(mktemp -d)
        echo '#error this file is hidden' > "$stop/file"
        mount --make-rprivate /
        hide() {
            for file in "$@"; do
                if [ -f "$file" ]; then mount --bind "$stop/file" "$(readlink -f "$file")"; fi
            done
        }
        hide /usr/include/wayland* /usr/include/xkbcommon/*
        hide /usr/lib/*/pkgconfig/wayland* /usr/lib/*/pkgconfig/xkbcommon*
        hide /usr/lib/*/libwayland-cursor.so* /usr/lib/*/libwayland-egl.so* /usr/lib/*/libxkbcommon*.so*
        for folder in /usr/share/wayland /usr/share/wayland-protocols; do
            if [ -d "$folder" ]; then mount -t tmpfs none "$folder"; fi
        done
        exec "$@"
        """

    private func run(_ command: [String]) async throws -> House.Outcome {
        // Only root may mount; others do it in a name space in which they are root.
        let space = geteuid() == 0 ? ["unshare", "-m"] : ["unshare", "-r", "-m"]
        return try await House.run(space + ["bash", "-c", Self.hide, "hide"] + command)
    }

    private let program = """
        import Charts
        import Foundation

        @main
        struct Server {
            static func main() async throws {
                let days = (0..<90).map { 1_700_000_000 + Double($0) * 86_400 }
                let values = days.indices.map { 72 + Double($0 * $0 % 37) / 10 }
                let image = try await MainActor.run { try ChartImage() }
                for file in ["first.png", "second.png", "line.png", "line.svg", "line.pdf"] {
                    // The main actor of such a program may be on another thread after each wait.
                    try await Task.sleep(for: .milliseconds(20))
                    try await MainActor.run {
                        let chart = Chart {
                            LineMark(SampleSeries(times: days, values: values), id: "Weight")
                            TimeAxis()
                            ValueAxis(unit: "kg")
                        }
                        try image.write(
                            ChartFigure([chart]), toFile: CommandLine.arguments[1] + "/" + file,
                            size: Size(width: 400, height: 200), title: "Weight")
                    }
                }
            }
        }

        """

    /// None of the modules that the product consists of has to do with Wayland, keyboards, the bus or
    /// databases.
    @Test func noModuleOfTheChartsKnowsWindows() async throws {
        let targets = Dictionary(
            uniqueKeysWithValues: try await House.describedTargets().map { ($0.name, $0) })
        var found: Set<String> = []
        var left = ["Charts", "ChartExport", "ChartRendering", "GPU", "Imaging", "PDF", "Text"]
        while let name = left.popLast() {
            guard found.insert(name).inserted else { continue }
            left += targets[name]?.dependencies ?? []
        }
        #expect(found.contains("CEGL") && found.contains("Painting"))
        for name in found {
            #expect(!name.contains("Wayland") && !name.contains("XKB"), "\(name)")
            #expect(!["EventLoop", "Desktop", "CDBus", "CSQLite"].contains(name))
        }
    }

    @Test func picturesNeedNothingOfWayland() async throws {
        let package = FileManager.default.temporaryDirectory
            .appending(path: "server-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: package) }
        let sources = package.appending(path: "Sources/Server")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        let place = House.root.path(percentEncoded: false)
        let manifest = """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "Server",
                dependencies: [.package(name: "oresen", path: "\(place)", traits: [])],
                targets: [
                    .executableTarget(
                        name: "Server",
                        dependencies: [.product(name: "OresenCharts", package: "oresen")])
                ]
            )

            """
        try Data(manifest.utf8).write(to: package.appending(path: "Package.swift"))
        try Data(program.utf8).write(to: sources.appending(path: "Server.swift"))

        // The modules that the examples have built are the same.
        let scratch = House.root.appending(path: "Examples/.build").path(percentEncoded: false)
        let built = try await run([
            "swift", "build", "--product", "Server", "--scratch-path", scratch,
            "--package-path", package.path(percentEncoded: false),
        ])
        let said = (built.output + built.errors).split(separator: "\n").suffix(30)
        try #require(built.status == 0, "\(said.joined(separator: "\n"))")
        let resolved = package.appending(path: "Package.resolved")
        let packages = (try? String(contentsOf: resolved, encoding: .utf8)) ?? ""
        #expect(!packages.contains("GRDB") && !packages.contains("argument-parser"), "\(packages)")

        let executable = scratch + "/debug/Server"
        let linked = try await House.run(["readelf", "-d", executable]).output
        #expect(linked.contains("NEEDED"))
        for library in ["wayland", "xkbcommon", "libdbus", "sqlite"] {
            #expect(!linked.contains(library), "\(linked)")
        }
        let out = package.path(percentEncoded: false)
        let ran = try await run([executable, out])
        try #require(ran.status == 0, "\(ran.errors)")
        for (file, beginning) in [
            ("line.png", "\u{89}PNG"), ("line.svg", "<"), ("line.pdf", "%PDF"),
        ] {
            let bytes = try Data(contentsOf: package.appending(path: file))
            #expect(bytes.starts(with: beginning.unicodeScalars.map { UInt8($0.value) }), "\(file)")
            #expect(bytes.count > 2_000, "\(file)")
        }
    }
}
