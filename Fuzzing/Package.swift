// swift-tools-version: 6.2
import PackageDescription

// A separate package, because all of it is built with the fuzzer's flags (see the Makefile),
// including the modules that it depends on. The readers and their seeds are those of the tests, by
// a link.

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "fuzzing",
    dependencies: [
        .package(name: "oresen", path: ".."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(name: "CFuzzer"),
        .executableTarget(
            name: "fuzzing",
            dependencies: [
                "CFuzzer",
                .product(name: "OresenRecords", package: "oresen"),
                .product(name: "OresenMaps", package: "oresen"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
