// swift-tools-version: 6.2
import PackageDescription

/// The strict settings of every target of this package.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A module.
///
/// `floor` documents the rule of ARCHITECTURE.md: a module imports from lower floors only.
func room(
    _ name: String, floor: Int, _ dependencies: [Target.Dependency] = [], path: String? = nil,
    exclude: [String] = [], resources: [Resource]? = nil, plugins: [Target.PluginUsage]? = nil
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: path ?? "Sources/\(name)", exclude: exclude,
        resources: resources, swiftSettings: strict, plugins: plugins)
}

/// A system library with its module map in `Sources/C`.
func system(_ name: String, _ pkgConfig: String, apt: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil,
    exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["SeededRandom"], path: "Tests/\(name)",
        exclude: exclude, resources: resources, swiftSettings: strict)
}

/// Without this trait a program that depends on the charts alone resolves no other package.
let program = "Program"
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser",
    condition: .when(traits: [program]))
let grdb = Target.Dependency.product(
    name: "GRDB", package: "GRDB.swift", condition: .when(traits: [program]))

let package = Package(
    name: "oresen",
    products: [
        // `Charts`, and the modules for advanced use. `make api` can compare only modules that a
        // product names.
        .library(
            name: "OresenCharts",
            targets: [
                "Charts", "ChartCore", "ChartExport", "ChartInteraction", "ChartRendering",
                "ChartScene", "GPU", "Geometry", "Imaging", "Ink", "Localization", "PDF",
                "Painting", "Platform", "Text",
            ]),
        // `ChartWindows` shows charts in windows. Only this product links Wayland's libraries.
        .library(
            name: "OresenWindow",
            targets: ["Charts", "ChartWindows", "Desktop", "EventLoop", "Wayland"]),
        // The readers of record files; the package in Fuzzing/ feeds them with generated files.
        .library(
            name: "OresenRecords",
            targets: [
                "ChartCore", "Geodesy", "HealthData", "Localization", "Platform", "Streams",
            ]),
        // Geodesy, planes, tracks and tiles of maps, without a window. Only this product and the
        // readers link GeographicLib.
        .library(
            name: "OresenMaps",
            targets: ["Cartography", "Geodesy", "Geometry", "Imaging", "Localization", "Maps"]),
        .executable(name: "oresen", targets: ["oresen"]),
    ],
    traits: [
        .trait(
            name: program,
            description: "the program oresen, and the readers of record files (OresenRecords)"),
        .default(enabledTraits: [program]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Adds `swift package generate-documentation`; nothing of it is part of the build.
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
    ],
    targets: [
        // Floor 0: the machine.
        system("CWaylandClient", "wayland-client", apt: "libwayland-dev"),
        system("CWaylandServer", "wayland-server", apt: "libwayland-dev"),
        // Loaded when the pointer first enters; without pkg-config, which would link it.
        .systemLibrary(
            name: "CWaylandCursor", path: "Sources/C/CWaylandCursor",
            providers: [.apt(["libwayland-dev"])]),
        system("CWaylandEGL", "wayland-egl", apt: "libwayland-dev"),
        system("CXKBCommon", "xkbcommon", apt: "libxkbcommon-dev"),
        system("CEGL", "egl", apt: "libegl-dev"),
        system("CGLES", "glesv2", apt: "libgles-dev"),
        system("CFreeType", "freetype2", apt: "libfreetype-dev"),
        system("CHarfBuzz", "harfbuzz", apt: "libharfbuzz-dev"),
        // Loaded when an unknown font is requested; without pkg-config, which would link it.
        .systemLibrary(
            name: "CFontconfig", path: "Sources/C/CFontconfig",
            providers: [.apt(["libfontconfig-dev"])]),
        system("CFriBidi", "fribidi", apt: "libfribidi-dev"),
        // Loaded for the first archive; without pkg-config, which would link it.
        .systemLibrary(
            name: "CArchive", path: "Sources/C/CArchive", providers: [.apt(["libarchive-dev"])]),
        // Loaded for the first large member of an archive.
        .systemLibrary(
            name: "CISAL", path: "Sources/C/CISAL", providers: [.apt(["libisal-dev"])]),
        // Loaded for the first XML that it reads.
        .systemLibrary(
            name: "CExpat", path: "Sources/C/CExpat", providers: [.apt(["libexpat1-dev"])]),
        // Loaded for the first PDF, and for the first map.
        .systemLibrary(
            name: "CCairo", path: "Sources/C/CCairo", providers: [.apt(["libcairo2-dev"])]),
        .systemLibrary(
            name: "CQPDF", path: "Sources/C/CQPDF", providers: [.apt(["libqpdf-dev"])]),
        system("CPNG", "libpng", apt: "libpng-dev"),
        // Loaded for the first picture of these formats.
        .systemLibrary(
            name: "CTurboJPEG", path: "Sources/C/CTurboJPEG",
            providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(
            name: "CWebP", path: "Sources/C/CWebP", providers: [.apt(["libwebp-dev"])]),
        // The rows of pictures: libpng and libjpeg report errors by jumps, which Swift cannot take.
        .target(name: "CPictureRows", dependencies: ["CPNG"], path: "Sources/C/CPictureRows"),
        system("CZlib", "zlib", apt: "zlib1g-dev"),
        system("CSQLite", "sqlite3", apt: "libsqlite3-dev"),
        // Loaded for the first tone.
        .target(name: "CALSA", path: "Sources/C/CALSA"),
        // Loaded when a bus is connected to.
        .systemLibrary(name: "CDBus", path: "Sources/C/CDBus"),
        // GeographicLib is in C++; this is what is called of it, as functions of C.
        .target(
            name: "CGeographic", path: "Sources/C/CGeographic",
            linkerSettings: [.linkedLibrary("GeographicLib")]),
        // An archive of vector tiles as bytes of the program.
        .target(
            name: "CBaseMap", path: "Sources/C/CBaseMap", exclude: ["basemap.pmtiles"],
            cSettings: [.headerSearchPath(".")]),
        .systemLibrary(name: "CGettext", path: "Sources/C/CGettext"),
        .executableTarget(
            name: "WaylandScanner", path: "Plugins/WaylandScanner", swiftSettings: strict),
        .plugin(
            name: "WaylandProtocolPlugin", capability: .buildTool(),
            dependencies: ["WaylandScanner"],
            path: "Plugins/WaylandProtocolPlugin"),
        room("Platform", floor: 0, ["CLinux"]),
        room("Geometry", floor: 0),
        room("Localization", floor: 0, ["CGettext"]),
        .systemLibrary(name: "CLinux", path: "Sources/C/CLinux"),
        room("Cairo", floor: 0, ["CCairo", "CFreeType", "Geometry", "Platform"]),
        room("Sandbox", floor: 0, ["CLinux"]),
        room("EventLoop", floor: 0, ["CLinux", "Platform"]),
        room(
            "WaylandClientProtocols", floor: 0, ["CWaylandClient"],
            path: "Sources/C/WaylandClientProtocols",
            exclude: ["protocols.txt"], plugins: ["WaylandProtocolPlugin"]),

        // Floor 1: one subject each, without imports of one another.
        room(
            "ChartCore", floor: 1, ["CLinux", "Geometry", "Platform"]),
        room(
            "Wayland", floor: 1,
            [
                "CWaylandClient", "CWaylandCursor", "CWaylandEGL", "CXKBCommon", "EventLoop",
                "Geometry",
                "Platform", "WaylandClientProtocols",
            ]),
        room("GPU", floor: 1, ["CEGL", "CGLES", "Geometry", "Platform"]),
        room(
            "Text", floor: 1,
            ["CFontconfig", "CFreeType", "CFriBidi", "CHarfBuzz", "Geometry", "Platform"]),
        room(
            "Imaging", floor: 1,
            ["CPNG", "CPictureRows", "CTurboJPEG", "CWebP", "Geometry", "Platform"]),
        room(
            "PDF", floor: 1, ["CCairo", "CFreeType", "CQPDF", "Cairo", "Geometry", "Platform"]),
        room("Statistics", floor: 1),
        room("Sound", floor: 1, ["CALSA", "Platform"]),
        room("Geodesy", floor: 1, ["CGeographic", "Localization"]),
        room("Desktop", floor: 1, ["CDBus", "EventLoop", "Geometry", "Platform"]),
        room(
            "Streams", floor: 1,
            ["CArchive", "CExpat", "CISAL", "CSQLite", "CZlib", "Localization", "Platform"]),

        // Floor 2.
        room("ChartInteraction", floor: 2, ["ChartCore", "Geometry", "Platform"]),
        room(
            "HealthData", floor: 2,
            ["ChartCore", "Geodesy", "Localization", "Platform", "Streams", grdb],
            exclude: ["Formats/README.md"]),

        room(
            "Maps", floor: 2,
            [
                "ChartCore", "Geodesy", "Geometry", "Imaging", "Localization", "Platform",
                "Streams",
            ]),
        room("Painting", floor: 2, ["Geometry", "Text"]),
        room("Ink", floor: 2, ["ChartCore", "Geometry"]),

        // Floor 3.
        room("ChartScene", floor: 3, ["ChartCore", "Geometry", "Ink", "Painting", "Text"]),

        // Floor 4.
        room(
            "Shaders", floor: 0, path: "Shaders",
            resources: [
                .embedInCode("Area"),
                .embedInCode("Bar"),
                .embedInCode("Column"),
                .embedInCode("Common"),
                .embedInCode("ErrorBar"),
                .embedInCode("Heat"),
                .embedInCode("Image"),
                .embedInCode("Ink"),
                .embedInCode("Line"),
                .embedInCode("Marker"),
                .embedInCode("Mask"),
                .embedInCode("Mesh"),
                .embedInCode("Polyline"),
                .embedInCode("Rule"),
                .embedInCode("Shadow"),
                .embedInCode("Shape"),
                .embedInCode("Text"),
            ]),
        room(
            "ChartRendering", floor: 4,
            [
                "ChartCore", "ChartScene", "Geometry", "GPU", "Painting", "Platform", "Shaders",
                "Text",
            ]),

        room(
            "ChartExport", floor: 4, ["Geometry", "Imaging", "PDF", "Painting", "Text"]),

        // Floor 5.
        room(
            "Charts", floor: 5,
            [
                "ChartCore", "ChartExport", "ChartInteraction", "ChartRendering", "ChartScene",
                "Geometry", "GPU", "Imaging", "Ink", "Localization", "Painting", "Platform", "Text",
            ], exclude: ["PARITY.md"]),

        room(
            "Cartography", floor: 5,
            [
                "CBaseMap", "Cairo", "ChartCore", "ChartInteraction", "ChartScene", "Geodesy",
                "Geometry", "Imaging",
                "Localization", "Maps", "Painting", "Platform", "Text",
            ], exclude: ["PARITY.md"]),

        room(
            "Reports", floor: 5,
            [
                "ChartCore", "ChartExport", "Geometry", "HealthData", "Localization", "PDF",
                "Painting", "Platform", "Statistics", "Text",
            ]),

        // Floor 6.
        room(
            "ChartWindows", floor: 6,
            [
                "ChartCore", "ChartInteraction", "ChartRendering", "ChartScene", "Charts",
                "Desktop", "EventLoop", "Geometry", "GPU", "Imaging", "Localization", "Painting",
                "Platform", "Text", "Wayland",
            ]),

        // Floor 7.
        room(
            "Viewer", floor: 7,
            [
                "Cartography", "ChartCore", "ChartExport", "ChartInteraction",
                "ChartRendering", "ChartScene", "Charts", "ChartWindows", "Desktop", "EventLoop",
                "Geodesy",
                "Geometry", "GPU", "HealthData", "Imaging", "Ink", "Localization", "Maps",
                "Painting", "PDF", "Platform", "Reports", "Sound", "Statistics", "Streams",
                "Text", "Wayland",
            ]),

        // Floor 8.
        .executableTarget(
            name: "oresen",
            dependencies: [
                "Cartography", "ChartCore", "ChartExport", "Desktop", "Geodesy", "Geometry",
                "HealthData", "Imaging",
                "Localization", "Maps", "Platform", "Reports", "Sandbox", "Streams", "Text",
                "Viewer", argumentParser,
            ], path: "Sources/oresen", swiftSettings: strict),

        // Tests.
        .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: strict),
        .target(
            name: "WaylandServerProtocols", dependencies: ["CWaylandServer"],
            path: "Tests/WaylandServerProtocols", exclude: ["protocols.txt"], swiftSettings: strict,
            plugins: ["WaylandProtocolPlugin"]),
        .target(
            name: "TestCompositor",
            dependencies: ["CWaylandServer", "CXKBCommon", "WaylandServerProtocols"],
            path: "Tests/TestCompositor", swiftSettings: strict),
        .target(
            name: "TestBus", dependencies: ["EventLoop"], path: "Tests/TestBus",
            swiftSettings: strict),
        .executableTarget(
            name: "TestDesktop", dependencies: ["EventLoop", "TestBus"], path: "Tests/TestDesktop",
            swiftSettings: strict),
        // Disk faults, injected into the program; the package in Torture/ has more of them.
        .target(
            name: "FaultTesting", path: "Tests/FaultTesting", exclude: ["injector.c"],
            swiftSettings: strict),
        tests("FaultTestingTests", ["FaultTesting", "oresen"]),
        // How other programs render a document, and how pictures differ.
        .target(
            name: "PictureTesting", dependencies: ["Imaging"], path: "Tests/PictureTesting",
            swiftSettings: strict),
        // Enters the program's sandbox and tries what is forbidden there.
        .executableTarget(
            name: "SandboxProbe", dependencies: ["CLinux", "Sandbox"], path: "Tests/SandboxProbe",
            swiftSettings: strict),
        tests(
            "TestCompositorTests", ["CWaylandClient", "TestCompositor", "WaylandClientProtocols"]),
        tests("PlatformTests", ["CLinux", "Platform"]),
        tests("SandboxTests", ["CLinux", "Sandbox", "SandboxProbe"]),
        tests("EventLoopTests", ["EventLoop", "Platform"]),
        tests("LocalizationTests", ["Localization"]),
        tests(
            "WaylandTests",
            [
                "CWaylandClient", "EventLoop", "Geometry", "Platform", "TestCompositor", "Wayland",
                "WaylandClientProtocols",
            ]),
        tests("GPUTests", ["CEGL", "CGLES", "Geometry", "GPU", "Platform"]),
        tests("TextTests", ["CFreeType", "Geometry", "Platform", "Text"]),
        tests("ChartSceneTests", ["ChartCore", "ChartScene", "Geometry", "Painting", "Text"]),
        tests("PaintingTests", ["Geometry", "Painting", "Text"]),
        tests("InkTests", ["ChartCore", "Geometry", "Ink"]),
        tests(
            "ImagingTests", ["Geometry", "Imaging", "Platform"], exclude: ["Fixtures"]),
        tests("PDFTests", ["Geometry", "PDF", "Platform"]),
        tests("DesktopTests", ["Desktop", "EventLoop", "Geometry", "Platform", "TestBus"]),
        tests("SoundTests", ["Sound"]),
        tests("StatisticsTests", ["Statistics"], resources: [.copy("Fixtures")]),
        tests("GeodesyTests", ["Geodesy"], resources: [.copy("Fixtures")]),
        tests(
            "MapsTests", ["CSQLite", "Geodesy", "Geometry", "Imaging", "Maps", "Platform"],
            resources: [.copy("Fixtures")]),
        tests(
            "CartographyTests",
            [
                "Cartography", "ChartInteraction", "ChartScene", "Geodesy", "Geometry", "Imaging",
                "Maps", "Painting", "Platform", "Text",
            ]),
        tests("StreamsTests", ["CSQLite", "Platform", "Streams"]),
        tests("ChartCoreTests", ["ChartCore", "Geometry"]),
        tests("ChartInteractionTests", ["ChartCore", "ChartInteraction", "Geometry", "Platform"]),
        tests(
            "HealthDataTests",
            [
                "ChartCore", "Geodesy", "HealthData", "Imaging", "Maps", "Platform", "Streams",
                grdb,
            ]),
        tests(
            "ChartRenderingTests",
            [
                "ChartCore", "ChartRendering", "ChartScene", "Geometry", "GPU", "Imaging", "Ink",
                "Painting", "PictureTesting", "Platform", "Text",
            ]),
        tests(
            "ChartExportTests",
            ["ChartExport", "Geometry", "Imaging", "PDF", "Painting", "PictureTesting", "Text"]),
        tests(
            "ChartsTests",
            [
                "ChartCore", "ChartExport", "ChartInteraction", "ChartRendering", "ChartScene",
                "Charts", "ChartWindows",
                "EventLoop", "Geometry", "GPU", "Imaging", "Ink", "Localization", "Painting",
                "PictureTesting", "Platform", "TestBus", "TestCompositor", "Text",
            ], exclude: ["References"]),
        tests(
            "ReportsTests",
            [
                "ChartCore", "ChartExport", "Geometry", "HealthData", "Imaging", "Localization",
                "Painting", "PictureTesting", "Platform", "Reports", "Statistics", "Text",
            ], resources: [.copy("Fixtures")]),
        tests(
            "ViewerTests",
            [
                "Cartography", "ChartCore", "ChartInteraction", "ChartScene", "Charts",
                "ChartWindows", "Desktop",
                "EventLoop", "FaultTesting", "Geodesy", "Geometry", "HealthData", "Imaging", "Ink",
                "Localization", "Maps", "Sandbox", "Sound", "Statistics",
                "TestBus",
                "TestCompositor", "TestDesktop", "Text", "Viewer", "oresen",
            ], resources: [.copy("Fixtures")]),
        tests(
            "CommandLineTests",
            [
                "ChartCore", "Geodesy", "HealthData", "Imaging", "PictureTesting", "Sandbox",
                "SandboxProbe", "oresen", grdb,
            ]),
        tests(
            "ExamplesTests", ["Charts", "Geometry", "Imaging", "PictureTesting", "TestCompositor"]),
        tests("HouseTests", ["TestCompositor"]),
    ],
    swiftLanguageModes: [.v6]
)
