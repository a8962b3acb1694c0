// swift-tools-version: 6.2
import PackageDescription

// A package of its own, because it needs nothing of the program but the program itself, which it starts. The cases are
// those of the tests, by a link.

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "torture",
    targets: [
        .target(name: "FaultTesting", exclude: ["injector.c"], swiftSettings: strict),
        .executableTarget(name: "torture", dependencies: ["FaultTesting"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
