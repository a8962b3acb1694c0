import CLinux
import Glibc
import Testing

@testable import Platform

@Suite struct SpareMemoryTests {
    @Test func onlyCodeThatComesFromFilesIsLetGoOf() {
        let maps = """
            55d0c0a00000-55d0c0b10000 r-xp 00000000 fe:01 1573             /usr/bin/oresen
            55d0c0b10000-55d0c0b20000 r--p 00110000 fe:01 1573             /usr/bin/oresen
            55d0c0b20000-55d0c0b30000 rw-p 00120000 fe:01 1573             /usr/bin/oresen
            55d0c1000000-55d0c1100000 rw-p 00000000 00:00 0                [heap]
            7f0000000000-7f0000010000 r-xp 00000000 00:00 0
            7f1000000000-7f1000001000 rwxp 00000000 fe:01 9                /opt/odd.so
            7f2000000000-7f2000100000 r-xp 00010000 fe:01 77               /opt/my libs/a b.so
            7ffd00000000-7ffd00002000 r-xp 00000000 00:00 0                [vdso]
            """
        #expect(
            SpareMemory.codeMappings(in: maps) == [
                0x55d0_c0a0_0000..<0x55d0_c0b1_0000, 0x7f20_0000_0000..<0x7f20_0010_0000,
            ])
    }

    @Test func whatIsNoMapIsNone() {
        #expect(SpareMemory.codeMappings(in: "").isEmpty)
        #expect(SpareMemory.codeMappings(in: "b-a r-xp 0 0 0 /x\nr-xp\n1-2 r-xp").isEmpty)
    }

    @Test func theProgramGoesOnAfterwards() {
        let text = (0..<1000).map(String.init).joined(separator: ",")
        SpareMemory.release()
        #expect(text.split(separator: ",").compactMap { Int($0) }.reduce(0, +) == 499_500)
    }

    @Test func heapIsBroughtIn() {
        let bytes = 8 << 20
        let page = Int(getpagesize())
        var missing: Int?
        SpareMemory.prefault(heap: bytes) { piece in
            // A separate mapping would be whole pages, and removed when it is freed.
            #expect(malloc_usable_size(piece) < bytes + 64)
            let inset = (page - Int(bitPattern: piece) % page) % page
            var pages = [UInt8](repeating: 0, count: bytes / page - 1)
            guard mincore(piece + inset, pages.count * page, &pages) == 0 else { return }
            missing = pages.count { $0 & 1 == 0 }
        }
        #expect(missing == 0)
        SpareMemory.release()
    }
}
