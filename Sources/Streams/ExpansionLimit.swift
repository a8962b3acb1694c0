// A limit on the data unpacked from archives, relative to the size of the given files.
//
// A deflated byte holds at most half a row of a table, and an eighth of a record in XML or JSON.
// XML and JSON shrink 10 to 60 times, tables up to 100 times. A malicious archive grows a thousand
// times in each of its layers, and the layers multiply. So the limit has a fixed part, because
// small files may have any ratio, and a part that grows with the file. One limit applies to all
// files that are given at once and to all archives in them. Data that is unpacked from an archive
// for inspection counts like data that is read.

import Localization

/// The limit on the growth of archives during unpacking, shared by the given ones and those in
/// them.
///
/// Used by one thread at a time.
package final class ExpansionLimit {
    /// The part of a limit that does not depend on the size of the archives.
    package struct Free: Sendable {
        /// The number of bytes.
        package var bytes: Int
        /// The number of members, files or not.
        package var members: Int
        /// The number of samples from tables; a sample from XML or JSON counts as
        /// `sampleWithNames`.
        package var samples: Int

        /// 64 MB, 8,000 members, 2 million samples.
        package init(bytes: Int = 64 << 20, members: Int = 8000, samples: Int = 2_000_000) {
            self.bytes = bytes
            self.members = members
            self.samples = samples
        }
    }

    /// The quantity that exceeded its limit.
    private enum Excess {
        case bytes
        case members
        case samples
    }

    /// The largest allowed ratio of the contents to the given archives.
    static let factor = 150
    /// One more member is allowed per this number of bytes of an archive.
    static let bytesOfMember = 512
    /// One more sample is allowed per this number of bytes of an archive.
    static let bytesOfSample = 2
    /// A record that names its fields counts as this number of table rows.
    static let sampleWithNames = 4

    private var bytes: Int
    private var members: Int
    private var samples: Int
    private var excess: Excess?

    /// A limit that no archive has raised yet.
    package init(free: Free = Free()) {
        bytes = free.bytes
        members = free.members
        samples = free.samples
    }

    /// Raises the limit for an archive of this size that was given and is not inside another one.
    package func allow(archiveSize size: Int) {
        let (more, isTooLarge) = size.multipliedReportingOverflow(by: ExpansionLimit.factor)
        bytes = isTooLarge ? .max : bytes.addingClamped(more)
        members = members.addingClamped(size / ExpansionLimit.bytesOfMember)
        samples = samples.addingClamped(size / ExpansionLimit.bytesOfSample)
        excess = nil
    }

    /// Whether the limit was exceeded.
    package var isSpent: Bool { excess != nil }

    /// Whether this number of members is allowed.
    package func hasRoom(forMembers count: Int) -> Bool { count <= members }

    /// Counts unpacked bytes; false if there are too many.
    package func take(bytes count: Int) -> Bool { take(count, \.bytes, .bytes) }

    /// Counts a member; false if there are too many.
    package func takeMember() -> Bool { take(1, \.members, .members) }

    /// Counts samples read from an archive; false if there are too many.
    ///
    /// - Parameter areNamed: whether each record names its fields, as in XML and JSON.
    package func take(samples count: Int, areNamed: Bool) -> Bool {
        take(areNamed ? count * ExpansionLimit.sampleWithNames : count, \.samples, .samples)
    }

    private func take(
        _ count: Int, _ left: ReferenceWritableKeyPath<ExpansionLimit, Int>, _ kind: Excess
    ) -> Bool {
        guard count <= self[keyPath: left] else {
            self[keyPath: left] = 0
            excess = excess ?? kind
            return false
        }
        self[keyPath: left] -= count
        return true
    }

    /// The error for an archive that exceeds the limit.
    package func failure(_ place: String) -> StreamError {
        let problem =
            switch excess {
            case .members: ExpansionLimit.tooManyMembers
            case .samples:
                tr(
                    "the archive holds too many records for its size; it may have been made to do harm"
                )
            case .bytes, nil:
                tr(
                    "the archive unpacks to more than {1} times its size; it may have been made to do harm",
                    "\(ExpansionLimit.factor)")
            }
        return StreamError(place: place, problem: problem, remedy: ExpansionLimit.remedy)
    }

    /// The error for an archive that announces this number of members.
    package static func failure(_ place: String, announcing count: Int) -> StreamError {
        StreamError(
            place: place, problem: "\(tooManyMembers) (\(count))", remedy: remedy)
    }

    private static var tooManyMembers: String {
        tr("the archive holds too many files for its size; it may have been made to do harm")
    }

    private static var remedy: String {
        tr("if you trust it, unpack it first and open what is in it")
    }
}

extension Int {
    fileprivate func addingClamped(_ other: Int) -> Int {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}
