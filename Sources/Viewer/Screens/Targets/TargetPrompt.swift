import ChartCore
import Geodesy
import Geometry
import HealthData
import Localization

/// A target while it is written: its name, its place and its height.
struct TargetPrompt {
    /// A field to type in.
    enum Field: String, CaseIterable {
        case name
        case place
        case height

        /// The command that moves to the field.
        var command: CommandID { CommandID("target." + rawValue) }
        /// The id of its node.
        var id: ControlID { ControlID(command, in: .targetFields) }

        init?(id: ControlID) {
            guard let field = Self.allCases.first(where: { $0.id == id }) else { return nil }
            self = field
        }
    }

    /// The reason why the target cannot be saved.
    struct InputError: Error, Hashable {
        /// The field to correct; nil if that would not help.
        var field: Field?
        var sentence: String
    }

    /// The target being changed; nil for a new one.
    let original: LibraryTarget?
    private let coordinates: CoordinateFormat
    /// The unit of heights.
    let heightUnit: DisplayUnit
    private(set) var fields: [Field: TextField] = [:]
    /// The last field that was typed in.
    private(set) var current = Field.name
    /// Why it could not be saved; nil if nothing went wrong, or something was typed since.
    private(set) var failure: InputError?
    /// Whether it is being saved or removed.
    private(set) var isBeingWritten = false

    /// A new target at a place, or an existing one.
    ///
    /// - Parameter place: nil for a place that the person will type.
    init(
        _ original: LibraryTarget?, at place: Coordinate?, in coordinates: CoordinateFormat,
        heightUnit: DisplayUnit
    ) {
        self.original = original
        self.coordinates = coordinates
        self.heightUnit = heightUnit
        fields[.name] = TextField(original?.name ?? "")
        fields[.place] = TextField(
            (original?.place ?? place).flatMap { Self.words($0, coordinates) } ?? "")
        fields[.height] = TextField(
            original?.height.map {
                "\(Int((heightUnit.scale(of: .elevation).shown($0)).rounded()))"
            } ?? "")
    }

    /// A place as text; in degrees where the grid has no name for it.
    static func words(_ place: Coordinate, _ format: CoordinateFormat) -> String? {
        format.text(place) ?? CoordinateFormat.degrees.text(place)
    }

    subscript(field: Field) -> TextField { fields[field] ?? TextField() }

    /// Changes the text of a field, or the place of its caret.
    mutating func edit(_ field: Field, _ change: (inout TextField) -> Void) {
        let before = self[field]
        var after = before
        change(&after)
        fields[field] = after
        current = field
        if after.text != before.text { failure = nil }
    }

    /// Moves to a field.
    mutating func enter(_ field: Field) { current = field }

    /// Shows why it cannot be saved.
    mutating func refuse(_ failure: InputError) {
        self.failure = failure
        isBeingWritten = false
        if let field = failure.field { current = field }
    }

    /// Marks it as being saved or removed.
    mutating func beginWriting() {
        failure = nil
        isBeingWritten = true
    }

    // MARK: Keeping

    /// The place that was typed; nil for none yet.
    private func place() throws(InputError) -> Coordinate? {
        let text = self[.place].text
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        // A place that was not edited keeps its exact value.
        if let original, Self.words(original.place, coordinates) == text { return original.place }
        do throws(CoordinateError) {
            return try Coordinate(parsing: text)
        } catch {
            throw InputError(field: .place, sentence: error.description)
        }
    }

    private func height() throws(InputError) -> Double? {
        let text = self[.height].text.filter { !$0.isWhitespace }
        guard !text.isEmpty else { return nil }
        let number = text.replacing(heightUnit.symbol, with: "").replacing(",", with: ".")
        guard let value = Double(number), value.isFinite else {
            throw InputError(
                field: .height,
                sentence: tr("Write the height as a number of {1}.", heightUnit.symbol))
        }
        // A height that was not edited keeps its exact value.
        if let height = original?.height,
            heightUnit.scale(of: .elevation).shown(height).rounded() == value
        {
            return height
        }
        return heightUnit.scale(of: .elevation).value(ofShown: value)
    }

    /// The target to save.
    func target() throws(InputError) -> LibraryTarget {
        let name = self[.name].text
        guard name.contains(where: { !$0.isWhitespace }) else {
            throw InputError(field: .name, sentence: tr("Enter a name."))
        }
        guard let place = try place() else {
            throw InputError(field: .place, sentence: tr("Enter a place."))
        }
        return LibraryTarget(
            id: original?.id ?? 0, name: name, place: place, height: try height(),
            created: original?.created ?? 0, changed: original?.changed ?? 0)
    }

    /// The text under the fields, and whether it is an error.
    var message: (text: String, isError: Bool) {
        if let failure { return (failure.sentence, true) }
        let usual = tr(
            "A place is written as 47.5, 8.25 or 26°18.5\u{2032}S 48°51\u{2032}W, as UTM or MGRS.")
        do throws(InputError) {
            guard let place = try place(),
                let words = Self.words(
                    place, coordinates == .degrees ? .seconds : .degrees)
            else { return (usual, false) }
            return (words, false)
        } catch {
            return (error.sentence, false)
        }
    }
}

extension TargetPrompt.Field {
    var name: String {
        switch self {
        case .name: tr("Name")
        case .place: tr("Place")
        case .height: tr("Height")
        }
    }
}

extension EntryModel {
    /// The dialog in which a target is written.
    @MainActor
    init(
        _ prompt: TargetPrompt, window: Rect, typedField: ControlID?, hovered: ControlID?,
        focused: ControlID?
    ) {
        let (message, isError) = prompt.message
        self.init(
            window: window, top: Measure.headerHeight,
            title: prompt.original == nil ? tr("New target") : tr("Edit target"),
            fields: TargetPrompt.Field.allCases.map { field in
                FieldModel(
                    id: field.id, command: field.command, name: field.name, field: prompt[field],
                    placeholder: Self.placeholder(field, prompt), hasKeys: typedField == field.id)
            }, message: message, messageID: ControlID("target.message"), isError: isError,
            buttons: [], hovered: hovered, focused: focused)
        buttons = [
            DialogModel.Action(
                title: prompt.isBeingWritten ? tr("Saving…") : tr("Save"), command: .saveTarget,
                look: .prominent, isEnabled: !prompt.isBeingWritten)
        ]
        if prompt.original != nil {
            buttons.insert(
                DialogModel.Action(
                    title: tr("Delete"), command: .removeTarget,
                    isEnabled: !prompt.isBeingWritten), at: 0)
        }
    }

    private static func placeholder(_ field: TargetPrompt.Field, _ prompt: TargetPrompt) -> String {
        switch field {
        case .name: tr("What is it called?")
        case .place: "47.5, 8.25"
        case .height: tr("Optional, in {1}", prompt.heightUnit.symbol)
        }
    }
}

extension ControlArea {
    /// The fields of a target.
    static let targetFields = ControlArea("target")
}
