extension HeaderNames {
    /// Whether a normalized name says that its column only numbers or identifies the rows.
    static func namesIdentifiers(_ key: String) -> Bool {
        if identifiers.contains(key) { return true }
        let words = key.split(separator: " ")
        guard let first = words.first, let last = words.last, words.count > 1 else { return false }
        return lastWords.contains(String(last)) || first == "id" && key.count <= 24
    }

    /// The last words of names like "Activity ID", "Device SN".
    private static let lastWords: Set<String> = [
        "id", "ids", "uid", "uuid", "guid", "nr", "no", "sn", "serial", "hash",
    ]

    private static let identifiers: Set<String> = [
        "id", "sid", "uid", "uuid", "guid", "pk", "key", "hash", "#", "no", "nr", "num", "number",
        "index", "idx", "serial", "serial number", "serial no", "sn", "row", "row number", "line",
        "record", "record number", "userid", "logid", "rowid", "recordid", "sessionid",
        "activityid", "lfd nr", "laufende nummer", "nummer", "zeile", "numéro", "n°", "nº",
        "número", "numero", "número de serie", "nummer rad", "lp", "numer", "№", "п п", "номер",
        "番号", "编号", "编码", "序号", "編號", "序號", "번호", "순번", "ลำดับ", "ลำดับที่", "sıra",
        "sıra no",
    ]
}
