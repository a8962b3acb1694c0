// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that the dependencies of the benchmarks never become those of the product.

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A program in C that does the minimum of a workload.
func floorProgram(_ name: String, links libraries: [String] = []) -> Target {
    .executableTarget(
        name: name, dependencies: ["FloorTools"], path: "Sources/Floors/\(name)",
        linkerSettings: libraries.map { .linkedLibrary($0) })
}

let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "oresen", path: "..")],
    targets: [
        .target(name: "FloorTools", path: "Sources/Floors/FloorTools"),
        floorProgram("floor-frames", links: ["EGL", "GLESv2"]),
        floorProgram(
            "floor-client", links: ["EGL", "GLESv2", "wayland-client", "wayland-egl"]),
        floorProgram("floor-csv"),
        floorProgram("floor-bandwidth", links: ["pthread"]),
        floorProgram("floor-handover", links: ["pthread"]),
        floorProgram("floor-xml-scan"),
        floorProgram("floor-inflate", links: ["z"]),
        floorProgram("peer-expat", links: ["expat"]),
        .target(name: "Measuring", swiftSettings: strict),
        // Counts a program's file calls; its sources are a link to those of the tests.
        .target(name: "FaultTesting", exclude: ["injector.c"], swiftSettings: strict),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "FaultTesting", "Measuring",
                "floor-frames", "floor-client", "floor-csv", "floor-bandwidth", "floor-handover",
                "floor-xml-scan", "floor-inflate", "peer-expat",
                .product(name: "OresenCharts", package: "oresen"),
                .product(name: "OresenMaps", package: "oresen"),
                .product(name: "OresenWindow", package: "oresen"),
            ], swiftSettings: strict),
        .testTarget(
            name: "MeasuringTests", dependencies: ["Measuring"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
