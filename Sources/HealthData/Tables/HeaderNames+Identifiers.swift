extension HeaderNames {
    /// Whether a header cell names a column that numbers or identifies the rows.
    static func namesIdentifiers(_ cell: String) -> Bool {
        let key = normalized(cell)
        if identifiers.contains(key) { return true }
        let words = key.split(separator: " ")
        guard let last = words.last, words.count > 1 else { return false }
        return lastWords.contains(String(last))
    }

    /// The last words of names like "Activity ID", "record number".
    private static let lastWords: Set<String> = ["id", "ids", "uid", "uuid", "guid", "nr", "no"]

    private static let identifiers: Set<String> = [
        "id", "sid", "uid", "uuid", "guid", "pk", "key", "#", "no", "nr", "num", "number", "index",
        "idx",
        "serial", "serial number", "serial no", "row", "row number", "line", "record",
        "record number",
        "userid", "logid", "rowid", "recordid", "sessionid", "activityid", "lfd nr",
        "laufende nummer",
        "nummer", "zeile", "numéro", "n°", "nº", "número", "numero", "número de serie",
        "nummer rad",
        "lp", "numer", "№", "п п", "номер", "番号", "编号", "编码", "序号", "編號", "序號", "번호", "순번",
        "ลำดับ", "ลำดับที่", "sıra", "sıra no",
    ]
}
