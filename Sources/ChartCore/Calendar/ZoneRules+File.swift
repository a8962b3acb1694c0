// Zone files ("TZif"), RFC 8536: a header and a block of 32-bit data, then (version 2 and later)
// the same with 64-bit data, then a POSIX TZ string between newlines for the time after the last
// transition. Version 1 files are read too. Files that count leap seconds ("right/") are refused:
// their count of seconds differs from everyone else's.

import Glibc

extension ZoneRules {
    /// Where zone files are: the variable TZDIR, or `/usr/share/zoneinfo`.
    public static var databaseDirectory: String {
        if let value = getenv("TZDIR") {
            let directory = String(cString: value)
            if !directory.isEmpty { return directory }
        }
        return "/usr/share/zoneinfo"
    }

    /// The rules of an IANA zone such as `Europe/Berlin`, read from the system's database.
    ///
    /// Costs one small file; keep the result.
    public static func named(
        _ name: String, directory: String = ZoneRules.databaseDirectory
    ) throws(ZoneError) -> ZoneRules {
        guard isPlausible(name) else {
            throw ZoneError.unknown(name: name, directory: directory)
        }
        let path = directory + "/" + name
        guard let bytes = try contents(of: path) else {
            if name == "UTC" { return .utc }
            throw access(directory, R_OK) == 0
                ? ZoneError.unknown(name: name, directory: directory)
                : ZoneError.noDatabase(directory: directory)
        }
        return try ZoneRules(name: name, file: bytes, path: path)
    }

    /// The zone of this system: the variable TZ, else `/etc/localtime`, else universal time.
    ///
    /// TZ may hold a zone's name, a path, or a POSIX string; an empty TZ means universal time.
    public static func system() throws(ZoneError) -> ZoneRules {
        let variable = getenv("TZ").map { String(cString: $0) }
        return try system(variable: variable)
    }

    /// `system()` with its inputs as parameters.
    static func system(
        variable: String?, localtime: String = "/etc/localtime", nameFile: String = "/etc/timezone",
        directory: String = ZoneRules.databaseDirectory
    ) throws(ZoneError) -> ZoneRules {
        if let variable {
            let text = variable.first == ":" ? String(variable.dropFirst()) : variable
            if text.isEmpty { return .utc }
            if text.first == "/" { return try linked(text, nameFile: nil, directory: directory) }
            do {
                return try named(text, directory: directory)
            } catch {
                if let rules = ZoneRules(posix: text) { return rules }
                throw error
            }
        }
        guard access(localtime, F_OK) == 0 else { return .utc }
        return try linked(localtime, nameFile: nameFile, directory: directory)
    }

    /// The zone of a file that is a link into a zone directory, or a copy whose name is written
    /// elsewhere.
    private static func linked(
        _ path: String, nameFile: String?, directory: String
    ) throws(ZoneError) -> ZoneRules {
        guard let bytes = try contents(of: path) else {
            throw .unreadable(path: path, reason: "no such file")
        }
        var name = path
        if let resolved = realpath(path, nil) {
            let full = String(cString: resolved)
            free(resolved)
            if let found = nameInside(full) { name = found }
        }
        if name == path, let nameFile, let text = try contents(of: nameFile) {
            let line = text.prefix { $0 > 32 }
            let written = String(decoding: line, as: UTF8.self)
            // Accepted only if the database agrees: the file is often out of date.
            if isPlausible(written), let same = try contents(of: directory + "/" + written),
                same == bytes
            {
                name = written
            }
        }
        return try ZoneRules(name: name, file: bytes, path: path)
    }

    /// Extracts `Europe/Berlin` from `/usr/share/zoneinfo/posix/Europe/Berlin`.
    private static func nameInside(_ path: String) -> String? {
        let parts = path.split(separator: "/")
        guard let at = parts.lastIndex(of: "zoneinfo") else { return nil }
        var rest = parts[(at + 1)...]
        if rest.first == "posix" || rest.first == "right" { rest = rest.dropFirst() }
        return rest.isEmpty ? nil : rest.joined(separator: "/")
    }

    /// Whether a text could be the name of a zone: no path out of the directory, no unusual
    /// characters.
    private static func isPlausible(_ name: String) -> Bool {
        guard !name.isEmpty, name.utf8.count < 128, !name.hasPrefix("/"), !name.hasSuffix("/")
        else {
            return false
        }
        let sound = name.utf8.allSatisfy { byte in
            let letter = byte | 0x20
            return (letter >= 97 && letter <= 122) || (byte >= 48 && byte <= 57)
                || byte == 47 || byte == 95 || byte == 43 || byte == 45
        }
        return sound
    }

    /// The bytes of a small file; nil if it does not exist.
    private static func contents(of path: String) throws(ZoneError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        var information = stat()
        guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        let size = Int(information.st_size)
        guard size <= 1 << 20 else {
            throw .malformed(path: path, reason: "it is larger than any zone file")
        }
        var bytes = [UInt8](repeating: 0, count: size)
        var filled = 0
        while filled < size {
            let got = bytes.withUnsafeMutableBytes { buffer in
                read(descriptor, buffer.baseAddress?.advanced(by: filled), size - filled)
            }
            if got < 0 {
                if errno == EINTR { continue }
                throw .unreadable(path: path, reason: String(cString: strerror(errno)))
            }
            if got == 0 { break }
            filled += got
        }
        bytes.removeLast(size - filled)
        return bytes
    }

    /// Parses the bytes of a zone file; `path` is used in the error message.
    convenience init(name: String, file bytes: [UInt8], path: String) throws(ZoneError) {
        var reader = ZoneFileReader(bytes: bytes, path: path)
        self.init(name: name, table: try reader.table())
    }
}

/// Reads the blocks of one zone file.
private struct ZoneFileReader {
    let bytes: [UInt8]
    let path: String
    var position = 0

    private struct Header {
        var version: UInt8
        var utIndicators: Int
        var standardIndicators: Int
        var leaps: Int
        var transitions: Int
        var types: Int
        var characters: Int

        func size(timeBytes: Int) -> Int {
            transitions * (timeBytes + 1) + types * 6 + characters + leaps * (timeBytes + 4)
                + standardIndicators + utIndicators
        }
    }

    private func bad(_ reason: String) -> ZoneError { .malformed(path: path, reason: reason) }

    private mutating func integer(bytes count: Int) -> Int {
        var value = bytes[position] >= 128 ? -1 : 0
        for _ in 0..<count {
            value = value << 8 | Int(bytes[position])
            position += 1
        }
        return value
    }

    private mutating func header() throws(ZoneError) -> Header {
        guard position + 44 <= bytes.count,
            bytes[position..<position + 4].elementsEqual("TZif".utf8)
        else { throw bad("it does not begin with TZif") }
        let version = bytes[position + 4]
        position += 20
        var counts: [Int] = []
        for _ in 0..<6 {
            let count = integer(bytes: 4)
            guard count >= 0, count < 1 << 16 else {
                throw bad("its header counts \(count) entries")
            }
            counts.append(count)
        }
        return Header(
            version: version, utIndicators: counts[0], standardIndicators: counts[1],
            leaps: counts[2], transitions: counts[3], types: counts[4], characters: counts[5])
    }

    mutating func table() throws(ZoneError) -> ZoneRules.Table {
        var header = try header()
        var timeBytes = 4
        if header.version >= 50 {
            position += header.size(timeBytes: 4)
            header = try self.header()
            timeBytes = 8
        }
        guard position + header.size(timeBytes: timeBytes) <= bytes.count else {
            throw bad("it ends too early")
        }
        guard header.leaps == 0 else { throw bad("it counts leap seconds (a “right/” zone)") }
        guard header.types > 0, header.types < 256 else {
            throw bad("it has no kinds of local time")
        }

        var times: [Int] = []
        times.reserveCapacity(header.transitions)
        for _ in 0..<header.transitions { times.append(integer(bytes: timeBytes)) }
        let typeIndices = bytes[position..<position + header.transitions].map { Int($0) }
        position += header.transitions
        guard typeIndices.allSatisfy({ $0 < header.types }) else {
            throw bad("a transition refers to a missing kind of local time")
        }
        var types: [(offset: Int, daylight: Bool, name: Int)] = []
        for _ in 0..<header.types {
            let offset = integer(bytes: 4)
            guard abs(offset) <= 26 * 3600 else { throw bad("an offset of \(offset) s") }
            types.append((offset, bytes[position] != 0, Int(bytes[position + 1])))
            position += 2
        }
        let characters = bytes[position..<position + header.characters]
        position += header.characters + header.standardIndicators + header.utIndicators

        var table = ZoneRules.Table()
        let kinds = types.map { type in
            let name = characters.dropFirst(type.name).prefix { $0 != 0 }
            return table.kind(String(decoding: name, as: UTF8.self), daylight: type.daylight)
        }
        // RFC 8536 section 3.2: local time before the first transition is of the first kind.
        table.append(start: -.infinity, offset: types[0].offset, kind: kinds[0])
        var previous = Int.min
        for (time, type) in zip(times, typeIndices) {
            guard time > previous else { throw bad("its transitions are out of order") }
            previous = time
            table.append(start: Double(time), offset: types[type].offset, kind: kinds[type])
        }
        if timeBytes == 8, position < bytes.count, bytes[position] == 10 {
            let footer = bytes[(position + 1)...].prefix { $0 != 10 }
            if !footer.isEmpty {
                let text = String(decoding: footer, as: UTF8.self)
                guard let rule = PosixRule(text) else { throw bad("its last line is “\(text)”") }
                let from = times.last.map {
                    CivilDate(days: CivilDate.floorDivide($0, 86_400)).year
                }
                table.append(rule: rule, fromYear: max(from ?? 1970, 1800))
            }
        }
        return table
    }
}
