// swift-tools-version: 6.2
import PackageDescription

// A separate package, because it needs only the finished program, which it starts. The sources of
// the cases are a link to those of the tests.

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
