import CDBus

/// A value of a D-Bus message.
///
/// Source: D-Bus Specification, "Type System".
indirect enum BusValue: Hashable {
    case byte(UInt8)
    case boolean(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case text(String)
    case objectPath(String)
    case typeSignature(String)
    /// An open file; the message gets a copy of the descriptor.
    case descriptor(Int32)
    /// With the signature of its elements, which cannot be inferred from an empty array.
    case array([BusValue], of: String)
    case structure([BusValue])
    /// With the signature of its entries: `{sv}`.
    case dictionary([BusValue: BusValue], of: String)
    case variant(BusValue)
    /// A type that this program does not use.
    case other

    /// A list of texts.
    static func texts(_ texts: [String]) -> BusValue { .array(texts.map(BusValue.text), of: "s") }

    /// A file's path in the portals' format: its bytes and a final zero.
    static func path(_ path: String) -> BusValue {
        .array(path.utf8.map(BusValue.byte) + [.byte(0)], of: "y")
    }

    /// Values of any type, by name.
    static func options(_ options: [String: BusValue]) -> BusValue {
        let entries = options.map { (BusValue.text($0.key), BusValue.variant($0.value)) }
        return .dictionary(Dictionary(entries) { $1 }, of: "{sv}")
    }

    /// The value without the variants around it; old portals add two.
    var unwrapped: BusValue {
        if case .variant(let inner) = self { inner.unwrapped } else { self }
    }

    /// A whole number of any size.
    var integer: Int? {
        switch self {
        case .byte(let value): Int(value)
        case .int16(let value): Int(value)
        case .uint16(let value): Int(value)
        case .int32(let value): Int(value)
        case .uint32(let value): Int(value)
        case .int64(let value): Int(value)
        case .uint64(let value): Int(clamping: value)
        default: nil
        }
    }

    var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

    /// A text, an object's path or a signature.
    var text: String? {
        switch self {
        case .text(let value), .objectPath(let value), .typeSignature(let value): value
        default: nil
        }
    }

    var array: [BusValue]? { if case .array(let values, _) = self { values } else { nil } }

    var dictionary: [BusValue: BusValue]? {
        if case .dictionary(let value, _) = self { value } else { nil }
    }

    /// The type as a D-Bus signature.
    var signature: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .text: "s"
        case .objectPath: "o"
        case .typeSignature: "g"
        case .descriptor: "h"
        case .array(_, let element): "a" + element
        case .structure(let parts): "(" + parts.map(\.signature).joined() + ")"
        case .dictionary(_, let entry): "a" + entry
        case .variant: "v"
        case .other: preconditionFailure("a value of an unknown type cannot be sent")
        }
    }
}

// MARK: Reading a message

extension BusLibrary {
    /// The arguments of `message`.
    func arguments(of message: OpaquePointer) -> [BusValue] {
        var iterator = DBusMessageIter()
        guard messageIterInit(message, &iterator) != 0 else { return [] }
        return sequence(&iterator)
    }

    private func sequence(_ iterator: inout DBusMessageIter) -> [BusValue] {
        var values: [BusValue] = []
        while messageIterGetArgType(&iterator) != 0 {
            values.append(value(&iterator))
            _ = messageIterNext(&iterator)
        }
        return values
    }

    private func value(_ iterator: inout DBusMessageIter) -> BusValue {
        let type = messageIterGetArgType(&iterator)
        switch Unicode.Scalar(UInt8(truncatingIfNeeded: type)) {
        case "b": return .boolean(basic(&iterator, UInt32(0)) != 0)
        case "y": return .byte(basic(&iterator, 0))
        case "n": return .int16(basic(&iterator, 0))
        case "q": return .uint16(basic(&iterator, 0))
        case "i": return .int32(basic(&iterator, 0))
        case "u": return .uint32(basic(&iterator, 0))
        case "x": return .int64(basic(&iterator, 0))
        case "t": return .uint64(basic(&iterator, 0))
        case "d": return .double(basic(&iterator, 0))
        case "s": return text(&iterator).map(BusValue.text) ?? .other
        case "o": return text(&iterator).map(BusValue.objectPath) ?? .other
        case "g": return text(&iterator).map(BusValue.typeSignature) ?? .other
        case "v":
            var inner = DBusMessageIter()
            messageIterRecurse(&iterator, &inner)
            return .variant(value(&inner))
        case "r":
            var inner = DBusMessageIter()
            messageIterRecurse(&iterator, &inner)
            return .structure(sequence(&inner))
        case "a":
            let element = String(signature(&iterator).dropFirst())
            var inner = DBusMessageIter()
            messageIterRecurse(&iterator, &inner)
            guard element.hasPrefix("{") else { return .array(sequence(&inner), of: element) }
            var entries: [BusValue: BusValue] = [:]
            while messageIterGetArgType(&inner) != 0 {
                var entry = DBusMessageIter()
                messageIterRecurse(&inner, &entry)
                let key = value(&entry)
                _ = messageIterNext(&entry)
                entries[key] = value(&entry)
                _ = messageIterNext(&inner)
            }
            return .dictionary(entries, of: element)
        default: return .other
        }
    }

    private func basic<T: BitwiseCopyable>(
        _ iterator: inout DBusMessageIter, _ empty: T
    ) -> T {
        var value = empty
        messageIterGetBasic(&iterator, &value)
        return value
    }

    private func text(_ iterator: inout DBusMessageIter) -> String? {
        basic(&iterator, UnsafePointer<CChar>?.none).map { String(cString: $0) }
    }

    /// The signature of the value at the iterator.
    private func signature(_ iterator: inout DBusMessageIter) -> String {
        guard let bytes = messageIterGetSignature(&iterator) else { return "" }
        defer { free(bytes) }
        return String(cString: bytes)
    }
}

// MARK: Writing a message

extension BusLibrary {
    /// Appends `values` to the contents of `message`.
    func append(_ values: [BusValue], to message: OpaquePointer) {
        var iterator = DBusMessageIter()
        messageIterInitAppend(message, &iterator)
        for value in values { append(value, &iterator) }
    }

    private func append(_ value: BusValue, _ iterator: inout DBusMessageIter) {
        switch value {
        case .byte(let number): basic("y", number, &iterator)
        case .boolean(let flag): basic("b", UInt32(flag ? 1 : 0), &iterator)
        case .int16(let number): basic("n", number, &iterator)
        case .uint16(let number): basic("q", number, &iterator)
        case .int32(let number): basic("i", number, &iterator)
        case .uint32(let number): basic("u", number, &iterator)
        case .int64(let number): basic("x", number, &iterator)
        case .uint64(let number): basic("t", number, &iterator)
        case .double(let number): basic("d", number, &iterator)
        case .text(let text): text.withCString { basic("s", $0, &iterator) }
        case .objectPath(let path): path.withCString { basic("o", $0, &iterator) }
        case .typeSignature(let text): text.withCString { basic("g", $0, &iterator) }
        case .descriptor(let number): basic("h", number, &iterator)
        case .array(let values, let element):
            container("a", element, &iterator) { inner in
                for value in values { append(value, &inner) }
            }
        case .structure(let parts):
            container("r", nil, &iterator) { inner in
                for part in parts { append(part, &inner) }
            }
        case .dictionary(let entries, let signature):
            container("a", signature, &iterator) { inner in
                for (key, value) in entries {
                    container("e", nil, &inner) { entry in
                        append(key, &entry)
                        append(value, &entry)
                    }
                }
            }
        case .variant(let inner):
            container("v", inner.signature, &iterator) { append(inner, &$0) }
        case .other: preconditionFailure("a value of an unknown type cannot be sent")
        }
    }

    private func basic<T>(
        _ type: Unicode.Scalar, _ value: T, _ iterator: inout DBusMessageIter
    ) {
        withUnsafePointer(to: value) {
            _ = messageIterAppendBasic(&iterator, Int32(type.value), $0)
        }
    }

    private func container(
        _ type: Unicode.Scalar, _ signature: String?, _ iterator: inout DBusMessageIter,
        _ fill: (inout DBusMessageIter) -> Void
    ) {
        var inner = DBusMessageIter()
        _ = messageIterOpenContainer(&iterator, Int32(type.value), signature, &inner)
        fill(&inner)
        _ = messageIterCloseContainer(&iterator, &inner)
    }
}
