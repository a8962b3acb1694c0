// A person's answers to what files leave open, remembered for each kind of file.
//
// An answer belongs to what it was given about. That is a program's exports if the format is one
// program's. For tables and lists that anybody may write it is the files of that name, whatever
// archive they come in. The command line reads no answers: its output depends only on its input.

/// Answers to open questions.
package struct Answers: Sendable, Hashable, Codable {
    /// The choice made.
    private struct Answer: Sendable, Hashable, Codable {
        var choice: String
    }

    /// The answers, keyed by what they are about and by the question's id.
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

    /// Records an answer, replacing an earlier one.
    package mutating func answer(_ question: OpenQuestion, with choice: String) {
        guard question.choices.contains(choice) else { return }
        answers[question.about, default: [:]][question.id] = Answer(choice: choice)
    }

    /// The key of an answer: a program's format, or files of one name in a format that anybody may
    /// write.
    static func about(format: any RecordFormat.Type, name: String) -> String {
        format.isGeneric ? "\(format.name):\(name)" : format.name
    }

    /// The assumptions combined with the answers; the given assumptions take precedence.
    func assumptions(about: String, over given: Assumptions) -> Assumptions {
        var result = Assumptions()
        for (id, answer) in answers[about] ?? [:] {
            // An answer from an earlier version may no longer be valid.
            try? result.add("\(id)=\(answer.choice)")
        }
        result.dateOrder = given.dateOrder ?? result.dateOrder
        result.decimalSign = given.decimalSign ?? result.decimalSign
        result.units.merge(given.units) { $1 }
        return result
    }
}

extension Assumptions {
    /// Whether the assumptions decide a question.
    func settles(_ id: String) -> Bool {
        switch id {
        case "date": dateOrder != nil
        case "decimal": decimalSign != nil
        default: units.keys.contains { "unit.\($0)" == id }
        }
    }
}
