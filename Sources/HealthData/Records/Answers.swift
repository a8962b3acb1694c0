// What a person has said to what files leave open, remembered for each kind of file.
//
// An answer belongs to what it was given about: to a program's exports where the format is one of a
// program, else, of tables and lists that anybody may write, to files of that name, whatever
// archive they come in. The command line reads no answers: what it prints follows from what it is
// given.

/// Answers to open questions.
package struct Answers: Sendable, Hashable, Codable {
    /// What was chosen.
    private struct Answer: Sendable, Hashable, Codable {
        var choice: String
    }

    /// By what they were given about, and by the question's id.
    private var answers: [String: [String: Answer]] = [:]

    package init() {}

    package init(from decoder: any Decoder) throws {
        answers = try decoder.singleValueContainer().decode([String: [String: Answer]].self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(answers)
    }

    package var isEmpty: Bool { answers.isEmpty }

    /// Takes an answer in place of an earlier one.
    package mutating func answer(_ question: OpenQuestion, with choice: String) {
        guard question.choices.contains(choice) else { return }
        answers[question.about, default: [:]][question.id] = Answer(choice: choice)
    }

    /// What answers are given about: a program's format, or files of one name in a format that anybody
    /// may write.
    static func about(format: any RecordFormat.Type, name: String) -> String {
        format.isGeneric ? "\(format.name):\(name)" : format.name
    }

    /// The assumptions with what was answered; what they say themselves goes before.
    func assumptions(about: String, over given: Assumptions) -> Assumptions {
        var result = Assumptions()
        for (id, answer) in answers[about] ?? [:] {
            // An answer that an earlier version understood may be none now.
            try? result.add("\(id)=\(answer.choice)")
        }
        result.dateOrder = given.dateOrder ?? result.dateOrder
        result.units.merge(given.units) { $1 }
        return result
    }
}

extension Assumptions {
    /// Whether they decide a question.
    func settles(_ id: String) -> Bool {
        id == "date"
            ? dateOrder != nil : units.keys.contains { "unit.\($0)" == id }
    }
}
