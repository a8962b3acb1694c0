import Foundation
import Sandbox
import TestCompositor
import Testing

extension EndToEnd {
    /// Checks with the kernel's data that the window has no network.
    ///
    /// `SandboxTests` checks the calls that the filter of a window refuses, in a process that is
    /// under the same filter.
    @Suite struct SandboxTests {
        static let hasFilters = SandboxSupport.detected().filterProblem == nil

        /// A line of the kernel's status of each thread of a process.
        private func lines(_ name: String, of process: Int32) throws -> [String] {
            let tasks = "/proc/\(process)/task"
            return try FileManager.default.contentsOfDirectory(atPath: tasks).compactMap { task in
                // A thread may end meanwhile.
                guard
                    let text = try? String(
                        contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
                else { return nil }
                return text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
                    .map {
                        String($0.dropFirst(name.count + 1)).trimmingCharacters(in: .whitespaces)
                    }
            }
        }

        @Test(.enabled(if: hasFilters))
        func everyThreadOfTheWindowIsUnderTheFilter() throws {
            try withViewer { viewer in
                let process = viewer.process.id
                let filters = try lines("Seccomp", of: process)
                // The driver's threads are there.
                #expect(filters.count > 1 && Set(filters) == ["2"])
                #expect(Set(try lines("Seccomp_filters", of: process)) == ["1"])
                #expect(Set(try lines("NoNewPrivs", of: process)) == ["1"])
            }
        }

        /// Files named at the start are read before there is a window: a pipe without any data yet
        /// keeps its reader waiting.
        @Test(.enabled(if: hasFilters))
        func theFilterIsThereBeforeAFileIsRead() throws {
            try withTemporaryFolder { folder in
                let pipe = folder + "/pipe"
                #expect(mkfifo(pipe, 0o600) == 0)
                try withTestCompositor(CompositorSettings()) { compositor in
                    let process = try Program.start([pipe], on: compositor)
                    let end = open(pipe, O_WRONLY)
                    #expect(end >= 0)
                    #expect(Set(try lines("Seccomp", of: process.id)) == ["2"])
                    #expect(Set(try lines("NoNewPrivs", of: process.id)) == ["1"])
                    let table = Array("date,weight\n2026-10-01,80\n".utf8)
                    #expect(write(end, table, table.count) == table.count)
                    close(end)
                    let viewer = try RunningViewer(compositor, process)
                    try viewer.trace.wait(event: "loaded")
                    #expect(try process.end() == .code(0), "\(process.summary)")
                }
            }
        }
    }
}
