// swift-tools-version: 6.2
import PackageDescription

// A package of its own, because all of it is built with the fuzzer's own flags (see the Makefile), the
// modules that it leans on as well. The readers and their seeds are those of the tests, by a link.

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
                .product(name: "GRDB", package: "GRDB.swift"),
            ], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
