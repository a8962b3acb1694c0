import Testing

@testable import Desktop

/// A value written to a message is read back unchanged, with its type.
@Test func everyTypeGoesThroughAMessage() throws {
    let dbus = try #require(BusLibrary.shared)
    let values: [BusValue] = [
        .byte(200), .boolean(true), .boolean(false), .int16(-300), .uint16(60_000),
        .int32(-70_000), .uint32(4_000_000_000), .int64(-5_000_000_000),
        .uint64(18_000_000_000_000_000_000), .double(-0.5), .text("Gewicht – 体重"),
        .objectPath("/org/freedesktop/portal"), .typeSignature("a{sv}"), .texts([]),
        .texts(["a", ""]), .array([], of: "(sa(us))"),
        .array(
            [
                .structure([
                    .text("All"), .array([.structure([.uint32(0), .text("*")])], of: "(us)"),
                ])
            ],
            of: "(sa(us))"),
        .path("/ä"), .structure([.byte(1), .structure([.text("in")]), .variant(.int32(3))]),
        .options(["one": .uint32(1), "list": .texts(["x"]), "nested": .variant(.text("y"))]),
        .dictionary([.int32(7): .array([.byte(1)], of: "y")], of: "{iay}"),
        .variant(.variant(.array([.boolean(true)], of: "b"))),
    ]
    let message = try #require(
        dbus.messageNewMethodCall("org.example.A", "/a", "org.example.A", "B"))
    defer { dbus.messageUnref(message) }
    dbus.append(values, to: message)
    let read = dbus.arguments(of: message)
    #expect(read.count == values.count)
    for (read, value) in zip(read, values) { #expect(read == value) }
    #expect(read.map(\.signature) == values.map(\.signature))
}

@Test func aSignatureIsThatOfTheSpecification() {
    let filter = BusValue.structure([
        .text("All"), .array([.structure([.uint32(0), .text("*")])], of: "(us)"),
    ])
    #expect(BusValue.array([filter], of: filter.signature).signature == "a(sa(us))")
    #expect(BusValue.options([:]).signature == "a{sv}")
    #expect(BusValue.path("/").signature == "ay")
    #expect(BusValue.variant(.int64(1)).signature == "v")
}

@Test func numbersOfEverySizeAreNumbers() {
    #expect(BusValue.uint64(.max).integer == Int.max)
    #expect(BusValue.int16(-2).integer == -2 && BusValue.byte(9).integer == 9)
    #expect(BusValue.double(1).integer == nil && BusValue.text("1").integer == nil)
    #expect(BusValue.objectPath("/a").text == "/a")
    #expect(BusValue.variant(.variant(.text("a"))).unwrapped == .text("a"))
}
