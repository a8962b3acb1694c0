// By whose habits things are measured.
//
// POSIX keeps that in a category of its own, LC_MEASUREMENT, which desktops set together with the
// formats of numbers and dates and apart from the language: who reads English in Germany weighs in
// kilograms. Its data in glibc tell one thing, metric or as in the United States, and only where the
// locale is installed. All else follows from the territory in the locale's name. "C" and "POSIX" name
// none and are metric.

import Glibc

/// Where, and in which system, a locale says that things are measured.
public struct MeasurementLocale: Hashable, Sendable {
    /// What glibc tells apart.
    public enum System: Hashable, Sendable {
        /// The International System: metres, kilograms, degrees Celsius.
        case metric
        /// The customary one of the United States.
        case us
    }

    /// The territory by its ISO 3166 code, such as `GB`; nil where the locale names none.
    public var territory: String?
    /// The system; nil where the machine does not know the locale, and the territory has to tell.
    public var system: System?

    /// What a locale says, or a program says in its place.
    public init(territory: String? = nil, system: System? = nil) {
        self.territory = territory
        self.system = system
    }

    /// That of a locale by its POSIX name, such as `en_GB.UTF-8`.
    ///
    /// Costs some microseconds: the locale's data are looked for on the machine.
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

    /// That of the environment.
    static var current: MeasurementLocale {
        MeasurementLocale(identifier: LocaleFormat.environment("LC_MEASUREMENT"))
    }

    /// What the data of a locale say; nil where they are not installed, or say something else.
    private static func installedSystem(_ identifier: String) -> System? {
        guard let locale = newlocale(LC_MEASUREMENT_MASK, identifier, nil) else { return nil }
        defer { freelocale(locale) }
        guard let told = nl_langinfo_l(nl_item(_NL_MEASUREMENT_MEASUREMENT), locale) else {
            return nil
        }
        switch told.pointee {
        case 1: return .metric
        case 2: return .us
        default: return nil
        }
    }
}
