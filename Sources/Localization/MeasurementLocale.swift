// The locale for units of measurement.
//
// POSIX has a separate category for that, LC_MEASUREMENT. Desktops set it together with the formats
// of numbers and dates, independent of the language: an English-speaking user in Germany measures
// weight in kilograms. glibc's data distinguish only metric and United States, and only if the
// locale is installed. Everything else follows from the territory in the locale's name. "C" and
// "POSIX" have none and are metric.

import Glibc

/// A locale's territory and system of measurement.
public struct MeasurementLocale: Hashable, Sendable {
    /// The systems that glibc distinguishes.
    public enum System: Hashable, Sendable {
        /// The International System: metres, kilograms, degrees Celsius.
        case metric
        /// The customary units of the United States.
        case us
    }

    /// The territory by its ISO 3166 code, such as `GB`; nil if the locale has none.
    public var territory: String?
    /// The system; nil if the locale is not installed, so that the territory decides.
    public var system: System?

    /// A locale's values, or a program's own.
    public init(territory: String? = nil, system: System? = nil) {
        self.territory = territory
        self.system = system
    }

    /// The measurement locale with a POSIX name, such as `en_GB.UTF-8`.
    ///
    /// Costs some microseconds: the locale's data are looked up on the machine.
    public init(identifier: String) {
        let name = identifier.prefix { $0 != "." && $0 != "@" }
        guard !name.isEmpty, name != "C", name != "POSIX" else {
            self.init(system: .metric)
            return
        }
        let parts = name.split { $0 == "_" || $0 == "-" }
        self.init(
            territory: parts.dropFirst().last {
                $0.utf8.count == 2 && $0.allSatisfy { $0.isASCII && $0.isLetter }
            }?.uppercased(),
            system: MeasurementLocale.installedSystem(identifier))
    }

    /// The measurement locale of the environment.
    static var current: MeasurementLocale {
        MeasurementLocale(identifier: LocaleFormat.environment("LC_MEASUREMENT"))
    }

    /// The system in a locale's data; nil if they are not installed, or contain another value.
    private static func installedSystem(_ identifier: String) -> System? {
        guard let locale = newlocale(LC_MEASUREMENT_MASK, identifier, nil) else { return nil }
        defer { freelocale(locale) }
        guard let system = nl_langinfo_l(nl_item(_NL_MEASUREMENT_MEASUREMENT), locale) else {
            return nil
        }
        switch system.pointee {
        case 1: return .metric
        case 2: return .us
        default: return nil
        }
    }
}
