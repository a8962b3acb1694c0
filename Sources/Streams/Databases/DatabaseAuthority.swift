import CSQLite

/// Allows the statements of one connection to read one table at a time, and nothing else.
///
/// SQLite calls it while it compiles a statement. Recursive queries, functions, writing, attaching
/// and pragmas are denied. So are all tables except the named one, and every access from inside a
/// view or a trigger.
final class DatabaseAuthority {
    /// The table that may be read.
    var table = ""
    /// Whether the columns of that table may be queried.
    var allowsColumns = false

    /// Registers it with SQLite; keep this as long as the connection is open.
    func guardConnection(_ connection: OpaquePointer) {
        sqlite3_set_authorizer(
            connection,
            { context, action, first, second, third, view in
                guard let context else { return SQLITE_DENY }
                let authority = Unmanaged<DatabaseAuthority>.fromOpaque(context)
                    .takeUnretainedValue()
                func text(_ name: UnsafePointer<CChar>?) -> String {
                    name.map { String(cString: $0) } ?? ""
                }
                let isAllowed =
                    switch action {
                    case SQLITE_SELECT: true
                    case SQLITE_READ:
                        view == nil && text(third) == "main" && text(first) == authority.table
                    case SQLITE_PRAGMA:
                        authority.allowsColumns && text(first) == "table_info"
                            && text(second) == authority.table
                    default: false
                    }
                return isAllowed ? SQLITE_OK : SQLITE_DENY
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
