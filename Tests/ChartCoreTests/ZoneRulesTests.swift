import ChartCore
import Foundation
import SeededRandom
import Testing

/// Seconds since 1970 of a universal date and time, by counting days one year and month at a time.
func utc(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Double = 0
) -> Double {
    func leap(_ y: Int) -> Bool { y % 4 == 0 && (y % 100 != 0 || y % 400 == 0) }
    var days = 0
    if year >= 1970 { for y in 1970..<year { days += leap(y) ? 366 : 365 } }
    if year < 1970 { for y in year..<1970 { days -= leap(y) ? 366 : 365 } }
    let lengths = [31, leap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    days += lengths[..<(month - 1)].reduce(0, +) + day - 1
    return Double(days * 86_400 + hour * 3600 + minute * 60) + second
}

let berlin = ZoneRules(posix: "CET-1CEST,M3.5.0,M10.5.0/3") ?? .utc

@Suite struct ZoneRulesTests {
    /// Zones whose past is settled; their rules up to 2024 agree in every edition of the database.
    static let zones = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Asia/Tokyo",
        "America/Sao_Paulo", "Pacific/Apia", "Pacific/Chatham", "America/St_Johns", "Europe/Dublin",
        "Asia/Kolkata", "America/Los_Angeles", "Europe/London", "Africa/Cairo", "Asia/Tehran",
        "Australia/Sydney", "Europe/Moscow", "Pacific/Kiritimati", "America/Caracas", "UTC",
    ]

    @Test(arguments: zones) func offsetsAgreeWithFoundation(name: String) throws {
        let rules = try ZoneRules.named(name)
        let theirs = try #require(TimeZone(identifier: name))
        var numbers = SplitMix(seed: 7)
        let last = utc(2024, 1, 1)
        for _ in 0..<1500 {
            let t = Double.random(in: 0..<last, using: &numbers).rounded(.down)
            let expected = theirs.secondsFromGMT(for: Date(timeIntervalSince1970: t))
            #expect(rules.offset(at: t) == expected, "\(name) at \(t)")
        }
        var date = Date(timeIntervalSince1970: 1)
        while let next = theirs.nextDaylightSavingTimeTransition(after: date), next > date,
            next.timeIntervalSince1970 < last
        {
            let t = next.timeIntervalSince1970
            for moment in [t - 1, t, t + 1] {
                let expected = theirs.secondsFromGMT(for: Date(timeIntervalSince1970: moment))
                #expect(rules.offset(at: moment) == expected, "\(name) near \(next)")
            }
            date = next
        }
    }

    @Test func berlinFollowsTheRuleOfTheUnion() throws {
        let rules = try ZoneRules.named("Europe/Berlin")
        // Directive 2000/84/EC: last Sunday of March and October at 01:00 UTC. 2026: 29 March, 25
        // October.
        let spring = utc(2026, 3, 29, 1)
        let autumn = utc(2026, 10, 25, 1)
        #expect(rules.offset(at: spring - 1) == 3600)
        #expect(rules.offset(at: spring) == 7200)
        #expect(rules.offset(at: autumn - 0.001) == 7200)
        #expect(rules.offset(at: autumn) == 3600)
        let summer = rules.period(at: utc(2026, 7, 1))
        #expect(summer.start == spring)
        #expect(summer.end == autumn)
        #expect(summer.abbreviation == "CEST")
        #expect(summer.isDaylight)
    }

    @Test func newYorkAndLordHoweByHand() throws {
        let newYork = try ZoneRules.named("America/New_York")
        // 2026-03-08 02:00 EST is 07:00 UTC; 2026-11-01 02:00 EDT is 06:00 UTC.
        #expect(newYork.offset(at: utc(2026, 3, 8, 7) - 1) == -18_000)
        #expect(newYork.offset(at: utc(2026, 3, 8, 7)) == -14_400)
        #expect(newYork.offset(at: utc(2026, 11, 1, 6) - 1) == -14_400)
        #expect(newYork.offset(at: utc(2026, 11, 1, 6)) == -18_000)
        let howe = try ZoneRules.named("Australia/Lord_Howe")
        // First Sundays of April and October, 02:00 local: half an hour.
        #expect(howe.offset(at: utc(2026, 4, 4, 15) - 1) == 39_600)
        #expect(howe.offset(at: utc(2026, 4, 4, 15)) == 37_800)
        #expect(howe.offset(at: utc(2026, 10, 3, 15, 30) - 1) == 37_800)
        #expect(howe.offset(at: utc(2026, 10, 3, 15, 30)) == 39_600)
    }

    @Test func theFooterHoldsForEver() throws {
        let rules = try ZoneRules.named("Europe/Berlin")
        for year in [2038, 2100, 2437, 2438, 2439, 3000, 12_345] {
            // The last Sunday of March: 31 March back to Sunday.
            let march31 = utc(year, 3, 31)
            let weekday = Int(march31 / 86_400 + 4) % 7  // 0 is Sunday
            let spring = march31 - Double(weekday) * 86_400 + 3600
            #expect(rules.offset(at: spring - 1) == 3600, "\(year)")
            #expect(rules.offset(at: spring) == 7200, "\(year)")
            #expect(rules.period(at: spring).start == spring, "\(year)")
            #expect(rules.period(at: spring - 1).end == spring, "\(year)")
        }
    }

    @Test func posixStrings() throws {
        #expect(berlin.offset(at: utc(2026, 7, 1)) == 7200)
        #expect(berlin.offset(at: utc(1650, 1, 1)) == 3600)
        let nuuk = try #require(ZoneRules(posix: "<-02>2<-01>,M3.5.0/-1,M10.5.0/0"))
        // Saturday 22:00 UTC-2... the change is at -1:00 on the last Sunday of March: 01:00 UTC.
        #expect(nuuk.offset(at: utc(2026, 3, 29, 1) - 1) == -7200)
        #expect(nuuk.offset(at: utc(2026, 3, 29, 1)) == -3600)
        let dublin = try #require(ZoneRules(posix: "IST-1GMT0,M10.5.0,M3.5.0/1"))
        #expect(dublin.offset(at: utc(2026, 1, 1)) == 0)
        #expect(dublin.offset(at: utc(2026, 7, 1)) == 3600)
        let julian = try #require(ZoneRules(posix: "AAA3BBB,J60/0,300/0"))
        // J60 is 1 March in every year; day 300 counts 29 February: 27 October in 2028.
        #expect(julian.offset(at: utc(2028, 3, 1, 3)) == -7200)
        #expect(julian.offset(at: utc(2028, 3, 1, 3) - 1) == -10_800)
        #expect(julian.offset(at: utc(2028, 10, 27, 2)) == -10_800)
        #expect(julian.offset(at: utc(2028, 10, 27, 2) - 1) == -7200)
        #expect(ZoneRules(posix: "UTC0")?.offset(at: 0) == 0)
        #expect(ZoneRules(posix: "<+0545>-5:45")?.offset(at: 0) == 20_700)
        for wrong in [
            "", "Europe/Berlin", "CET", "C1", "CET-1CEST,M13.5.0,M10.5.0", "CET-99", "CET-1X",
        ] {
            #expect(ZoneRules(posix: wrong) == nil, "\(wrong)")
        }
    }

    @Test func localTimesInGapAndFold() throws {
        // 2026-03-29 02:30 does not exist in Berlin; 2026-10-25 02:30 exists twice.
        let gap = utc(2026, 3, 29, 2, 30)
        let edge = utc(2026, 3, 29, 1)
        #expect(
            berlin.meaning(ofLocal: gap) == .gap(edge: edge, offsetBefore: 3600, offsetAfter: 7200))
        #expect(berlin.instant(ofLocal: gap, gap: .edge) == edge)
        #expect(berlin.instant(ofLocal: gap, gap: .later) == edge + 1800)
        #expect(berlin.instant(ofLocal: gap, gap: .earlier) == edge - 1800)
        #expect(berlin.meaning(ofLocal: utc(2026, 3, 29, 2)) != .unique(edge))
        #expect(berlin.meaning(ofLocal: utc(2026, 3, 29, 3)) == .unique(edge))
        let fold = utc(2026, 10, 25, 2, 30)
        let first = utc(2026, 10, 25, 0, 30)
        #expect(berlin.meaning(ofLocal: fold) == .fold(first: first, second: first + 3600))
        #expect(berlin.instant(ofLocal: fold, fold: .first) == first)
        #expect(berlin.instant(ofLocal: fold, fold: .second) == first + 3600)
        #expect(berlin.meaning(ofLocal: utc(2026, 10, 25, 3)) == .unique(utc(2026, 10, 25, 2)))
        #expect(
            berlin.meaning(ofLocal: utc(2026, 10, 25, 2))
                == .fold(first: utc(2026, 10, 25, 0), second: utc(2026, 10, 25, 1)))
    }

    @Test(arguments: zones) func localTimesLeadBack(name: String) throws {
        let rules = try ZoneRules.named(name)
        var numbers = SplitMix(seed: 11)
        for _ in 0..<500 {
            let t = Double.random(in: 0..<utc(2040, 1, 1), using: &numbers).rounded(.down)
            let local = t + Double(rules.offset(at: t))
            switch rules.meaning(ofLocal: local) {
            case .unique(let instant): #expect(instant == t)
            case .fold(let first, let second): #expect(first == t || second == t)
            case .gap: Issue.record("\(name): an instant cannot lie in a gap")
            }
        }
    }

    @Test func unknownZonesGetASentence() {
        do {
            _ = try ZoneRules.named("Europe/Atlantis")
            Issue.record("Atlantis has sunk")
        } catch {
            #expect("\(error)".contains("Europe/Atlantis"))
            #expect("\(error)".contains("tzdata"))
        }
        for name in ["", "../etc/passwd", "/etc/passwd", "Europe", "Europe/", "zone.tab", "a\nb"] {
            #expect(throws: ZoneError.self, "\(name)") { try ZoneRules.named(name) }
        }
        #expect(throws: ZoneError.noDatabase(directory: "/no/such")) {
            try ZoneRules.named("Europe/Berlin", directory: "/no/such")
        }
    }

    @Test func fixedOffsetsAndNames() throws {
        #expect(ZoneRules.fixed(offset: 19_800).name == "UTC+05:30")
        #expect(ZoneRules.fixed(offset: -12_600).offset(at: 1e9) == -12_600)
        #expect(ZoneRules.isoOffset(-34_200) == "-09:30")
        #expect(ZoneRules.isoOffset(-2670) == "-00:44:30")
        #expect(try ZoneRules.named("Europe/Berlin").name == "Europe/Berlin")
        #expect(try ZoneRules.named("Europe/Berlin") == ZoneRules.named("Europe/Berlin"))
        #expect(try ZoneRules.named("Europe/Berlin") != ZoneRules.named("Europe/Paris"))
    }
}
