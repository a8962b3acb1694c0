/// A declaration in the source.
struct Declaration {
    enum Kind { case type, protocolType, requirement, member, enumCase }

    let kind: Kind
    /// Its name; with the labels of its arguments if it has any: `draw(_:in:)`.
    let name: String
    /// The enclosing types, outermost first.
    let scopes: [String]
    let module: String
    let file: String
    let line: Int
    /// Whether programs that import the module can name it.
    let isPublic: Bool
    let isDocumented: Bool

    /// The path of the enclosing type.
    var scope: String { scopes.joined(separator: ".") }
    /// The name with the enclosing types.
    var path: String { (scopes + [name]).joined(separator: ".") }
    var isType: Bool { kind == .type || kind == .protocolType }
}

/// The conformances that a type or an extension declares.
struct Conformance {
    let type: String
    let protocols: [String]
}

/// The declarations of Swift source, found by its keywords and brackets.
///
/// A scope is walked at its own depth: round, square and curly brackets are skipped, except the
/// braces of types and extensions, which are scopes themselves. Attributes and modifiers followed
/// by a declaring keyword are a declaration, wherever the previous one ended, because expressions
/// have such keywords only inside brackets. So function bodies and initial values need not be
/// parsed.
struct PublicSymbols {
    private(set) var declarations: [Declaration] = []
    private(set) var conformances: [Conformance] = []

    private var tokens: [SwiftToken] = []
    private var module = ""
    private var file = ""

    /// The default properties of the members of a scope.
    private struct Scope {
        var names: [String] = []
        /// Whether its public members can be named from outside.
        var isOpen = true
        /// Whether a member is public without a modifier.
        var givesAccess = false
        var isEnum = false
        var isProtocol = false
    }

    /// Reads another file.
    mutating func read(_ source: String, of file: String, in module: String) {
        self.file = file
        self.module = module
        tokens = SwiftTokens.tokens(of: source)
        var place = 0
        readScope(Scope(), at: &place)
    }

    private static let modifiers: Set<Substring> = [
        "public", "open", "package", "internal", "fileprivate", "private", "static", "final",
        "mutating", "nonmutating", "override", "convenience", "required", "lazy", "weak", "unowned",
        "nonisolated", "isolated", "consuming", "borrowing", "indirect", "dynamic", "optional",
        "prefix", "infix", "postfix", "distributed",
    ]
    private static let types: Set<Substring> = ["struct", "class", "enum", "actor", "protocol"]
    private static let members: Set<Substring> = [
        "func", "var", "let", "init", "subscript", "typealias", "associatedtype", "case", "macro",
    ]

    private func text(_ place: Int) -> Substring? {
        tokens.indices.contains(place) ? tokens[place].text : nil
    }

    private func isWord(_ place: Int, _ words: Set<Substring>) -> Bool {
        tokens.indices.contains(place) && tokens[place].isWord
            && words.contains(tokens[place].text)
    }

    private func isDeclaring(_ place: Int) -> Bool {
        isWord(place, Self.types) || isWord(place, Self.members) || isWord(place, ["extension"])
    }

    /// Reads members up to and including the scope's closing brace, or to the end.
    private mutating func readScope(_ scope: Scope, at place: inout Int) {
        while let next = text(place), next != "}" {
            let begin = place
            let modifiers = readModifiers(at: &place)
            // `class` is a modifier if a member follows.
            let isTypeMember = isWord(place, ["class"]) && isWord(place + 1, Self.members)
            if isTypeMember { place += 1 }
            guard isDeclaring(place), isAtBegin(begin, keyword: place) else {
                place = max(begin, place)
                skipOne(at: &place)
                continue
            }
            readDeclaration(from: begin, modifiers: modifiers, in: scope, at: &place)
        }
        place += 1
    }

    /// Whether a declaration may begin at `begin`: a word after a dot is a member's name, as in
    /// `.init`.
    private func isAtBegin(_ begin: Int, keyword: Int) -> Bool {
        guard begin > 0 else { return true }
        return text(begin - 1) != "."
            && (tokens[begin].beginsLine || text(begin - 1) == ";"
                || text(begin - 1) == "{")
    }

    /// Skips attributes and modifiers, and returns the modifiers.
    private func readModifiers(at place: inout Int) -> Set<Substring> {
        var found: Set<Substring> = []
        while true {
            if text(place) == "@" {
                place += 2
                while text(place) == "." { place += 2 }
                if text(place) == "(", tokens[place].touches { skipOne(at: &place) }
            } else if isWord(place, Self.modifiers) {
                // `private(set)` does not restrict reading.
                if text(place + 1) == "(", tokens[place + 1].touches {
                    place += 1
                    skipOne(at: &place)
                } else {
                    found.insert(tokens[place].text)
                    place += 1
                }
            } else {
                return found
            }
        }
    }

    /// Skips one token, including the contents of its brackets.
    private func skipOne(at place: inout Int) {
        var depth = 0
        repeat {
            switch text(place) {
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            default: break
            }
            place += 1
        } while depth > 0 && place < tokens.count
    }

    private mutating func readDeclaration(
        from begin: Int, modifiers: Set<Substring>, in scope: Scope, at place: inout Int
    ) {
        let keyword = tokens[place].text
        let closed = ["private", "fileprivate", "internal", "package"].contains {
            modifiers.contains($0)
        }
        let says = modifiers.contains("public") || modifiers.contains("open")
        let isCase = keyword == "case" && scope.isEnum
        let given = (scope.givesAccess && !closed) || isCase
        let isPublic = scope.isOpen && (says || given)
        place += 1
        if keyword == "extension" || Self.types.contains(keyword) {
            let (name, protocols) = readHead(at: &place)
            var inner = Scope(names: scope.names + name, isOpen: scope.isOpen)
            inner.isEnum = keyword == "enum"
            inner.isProtocol = keyword == "protocol"
            if keyword == "extension" {
                inner.givesAccess = says
            } else {
                inner.isOpen = isPublic
                inner.givesAccess = keyword == "protocol" && isPublic
                add(
                    name.joined(separator: "."), keyword == "protocol" ? .protocolType : .type,
                    from: begin, scope, isPublic)
            }
            conformances.append(
                Conformance(type: inner.names.joined(separator: "."), protocols: protocols))
            if text(place) == "{" {
                place += 1
                readScope(inner, at: &place)
            }
        } else if isCase {
            readCases(from: begin, scope, isPublic, at: &place)
        } else {
            let name = memberName(keyword, at: &place)
            add(name, scope.isProtocol ? .requirement : .member, from: begin, scope, isPublic)
        }
    }

    private mutating func add(
        _ name: String, _ kind: Declaration.Kind, from begin: Int, _ scope: Scope, _ isPublic: Bool
    ) {
        declarations.append(
            Declaration(
                kind: kind, name: name, scopes: scope.names, module: module, file: file,
                line: tokens[begin].line, isPublic: isPublic,
                isDocumented: tokens[begin].isDocumented))
    }

    /// The name of a type and the protocols after its colon, up to the brace.
    private func readHead(at place: inout Int) -> (name: [String], protocols: [String]) {
        var name = [String(text(place) ?? "")]
        place += 1
        while text(place) == ".", tokens[place].touches {
            name.append(String(text(place + 1) ?? ""))
            place += 2
        }
        var protocols: [String] = []
        var isInherited = false
        var angles = 0
        while let next = text(place), next != "{" {
            if next == "<" { angles += 1 }
            if next == ">" { angles -= 1 }
            if next == ":", angles == 0 { isInherited = true }
            if isWord(place, ["where"]) { isInherited = false }
            if isInherited, angles == 0, tokens[place].isWord, text(place - 1) != "@" {
                protocols.append(String(next))
            }
            if next == "(" || next == "[" { skipOne(at: &place) } else { place += 1 }
        }
        return (name, protocols)
    }

    /// The cases after the keyword, separated by commas.
    private mutating func readCases(
        from begin: Int, _ scope: Scope, _ isPublic: Bool, at place: inout Int
    ) {
        while tokens.indices.contains(place), tokens[place].isWord {
            // A comment before a case on a new line belongs to that case, one before the keyword to
            // the first.
            let own = tokens[place].isDocumented ? place : begin
            add(String(tokens[place].text), .enumCase, from: own, scope, isPublic)
            place += 1
            if text(place) == "(" { skipOne(at: &place) }
            while let next = text(place), next != ",", next != "}", !tokens[place].beginsLine {
                skipOne(at: &place)
            }
            guard text(place) == "," else { return }
            place += 1
        }
    }

    /// The name of a member, with its labels if it has arguments.
    private func memberName(_ keyword: Substring, at place: inout Int) -> String {
        var name = String(keyword)
        if !["init", "subscript"].contains(keyword) {
            name = ""
            while let next = text(place), name.isEmpty || (!tokens[place].isWord && next != "(") {
                if !name.isEmpty, tokens[place - 1].isWord || !tokens[place].touches { break }
                name += next
                place += 1
            }
            guard keyword == "func" else { return name }
        }
        while text(place) == "?" || text(place) == "!" { place += 1 }
        if text(place) == "<" { skipAngles(at: &place) }
        guard text(place) == "(" else { return name }
        let isOperator = keyword == "func" && name.first?.isLetter == false && !name.hasPrefix("_")
        return name + labels(at: &place, areNames: keyword != "subscript" && !isOperator)
    }

    private func skipAngles(at place: inout Int) {
        var depth = 0
        repeat {
            if text(place) == "<" { depth += 1 }
            // The head of an arrow does not close a bracket.
            if text(place) == ">", text(place - 1) != "-" { depth -= 1 }
            place += 1
        } while depth > 0 && place < tokens.count
    }

    /// The labels of the arguments in the brackets that begin here, each with its colon.
    ///
    /// A single name of a subscript's argument is not a label, and names in an operator never are.
    private func labels(at place: inout Int, areNames: Bool) -> String {
        var labels = ""
        var label: Substring?
        var isLabel = true
        place += 1
        while let next = text(place), next != ")" {
            if isLabel, next == "@" {
                place += 2
                continue
            }
            if isLabel, tokens[place].isWord {
                label = areNames || text(place + 1) != ":" ? next : "_"
                isLabel = false
            }
            if next == "," {
                labels += (label ?? "_") + ":"
                (label, isLabel) = (nil, true)
            }
            if next == "<" { skipAngles(at: &place) } else { skipOne(at: &place) }
        }
        if let label { labels += label + ":" }
        place += 1
        return "(" + labels + ")"
    }
}
