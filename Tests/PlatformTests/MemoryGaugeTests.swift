import Glibc
import Testing

@testable import Platform

@Suite struct MemoryGaugeTests {
    @Test func thisProcessTakesMemoryAndMayTakeMore() {
        let gauge = MemoryGauge.system
        #expect(gauge.resident > 1 << 20)
        #expect(gauge.room > 1 << 20)
    }

    @Test func whatIsTakenShows() {
        let gauge = MemoryGauge.system
        let before = gauge.resident
        let bytes = [UInt8](repeating: 1, count: 64 << 20)
        #expect(gauge.resident >= before + 32 << 20)
        #expect(bytes.reduce(0) { $0 + Int($1) } == 64 << 20)
    }

    @Test func groupsAreThoseAround() {
        #expect(
            MemorySources.folders(ofGroup: "12:memory:/old\n0::/user.slice/a b/c.scope\n") == [
                "/sys/fs/cgroup/user.slice/a b/c.scope", "/sys/fs/cgroup/user.slice/a b",
                "/sys/fs/cgroup/user.slice", "/sys/fs/cgroup",
            ])
        #expect(MemorySources.folders(ofGroup: "0::/\n") == ["/sys/fs/cgroup"])
        #expect(MemorySources.folders(ofGroup: "0::/../a\n").isEmpty)
        #expect(MemorySources.folders(ofGroup: "").isEmpty)
    }

    @Test func fieldsAreFoundByTheirWholeNames() {
        let text = "MemTotal:  24 kB\nMemAvailable:   12 kB\ninactive_file 7\ninactive_file_x 8\n"
        #expect(MemorySources.field("MemAvailable:", in: text) == 12)
        #expect(MemorySources.field("inactive_file", in: text) == 7)
        #expect(MemorySources.field("active_file", in: text) == nil)
    }
}
