/// Names in a header that only the names next to them explain.
enum HeaderContext {
    /// Short names of body fat: next to a weight they mean it, elsewhere they are often food.
    private static let fat: Set<String> = [
        "fat", "fett", "grasa", "graisse", "grasso", "gordura", "vet", "fedt", "tłuszcz", "rasva",
    ]

    /// The names with the roles that the others give them.
    static func resolved(_ names: [ColumnReading.Name]) -> [ColumnReading.Name] {
        let isOfBody = names.contains {
            $0.role == .metric(.weight) || $0.role == .metric(.bodyMassIndex)
        }
        let hasFat = names.contains { $0.role == .metric(.bodyFat) }
        guard isOfBody, !hasFat else { return names }
        return names.map { name in
            guard name.role == .unknown, name.unit == nil || name.unit == "%",
                fat.contains(HeaderNames.normalized(name.name))
            else { return name }
            return (name.name, .metric(.bodyFat), name.unit)
        }
    }
}
