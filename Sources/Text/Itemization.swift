// Cutting a line into runs that can be shaped one by one.
//
// Layout: the line as an array of code points. Each has an embedding level (FriBidi, which follows
// UAX #9 with isolates and paired brackets), a script and a face; a run is a longest sequence in
// which all three are the same. Runs are then put into visual order by rule L2.
// Scripts: HarfBuzz's Unicode data. Common and inherited characters take the script of the
// preceding text, leading ones that of the following text (a simplification of UAX #24, which would
// also pair brackets: no supported script has its own brackets).
// Faces: per extended grapheme cluster, so that a letter and its marks are never separated. The
// order is the style's own face, the face of the previous cluster (a foreign word stays in one
// face, including spaces), the first of the library's fallbacks that has all of the cluster.
// Rejected: ICU's ubidi (start-up time through Foundation); a separate implementation of levels
// (brackets, isolates and numbers are where such code tends to be wrong).

import CFriBidi
import CHarfBuzz

/// A sequence of code points of one face, script and direction.
struct TextRun {
    /// Code points of the line, in logical order.
    let range: Range<Int>
    let level: Int8
    let script: hb_script_t
    let face: FontFace

    var isRightToLeft: Bool { level & 1 == 1 }
}

@MainActor
struct Itemization {
    /// The line's code points: controls and line separators are replaced by spaces, one for one.
    let codePoints: [UInt32]
    /// The runs, leftmost first.
    let runs: [TextRun]

    init(_ text: String, style: TextStyle, fonts: FontLibrary) {
        var codePoints: [UInt32] = []
        codePoints.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars { codePoints.append(Itemization.printable(scalar.value)) }
        self.codePoints = codePoints
        let faces = Itemization.faces(text, codePoints, style: style, fonts: fonts)
        let scripts = Itemization.scripts(codePoints)
        let levels = Itemization.levels(codePoints)
        var runs: [TextRun] = []
        var start = 0
        for i in codePoints.indices {
            let next = i + 1
            let ends =
                next == codePoints.count || faces[next] !== faces[i] || levels[next] != levels[i]
                || scripts[next] != scripts[i]
            guard ends else { continue }
            runs.append(
                TextRun(range: start..<next, level: levels[i], script: scripts[i], face: faces[i]))
            start = next
        }
        self.runs = Itemization.visualOrder(runs)
    }

    /// Controls have no glyph, and a line has no line breaks: both become spaces.
    private static func printable(_ codePoint: UInt32) -> UInt32 {
        switch codePoint {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: 0x20
        // Characters that reverse all following text are made visible, so that a name cannot look
        // like another one. Marks that order only their neighbours stay, because dates and numbers
        // contain them.
        case 0x202A...0x202E, 0x2066...0x206F: 0xFFFD
        default: codePoint
        }
    }

    private static func levels(_ codePoints: [UInt32]) -> [Int8] {
        // Below the Hebrew block all text is left to right, at level 0.
        guard codePoints.contains(where: { $0 >= 0x590 }) else {
            return [Int8](repeating: 0, count: codePoints.count)
        }
        var levels = [Int8](repeating: 0, count: codePoints.count)
        var types = [UInt32](repeating: 0, count: codePoints.count)
        var brackets = [UInt32](repeating: 0, count: codePoints.count)
        let highest = oresen_embedding_levels(
            codePoints, Int32(codePoints.count), &levels, &types, &brackets)
        precondition(highest > 0, "FriBidi is out of memory")
        return levels
    }

    private static func scripts(_ codePoints: [UInt32]) -> [hb_script_t] {
        let functions = hb_unicode_funcs_get_default()
        var scripts: [hb_script_t] = []
        scripts.reserveCapacity(codePoints.count)
        var current: hb_script_t?
        for codePoint in codePoints {
            let script = hb_unicode_script(functions, codePoint)
            if isBorrowed(script) {
                scripts.append(current ?? HB_SCRIPT_COMMON)
                continue
            }
            if current == nil {
                for i in scripts.indices { scripts[i] = script }
            }
            current = script
            scripts.append(script)
        }
        return scripts
    }

    private static func isBorrowed(_ script: hb_script_t) -> Bool {
        script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN
    }

    private static func faces(
        _ text: String, _ codePoints: [UInt32], style: TextStyle, fonts: FontLibrary
    ) -> [FontFace] {
        let primary = fonts.primary(style.weight)
        var faces: [FontFace] = []
        faces.reserveCapacity(codePoints.count)
        var previous = primary
        var start = 0
        for character in text {
            let end = start + character.unicodeScalars.count
            let needed = codePoints[start..<end].filter { !isIgnorable($0) }
            let isSpace = needed.count == 1 && needed[0] == 0x20
            let face: FontFace
            if isSpace || needed.isEmpty, previous.covers(0x20) {
                face = previous
            } else if needed.allSatisfy(primary.covers) {
                face = primary
            } else if needed.allSatisfy(previous.covers) {
                face = previous
            } else {
                face = fonts.fallback(for: needed, weight: style.weight) ?? primary
            }
            for _ in start..<end { faces.append(face) }
            previous = face
            start = end
        }
        return faces
    }

    /// Code points that need no glyph in a face: joiners, direction marks, variation selectors.
    private static func isIgnorable(_ codePoint: UInt32) -> Bool {
        switch codePoint {
        case 0xAD, 0x34F, 0x61C, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F,
            0xFEFF, 0xE0000...0xE0FFF:
            true
        default: false
        }
    }

    /// Rule L2 of UAX #9 on whole runs: from the highest level down to the lowest odd one, reverse
    /// every sequence of runs at that level or above.
    private static func visualOrder(_ logical: [TextRun]) -> [TextRun] {
        guard let highest = logical.map(\.level).max(), highest > 0 else { return logical }
        var runs = logical
        for level in stride(from: highest, through: 1, by: -1) {
            var start = 0
            while start < runs.count {
                guard runs[start].level >= level else {
                    start += 1
                    continue
                }
                var end = start
                while end < runs.count, runs[end].level >= level { end += 1 }
                runs[start..<end].reverse()
                start = end
            }
        }
        return runs
    }
}
