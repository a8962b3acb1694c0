// The parts of HL7 FHIR R4 (4.0.1) that a report writes, as values that are coded to JSON.
//
// Source: https://hl7.org/fhir/R4, Bundle, Observation, Patient, Device. Codes are those of LOINC, units those of
// UCUM.

import Foundation

/// A code of a system.
struct FHIRCoding: Codable, Hashable, Sendable {
    var system: String
    var code: String
    var display: String
}

/// A concept in codes, and in words.
struct FHIRConcept: Codable, Hashable, Sendable {
    var coding: [FHIRCoding]?
    var text: String?
}

/// A number with its unit.
struct FHIRQuantity: Codable, Hashable, Sendable {
    var value: Double
    var unit: String
    var system = "http://unitsofmeasure.org"
    var code: String
}

/// Another resource of the bundle.
struct FHIRReference: Codable, Hashable, Sendable {
    var reference: String
}

/// From a time to another.
struct FHIRPeriod: Codable, Hashable, Sendable {
    var start: String
    var end: String
}

/// Words about a resource.
struct FHIRAnnotation: Codable, Hashable, Sendable {
    var text: String
}

/// One of several values of an observation.
struct FHIRComponent: Codable, Hashable, Sendable {
    var code: FHIRConcept
    var valueQuantity: FHIRQuantity
}

/// What was measured.
struct FHIRObservation: Codable, Hashable, Sendable {
    var resourceType = "Observation"
    var id: String
    var status = "final"
    var category: [FHIRConcept]
    var code: FHIRConcept
    var subject: FHIRReference?
    var effectiveDateTime: String?
    var effectivePeriod: FHIRPeriod?
    var valueQuantity: FHIRQuantity?
    var method: FHIRConcept?
    var note: [FHIRAnnotation]?
    var device: FHIRReference?
    var derivedFrom: [FHIRReference]?
    var component: [FHIRComponent]?
}

/// The name of a person.
struct FHIRName: Codable, Hashable, Sendable {
    var text: String
}

/// A person.
struct FHIRPatient: Codable, Hashable, Sendable {
    var resourceType = "Patient"
    var id: String
    var name: [FHIRName]?
    var birthDate: String?
}

/// The name of a device.
struct FHIRDeviceName: Codable, Hashable, Sendable {
    var name: String
    var type = "user-friendly-name"
}

/// A device or program that measured.
struct FHIRDevice: Codable, Hashable, Sendable {
    var resourceType = "Device"
    var id: String
    var deviceName: [FHIRDeviceName]
}

/// One of the resources that a report writes.
enum FHIRResource: Codable, Hashable, Sendable {
    case patient(FHIRPatient)
    case device(FHIRDevice)
    case observation(FHIRObservation)

    private enum Key: CodingKey { case resourceType }

    init(from decoder: any Decoder) throws {
        let type = try decoder.container(keyedBy: Key.self).decode(
            String.self, forKey: .resourceType)
        switch type {
        case "Patient": self = .patient(try FHIRPatient(from: decoder))
        case "Device": self = .device(try FHIRDevice(from: decoder))
        default: self = .observation(try FHIRObservation(from: decoder))
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .patient(let patient): try patient.encode(to: encoder)
        case .device(let device): try device.encode(to: encoder)
        case .observation(let observation): try observation.encode(to: encoder)
        }
    }
}

/// A resource with the name that others refer to it by.
struct FHIREntry: Codable, Hashable, Sendable {
    var fullUrl: String
    var resource: FHIRResource
}

/// Resources that belong together.
struct FHIRBundle: Codable, Hashable, Sendable {
    var resourceType = "Bundle"
    var id: String
    var type = "collection"
    var timestamp: String
    var entry: [FHIREntry]

    /// As JSON, an entry in each line.
    ///
    /// The type of the bundle comes first, as programs look for it there; the members of each entry are in the
    /// order of their names.
    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func text(_ value: some Encodable) throws -> [UInt8] { Array(try encoder.encode(value)) }
        var bytes = Array("{\"resourceType\":\"Bundle\",\"id\":".utf8)
        bytes += try text(id) + Array(",\"type\":".utf8) + text(type)
        bytes += Array(",\"timestamp\":".utf8) + (try text(timestamp))
        bytes += Array(",\"entry\":[".utf8)
        for (index, entry) in entry.enumerated() {
            bytes += Array((index == 0 ? "\n" : ",\n").utf8) + (try text(entry))
        }
        return bytes + Array("\n]}\n".utf8)
    }
}
