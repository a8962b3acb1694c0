import Localization
import Maps

/// The kind of a workout, in the person's language, and how its speed is expressed.
struct WorkoutKind: Equatable {
    /// How a speed is expressed.
    enum Rate: Equatable {
        /// The time for a kilometre or a mile.
        case pace
        /// The time for a hundred metres or yards.
        case shortPace
        /// Kilometres or miles per hour.
        case speed
    }

    let name: String
    let rate: Rate
    /// How a person moves, which decides what counts as a rest.
    let movement: Movement

    /// The kind that a file names: `TraditionalStrengthTraining`, `outdoor run`, `biking`.
    init(_ sport: String) {
        let words = WorkoutKind.words(sport)
        name = WorkoutKind.name(words)
        func has(_ stems: [String]) -> Bool {
            words.contains { word in stems.contains { word.hasPrefix($0) } }
        }
        let isSwum = has(["swim"])
        let isOnFoot = has(["run", "jog", "walk", "hik", "treadmill"])
        // A mixture of several sports has no meaningful pace.
        let isOnWheels = has(["bik", "cycl", "ride", "spin", "skat", "driv", "motor", "hand"])
        rate = isSwum != isOnFoot && !has(["bik", "cycl"]) ? isSwum ? .shortPace : .pace : .speed
        movement = isOnWheels ? .wheels : .foot
    }

    /// The words of a name, in lower case, however it joins them.
    private static func words(_ sport: String) -> [String] {
        var words: [String] = []
        var word = ""
        var before: Character?
        for character in sport {
            let begins = character.isUppercase && before?.isLowercase == true
            if begins || !(character.isLetter || character.isNumber) {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if character.isLetter || character.isNumber { word += character.lowercased() }
            before = character
        }
        return word.isEmpty ? words : words + [word]
    }

    /// The name of a known kind, and the words themselves for all others.
    private static func name(_ words: [String]) -> String {
        switch words.joined(separator: " ") {
        case "running", "run", "jogging", "outdoor run", "outdoor running": tr("Running")
        case "trail run", "trail running": tr("Trail running")
        case "treadmill", "treadmill run", "treadmill running", "indoor run", "indoor running":
            tr("Treadmill running")
        case "walking", "walk", "outdoor walk", "outdoor walking": tr("Walking")
        case "indoor walk", "indoor walking": tr("Indoor walking")
        case "hiking", "hike": tr("Hiking")
        case "cycling", "biking", "bike", "ride", "outdoor bike", "outdoor cycling", "road biking":
            tr("Cycling")
        case "indoor cycling", "stationary biking", "spinning", "spin": tr("Indoor cycling")
        case "mountain biking": tr("Mountain biking")
        case "e biking", "ebiking": tr("E-biking")
        case "swimming", "swim", "pool swim", "lap swimming": tr("Swimming")
        case "open water swimming", "swimming open water": tr("Open water swimming")
        case "rowing", "row": tr("Rowing")
        case "rowing machine", "indoor rowing": tr("Indoor rowing")
        case "elliptical", "elliptical trainer": tr("Elliptical trainer")
        case "traditional strength training", "strength training", "weight training",
            "weightlifting", "weights":
            tr("Strength training")
        case "functional strength training": tr("Functional strength training")
        case "core training": tr("Core training")
        case "high intensity interval training", "hiit": tr("Interval training")
        case "mixed cardio", "mixed metabolic cardio training", "cardio": tr("Cardio")
        case "cooldown", "cool down": tr("Cooldown")
        case "flexibility", "stretching": tr("Stretching")
        case "mind and body", "meditation": tr("Mind and body")
        case "yoga": tr("Yoga")
        case "pilates": tr("Pilates")
        case "tai chi": tr("Tai chi")
        case "dance", "dancing", "cardio dance", "social dance": tr("Dancing")
        case "climbing", "rock climbing": tr("Climbing")
        case "stair climbing", "stairs": tr("Stair climbing")
        case "jump rope": tr("Jump rope")
        case "soccer": tr("Soccer")
        case "american football": tr("American football")
        case "basketball": tr("Basketball")
        case "volleyball": tr("Volleyball")
        case "handball": tr("Handball")
        case "tennis": tr("Tennis")
        case "table tennis": tr("Table tennis")
        case "badminton": tr("Badminton")
        case "squash": tr("Squash")
        case "golf": tr("Golf")
        case "boxing": tr("Boxing")
        case "martial arts": tr("Martial arts")
        case "skating sports", "ice skating", "inline skating", "skating": tr("Skating")
        case "cross country skiing": tr("Cross-country skiing")
        case "downhill skiing", "alpine skiing", "skiing": tr("Downhill skiing")
        case "snowboarding": tr("Snowboarding")
        case "surfing sports", "surfing": tr("Surfing")
        case "sailing": tr("Sailing")
        case "equestrian sports", "horseback riding": tr("Riding")
        case "multisport", "swim bike run", "triathlon": tr("Multisport")
        case "", "other", "generic", "workout": tr("Other workout")
        case let other: other.prefix(1).uppercased() + other.dropFirst()
        }
    }
}
