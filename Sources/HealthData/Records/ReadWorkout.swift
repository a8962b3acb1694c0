// The workouts as documents give them, and the joining of their tracks.
//
// Apple Health exports the track of a workout as a document of its own, and the workout names the
// path of that document. So each workout keeps the path of its document and the paths that it
// names until everything is read, whatever the order of the documents; then the tracks are moved to
// the workouts that name them. A path is compared from its end, because an archive may have more
// folders around it, and only with documents of the same file. Tracks that nobody names are joined
// to workouts by their times (`RepeatedWorkouts`).

/// The data of a workout in addition to its sample, as it was read.
struct ReadWorkout: Sendable {
    var workout: Workout
    /// The paths of the documents with its track, as its own document writes them.
    var routePaths: [String] = []
    /// The path of the document that it is from, if others may name it; empty if not.
    var path = ""

    /// The workouts, with the tracks of the documents that they name.
    ///
    /// Workouts of which only the time and the sport are known are left out. Cost: proportional to
    /// the number of workouts.
    static func joined(_ read: [ReadWorkout], _ sources: [Source]) -> [Workout] {
        var workouts = read.map(\.workout)
        if read.contains(where: { !$0.routePaths.isEmpty }) {
            move(read, sources, &workouts)
        }
        return workouts.filter { !$0.isBare }
    }

    private struct Document: Hashable {
        var file: Int
        /// The last component of its path.
        var name: Substring
    }

    private static func move(
        _ read: [ReadWorkout], _ sources: [Source], _ workouts: inout [Workout]
    ) {
        func document(_ workout: Workout, _ path: String) -> Document? {
            guard sources.indices.contains(Int(workout.source)),
                let name = path.split(separator: "/").last
            else { return nil }
            return Document(file: sources[Int(workout.source)].file, name: name)
        }
        var places: [Document: [Int]] = [:]
        for (index, one) in read.enumerated() where one.workout.track != nil {
            guard let document = document(one.workout, one.path) else { continue }
            places[document, default: []].append(index)
        }
        for (index, one) in read.enumerated() {
            let found = one.routePaths.flatMap { path -> [Int] in
                guard let document = document(one.workout, path) else { return [] }
                let named = places[document] ?? []
                let ending = path.drop { $0 == "/" || $0 == "." }
                let exact = named.filter { read[$0].path.hasSuffix(ending) }
                let documents = Set((exact.isEmpty ? named : exact).map { read[$0].path })
                // If several documents have this name, it may be any of them.
                return documents.count == 1 ? exact.isEmpty ? named : exact : []
            }.filter { $0 != index && workouts[$0].track != nil }
            guard let track = Track.joined(found.compactMap { workouts[$0].track }) else {
                continue
            }
            workouts[index].track = track
            for place in found { workouts[place].track = nil }
        }
    }
}
