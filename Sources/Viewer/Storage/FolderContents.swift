/// What is known of a folder.
enum FolderContents: Sendable {
    /// It is being read.
    case awaited
    case known(FolderIndex)
    /// It cannot be read, and why.
    case closed(String)
}
