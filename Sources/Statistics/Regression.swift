// A line through values with errors that follow one another.
//
// Method: least squares, with the covariance of W. K. Newey and K. D. West, "A simple, positive
// semi-definite, heteroskedasticity and autocorrelation consistent covariance matrix", Econometrica 55
// (1987), Bartlett's weights, and the lag ⌊4 (n / 100)^(2/9)⌋ of their paper of 1994.

import Foundation

/// A value as a sum of some known ones times coefficients, by least squares.
package struct Regression: Equatable, Sendable {
    /// The coefficients, one for each column.
    package let coefficients: [Double]
    /// Their covariances, a row for each coefficient.
    package let covariance: [[Double]]
    /// What is left of each value.
    package let residuals: [Double]

    /// The lag for a number of values.
    package static func usualLag(_ count: Int) -> Int {
        Int((4 * pow(Double(count) / 100, 2 / 9)).rounded(.down))
    }

    /// Fits values at equal distances; nil if there are no more of them than columns, or if a column follows
    /// from others.
    ///
    /// Cost: linear in the values times the lag times the square of the columns.
    ///
    /// - Parameters:
    ///   - columns: what the values depend on, each as long as the values.
    ///   - lag: the greatest distance at which errors are alike; nil for the usual one.
    package init?(_ values: [Double], on columns: [[Double]], lag: Int? = nil) {
        precondition(
            columns.allSatisfy { $0.count == values.count }, "columns are as long as values")
        let (count, width) = (values.count, columns.count)
        guard count > width, width > 0 else { return nil }
        // Columns of one size each, so that one limit of what is singular suits days and metres.
        let sizes = columns.map { column in
            (column.reduce(0) { $0 + $1 * $1 } / Double(count)).squareRoot()
        }
        guard sizes.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
        let scaled = zip(columns, sizes).map { column, size in column.map { $0 / size } }
        var normal = [[Double]](
            repeating: [Double](repeating: 0, count: width), count: width)
        for i in 0..<width {
            for j in 0...i {
                let sum = zip(scaled[i], scaled[j]).reduce(0) { $0 + $1.0 * $1.1 }
                (normal[i][j], normal[j][i]) = (sum, sum)
            }
        }
        guard let inverse = Matrix.inverse(normal, least: Double(count) * 1e-13) else { return nil }
        func solve(_ values: [Double]) -> [Double] {
            let right = scaled.map { zip($0, values).reduce(0) { $0 + $1.0 * $1.1 } }
            return inverse.map { row in zip(row, right).reduce(0) { $0 + $1.0 * $1.1 } }
        }
        func rests(_ solution: [Double]) -> [Double] {
            values.indices.map { index in
                values[index] - (0..<width).reduce(0) { $0 + solution[$1] * scaled[$1][index] }
            }
        }
        // Once more with what is left: it takes the errors of rounding out.
        var solution = solve(values)
        solution = zip(solution, solve(rests(solution))).map { $0 + $1 }
        let residuals = rests(solution)
        self.residuals = residuals
        coefficients = zip(solution, sizes).map { $0 / $1 }
        let moments = scaled.map { zip($0, residuals).map { $0 * $1 } }
        let most = min(lag ?? Self.usualLag(count), count - 1)
        var middle = [[Double]](repeating: [Double](repeating: 0, count: width), count: width)
        for lag in 0...max(most, 0) {
            let weight = 1 - Double(lag) / Double(most + 1)
            for i in 0..<width {
                for j in 0..<width {
                    var sum = 0.0
                    for index in lag..<count {
                        sum += moments[i][index] * moments[j][index - lag]
                        if lag > 0 { sum += moments[j][index] * moments[i][index - lag] }
                    }
                    middle[i][j] += weight * sum
                }
            }
        }
        let product = Matrix.product(Matrix.product(inverse, middle), inverse)
        covariance = product.indices.map { i in
            product[i].indices.map { j in product[i][j] / sizes[i] / sizes[j] }
        }
    }

    /// The deviation of a coefficient.
    package func error(_ index: Int) -> Double { max(covariance[index][index], 0).squareRoot() }
}

/// Small matrices, as rows.
enum Matrix {
    static func product(_ a: [[Double]], _ b: [[Double]]) -> [[Double]] {
        a.map { row in
            (b.first ?? []).indices.map { column in
                row.indices.reduce(0) { $0 + row[$1] * b[$1][column] }
            }
        }
    }

    /// The inverse of a matrix, by elimination with the greatest pivot of each column; nil if a pivot is
    /// below a limit.
    static func inverse(_ matrix: [[Double]], least: Double) -> [[Double]]? {
        let count = matrix.count
        var rows = matrix.enumerated().map { index, row in
            row + (0..<count).map { $0 == index ? 1 : 0 }
        }
        for column in 0..<count {
            guard
                let pivot = (column..<count).max(by: {
                    abs(rows[$0][column]) < abs(rows[$1][column])
                }),
                abs(rows[pivot][column]) > least
            else { return nil }
            rows.swapAt(column, pivot)
            let scale = rows[column][column]
            rows[column] = rows[column].map { $0 / scale }
            for row in 0..<count where row != column {
                let factor = rows[row][column]
                guard factor != 0 else { continue }
                rows[row] = zip(rows[row], rows[column]).map { $0 - factor * $1 }
            }
        }
        return rows.map { Array($0[count...]) }
    }
}
