import CDBus

/// A value of a D-Bus message.
///
/// Source: D-Bus Specification, "Type System".
indirect enum BusValue: Hashable {
    case boolean(Bool)
    case integer(Int)
    case double(Double)
    case text(String)
    case array([BusValue])
    case structure([BusValue])
    case dictionary([BusValue: BusValue])
    case variant(BusValue)
    /// A type that nobody here asks for.
    case other

    /// The value without the variants around it, of which old portals put on two.
    var unwrapped: BusValue {
        if case .variant(let inner) = self { inner.unwrapped } else { self }
    }

    var integer: Int? { if case .integer(let value) = self { value } else { nil } }
    var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    var text: String? { if case .text(let value) = self { value } else { nil } }
    var dictionary: [BusValue: BusValue]? {
        if case .dictionary(let value) = self { value } else { nil }
    }
}

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
        case "y": return .integer(Int(basic(&iterator, UInt8(0))))
        case "n": return .integer(Int(basic(&iterator, Int16(0))))
        case "q": return .integer(Int(basic(&iterator, UInt16(0))))
        case "i": return .integer(Int(basic(&iterator, Int32(0))))
        case "u": return .integer(Int(basic(&iterator, UInt32(0))))
        case "x": return .integer(Int(basic(&iterator, Int64(0))))
        case "t": return .integer(Int(clamping: basic(&iterator, UInt64(0))))
        case "d": return .double(basic(&iterator, 0.0))
        case "s", "o", "g":
            let bytes = basic(&iterator, UnsafePointer<CChar>?.none)
            return bytes.map { .text(String(cString: $0)) } ?? .other
        case "v":
            var inner = DBusMessageIter()
            messageIterRecurse(&iterator, &inner)
            return .variant(value(&inner))
        case "r":
            var inner = DBusMessageIter()
            messageIterRecurse(&iterator, &inner)
            return .structure(sequence(&inner))
        case "a":
            let isDictionary =
                messageIterGetElementType(&iterator) == Int32(UInt8(ascii: "e"))
            var inner = DBusMessageIter()
            messageIterRecurse(&iterator, &inner)
            guard isDictionary else { return .array(sequence(&inner)) }
            var entries: [BusValue: BusValue] = [:]
            while messageIterGetArgType(&inner) != 0 {
                var entry = DBusMessageIter()
                messageIterRecurse(&inner, &entry)
                let key = value(&entry)
                _ = messageIterNext(&entry)
                entries[key] = value(&entry)
                _ = messageIterNext(&inner)
            }
            return .dictionary(entries)
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
}
