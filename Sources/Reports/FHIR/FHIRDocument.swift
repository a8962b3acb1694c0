// The readings of a report in the form that medical programs exchange.
//
// Method: a collection with an observation for each reading of the period, one for each mean that the sheet prints, a
// device for each source, and a patient only if a name or a birth date is given. Codes were checked: those of
// vital signs in the R4 profile, those of the mean of pressures in US Core's "Average Blood Pressure", those of glucose
// in HL7's guide for continuous glucose monitoring. Sleep has no code there, and is left out. The
// names of resources are made from their content, so that the same readings give the same bytes.

import ChartCore
import HealthData

/// Makes a bundle of FHIR R4 of the readings of a report.
struct FHIRDocument {
    private let calendar: CivilCalendar
    private var entries: [FHIREntry] = []
    private var subject: FHIRReference?
    private var devices: [String: FHIRReference] = [:]
    private var used: [String: Int] = [:]

    init(calendar: CivilCalendar) { self.calendar = calendar }

    // MARK: Codes

    private static let loinc = "http://loinc.org"

    private static func concept(_ code: String, _ display: String) -> FHIRConcept {
        FHIRConcept(
            coding: [FHIRCoding(system: loinc, code: code, display: display)], text: display)
    }

    private static func category(_ code: String, _ display: String) -> [FHIRConcept] {
        [
            FHIRConcept(
                coding: [
                    FHIRCoding(
                        system: "http://terminology.hl7.org/CodeSystem/observation-category",
                        code: code, display: display)
                ])
        ]
    }

    private static var vitalSigns: [FHIRConcept] { category("vital-signs", "Vital Signs") }
    private static var laboratory: [FHIRConcept] { category("laboratory", "Laboratory") }

    private static func pressure(_ value: Double) -> FHIRQuantity {
        FHIRQuantity(value: value, unit: "mmHg", code: "mm[Hg]")
    }

    // MARK: Names

    /// The name of a resource, by its content: 128 bits of two FNV-1a hashes, as a UUID of version 8 (RFC 9562).
    private mutating func name(_ content: String) -> String {
        // Two resources of the same content are two resources.
        let count = used[content, default: 0]
        used[content] = count + 1
        func hash(_ seed: UInt64) -> UInt64 {
            (content + "#\(count)").utf8.reduce(0xCBF2_9CE4_8422_2325 ^ seed) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01B3
            }
        }
        let high = hash(0) & ~0xF000 | 0x8000
        let low = hash(0x9E37_79B9_7F4A_7C15) & ~(3 << 62) | 2 << 62
        func hex(_ value: UInt64) -> String {
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        let digits = Array(hex(high) + hex(low))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
            .joined(separator: "-")
    }

    private mutating func add(_ id: String, _ resource: FHIRResource) -> FHIRReference {
        let url = "urn:uuid:" + id
        entries.append(FHIREntry(fullUrl: url, resource: resource))
        return FHIRReference(reference: url)
    }

    /// An instant as FHIR writes it, with the offset of the zone.
    func time(_ instant: Double) -> String {
        let c = calendar.components(of: instant)
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let minutes = abs(c.offset) / 60
        let offset =
            (c.offset < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
        return "\(c.date)T\(two(c.hour)):\(two(c.minute)):\(two(c.second))\(offset)"
    }

    // MARK: Resources

    /// Adds the person, if there is a name or a birth date.
    mutating func addPatient(_ heading: SheetHeading) {
        guard !heading.name.isEmpty || heading.born != nil else { return }
        let id = name("patient")
        subject = add(
            id,
            .patient(
                FHIRPatient(
                    id: id, name: heading.name.isEmpty ? nil : [FHIRName(text: heading.name)],
                    birthDate: heading.born?.description)))
    }

    private mutating func device(_ source: String) -> FHIRReference? {
        guard !source.isEmpty else { return nil }
        if let known = devices[source] { return known }
        let id = name("device " + source)
        let reference = add(
            id, .device(FHIRDevice(id: id, deviceName: [FHIRDeviceName(name: source)])))
        devices[source] = reference
        return reference
    }

    /// Adds a reading with one value.
    @discardableResult
    private mutating func addReading(
        _ concept: FHIRConcept, _ category: [FHIRConcept], _ time: Double,
        _ quantity: FHIRQuantity, source: String
    ) -> FHIRReference {
        let device = device(source)
        let id = name("\(concept.text ?? "") \(time) \(quantity.value) \(source)")
        return add(
            id,
            .observation(
                FHIRObservation(
                    id: id, category: category, code: concept, subject: subject,
                    effectiveDateTime: self.time(time), valueQuantity: quantity, device: device)))
    }

    /// Adds the pressures and pulses of a period, and the mean by the rule.
    mutating func add(_ summary: PressureSummary, method: String) {
        var references: [PressureReading: FHIRReference] = [:]
        let names = summary.diary.devices
        for reading in summary.diary.readings {
            let source = names.indices.contains(reading.device) ? names[reading.device] : ""
            let device = device(source)
            let pressure = reading.pressure
            let id = name(
                "pressure \(reading.time) \(pressure.systolic) \(pressure.diastolic) \(source)")
            references[reading] = add(
                id,
                .observation(
                    FHIRObservation(
                        id: id, category: Self.vitalSigns,
                        code: Self.concept(
                            "85354-9", "Blood pressure panel with all children optional"),
                        subject: subject, effectiveDateTime: time(reading.time),
                        device: device,
                        component: [
                            FHIRComponent(
                                code: Self.concept("8480-6", "Systolic blood pressure"),
                                valueQuantity: Self.pressure(pressure.systolic)),
                            FHIRComponent(
                                code: Self.concept("8462-4", "Diastolic blood pressure"),
                                valueQuantity: Self.pressure(pressure.diastolic)),
                        ])))
            if let pulse = reading.pulse {
                addReading(
                    Self.concept("8867-4", "Heart rate"), Self.vitalSigns, reading.time,
                    FHIRQuantity(value: pulse, unit: "beats/minute", code: "/min"),
                    source: source)
            }
        }
        guard let mean = summary.mean, let counted = summary.counted,
            let first = counted.entries.first?.reading.time,
            let last = counted.entries.last?.reading.time
        else { return }
        let id = name("mean of pressures \(first) \(last)")
        // Means to a tenth: what they were made from is in the bundle.
        func tenths(_ value: Double) -> FHIRQuantity {
            Self.pressure((value * 10).rounded() / 10)
        }
        _ = add(
            id,
            .observation(
                FHIRObservation(
                    id: id, category: Self.vitalSigns,
                    code: Self.concept(
                        "96607-7", "Blood pressure panel mean systolic and mean diastolic"),
                    subject: subject,
                    effectivePeriod: FHIRPeriod(start: time(first), end: time(last)),
                    method: FHIRConcept(text: method),
                    note: [
                        FHIRAnnotation(
                            text: "Mean of \(counted.count) readings on \(counted.dayCount) days.")
                    ], derivedFrom: counted.entries.compactMap { references[$0.reading] },
                    component: [
                        FHIRComponent(
                            code: Self.concept("96608-5", "Systolic blood pressure mean"),
                            valueQuantity: tenths(mean.systolic)),
                        FHIRComponent(
                            code: Self.concept("96609-3", "Diastolic blood pressure mean"),
                            valueQuantity: tenths(mean.diastolic)),
                    ])))
    }

    /// Adds the readings of glucose, in their own unit: of a sensor as those of interstitial fluid.
    mutating func add(
        _ readings: [GlucoseReading], isContinuous: Bool, unit: GlucoseUnit, source: String
    ) {
        let concept: FHIRConcept =
            switch (isContinuous, unit) {
            case (true, .milligrams):
                Self.concept("99504-3", "Glucose [Mass/volume] in Interstitial fluid")
            case (true, .millimoles):
                Self.concept("105272-9", "Glucose [Moles/volume] in Interstitial fluid")
            case (false, .milligrams):
                Self.concept("2339-0", "Glucose [Mass/volume] in Blood")
            case (false, .millimoles):
                Self.concept("15074-8", "Glucose [Moles/volume] in Blood")
            }
        for reading in readings {
            addReading(
                concept, Self.laboratory, reading.time,
                FHIRQuantity(
                    value: unit.shown(reading.value), unit: unit.rawValue,
                    code: unit.rawValue), source: source)
        }
    }

    /// Adds the readings of one metric in its own unit.
    mutating func add(
        _ columns: SampleColumns, of metric: MetricID, sources: [String], period: ReportPeriod
    ) {
        let (concept, unit, code): (FHIRConcept, String, String)
        switch metric {
        case .weight: (concept, unit, code) = (Self.concept("29463-7", "Body weight"), "kg", "kg")
        case .restingHeartRate:
            (concept, unit, code) = (
                Self.concept("40443-4", "Heart rate --resting"), "beats/minute", "/min"
            )
        default: return
        }
        let span = period.span
        for index in 0..<columns.count where span.contains(columns.starts[index]) {
            let source = Int(columns.sources[index])
            addReading(
                concept, Self.vitalSigns, columns.starts[index],
                FHIRQuantity(value: columns.values[index], unit: unit, code: code),
                source: sources.indices.contains(source) ? sources[source] : "")
        }
    }

    /// The bundle of what was added.
    mutating func bundle(created: Double) -> FHIRBundle {
        FHIRBundle(
            id: name("bundle \(entries.count) \(created)"), timestamp: time(created),
            entry: entries)
    }
}
