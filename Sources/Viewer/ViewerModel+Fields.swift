/// The text fields of the dialogs, by the ids of their nodes.
extension ViewerModel {
    /// What is typed in a field that is there.
    func field(_ id: ControlID) -> TextField? {
        if id == PathPane.fieldID { return prompt?.field }
        return NotePrompt.Field(id: id).flatMap { notePrompt?[$0] }
    }

    /// Says at the field that is typed in why something is not done.
    func refuseTyping(_ sentence: String) {
        prompt?.refuse(sentence)
        if let current = notePrompt?.current {
            notePrompt?.refuse(NotePrompt.Trouble(field: current, sentence: sentence))
        }
    }
}
