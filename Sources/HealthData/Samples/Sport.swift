// One label for each sport.
//
// Programs write one sport as `biking`, `Cycling` and `HKWorkoutActivityTypeCycling`. Every label
// of a workout passes through here, whatever its format: joined words are split, underscores become
// blanks, and synonyms get one name. Only certain synonyms are listed; other names stay as they
// are, except for their capitals.

enum Sport {
    /// The label of a sport that has no name, or a name that means none.
    static let other = "Other"

    private static let synonyms: [String: [String]] = [
        "Alpine skiing": ["alpine skiing", "downhill skiing", "alpine ski", "ski alpin"],
        "Climbing": ["climbing", "rock climbing"],
        "Crossfit": ["crossfit", "cross fit"],
        "Cycling": [
            "cycling", "cycle", "biking", "bike", "bike ride", "road biking", "ride", "radfahren",
            "radfahrt", "vélo", "sortie à vélo", "ciclismo", "fietsen", "fietsrit",
        ],
        "Dancing": ["dancing", "dance"],
        "Diving": ["diving", "underwater diving"],
        "E-biking": ["e-biking", "e biking", "e bike", "e bike ride"],
        "Hiking": [
            "hiking", "hike", "wanderung", "wandern", "randonnée", "senderismo", "escursionismo",
        ],
        "Horseback riding": ["horseback riding", "equestrian sports"],
        "Interval training": ["interval training", "high intensity interval training", "hiit"],
        "Other": ["other", "generic", ""],
        "Paddling": ["paddling", "paddle sports"],
        "Running": [
            "running", "run", "lauf", "laufen", "course à pied", "carrera", "correr", "corsa",
            "corrida", "hardlopen", "løb", "löpning", "løping", "bieganie",
        ],
        "Skating": ["skating", "skating sports"],
        "Stair climbing": ["stair climbing", "stairs", "floor climbing"],
        "Strength training": [
            "strength training", "traditional strength training", "functional strength training",
            "weight training", "krafttraining", "musculation", "entrenamiento de fuerza",
        ],
        "Surfing": ["surfing", "surfing sports"],
        "Swimming": [
            "swimming", "swim", "schwimmen", "natation", "natación", "nuoto", "natação", "zwemmen",
            "svømning", "simning",
        ],
        "Triathlon": ["triathlon", "swim bike run"],
        "Walking": [
            "walking", "walk", "spaziergang", "gehen", "marche", "caminata", "caminar", "camminata",
            "caminhada", "wandelen",
        ],
    ]

    private static let labels = Dictionary(
        synonyms.flatMap { label, names in names.map { ($0, label) } },
        uniquingKeysWith: { first, _ in first })

    /// The label of a sport, whatever a program calls it; a label stays as it is.
    static func label(_ name: String) -> String {
        let words = apart(name.trimmingBlanks()).replacing("_", with: " ").lowercased()
        return labels[words] ?? words.prefix(1).uppercased() + words.dropFirst()
    }

    /// A name with blanks between joined words: `TaiChi`, but not `BMX`.
    private static func apart(_ name: String) -> String {
        var result = ""
        var wasLower = false
        for character in name {
            if wasLower, character.isUppercase { result.append(" ") }
            wasLower = character.isLowercase
            result.append(character)
        }
        return result
    }
}
