/// The known contents of a folder.
enum FolderContents: Sendable {
    /// It is being read.
    case awaited
    case known(FolderIndex)
    /// It cannot be read, for this reason.
    case closed(String)
}
