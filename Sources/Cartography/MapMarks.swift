// Marks that do not touch.
//
// Method: marks are taken in the order of their importance, and each that would touch one that was
// taken is left out; a grid of cells as wide as a mark finds the neighbours. Which ones touch depends
// on the zoom alone: a pan and a turn change nothing.

import Geometry
import Maps

/// Chooses marks that have room for one another.
public enum MapMarks {
    /// The numbers of the marks that are shown, in their order.
    ///
    /// Cost: linear in the marks, and a sort.
    ///
    /// - Parameters:
    ///   - places: where they are; nil for those that are nowhere.
    ///   - importance: marks with a larger one are taken first, and of equal ones the first.
    ///   - distance: the least distance between two of them, in units of the plane.
    public static func apart(
        _ places: [PlanePoint?], by distance: Double, importance: (Int) -> Int = { _ in 0 }
    ) -> [Int] {
        guard distance > 0, distance.isFinite else {
            return places.indices.filter { places[$0] != nil }
        }
        struct Cell: Hashable {
            var x: Int
            var y: Int
        }
        var taken: [Cell: [PlanePoint]] = [:]
        var shown: [Int] = []
        let order = places.indices.map { (number: $0, importance: importance($0)) }
            .sorted { ($1.importance, $0.number) < ($0.importance, $1.number) }
        for (number, _) in order {
            guard let place = places[number] else { continue }
            let cell = Cell(
                x: Int((place.x / distance).rounded(.down)),
                y: Int((place.y / distance).rounded(.down)))
            let isFree = (-1...1).allSatisfy { dx in
                (-1...1).allSatisfy { dy in
                    (taken[Cell(x: cell.x + dx, y: cell.y + dy)] ?? []).allSatisfy { other in
                        let (x, y) = (other.x - place.x, other.y - place.y)
                        return x * x + y * y >= distance * distance
                    }
                }
            }
            guard isFree else { continue }
            taken[cell, default: []].append(place)
            shown.append(number)
        }
        return shown.sorted()
    }

    /// How round a number above zero is: 0 for 7, 1 for 15, 2 for 20, 3 for 50, 4 for 100 and so on.
    public static func roundness(of number: Int) -> Int {
        var (number, zeros) = (max(number, 1), 0)
        while number % 10 == 0 { (number, zeros) = (number / 10, zeros + 2) }
        return zeros + (number % 5 == 0 ? 1 : 0)
    }
}
