import ChartCore
import SeededRandom
import Testing

@Suite struct DependencyOrderTests {
    private final class Node {
        let name: String
        var needs: [Node] = []

        init(_ name: String) { self.name = name }
    }

    private func order(_ nodes: [Node]) -> [String] {
        DependencyOrder.order(
            nodes, identity: { ObjectIdentifier($0) }, dependencies: { $0.needs }
        ).map(\.name)
    }

    @Test func whatIsNeededComesFirst() {
        let (a, b, c, d) = (Node("a"), Node("b"), Node("c"), Node("d"))
        a.needs = [c]
        c.needs = [b, d]
        #expect(order([a, b, c]) == ["b", "d", "c", "a"])
        #expect(order([d, c, b, a]) == ["d", "b", "c", "a"])
        #expect(order([]) == [])
    }

    @Test func withoutDependenciesNothingMoves() {
        let nodes = (0..<9).map { Node("\($0)") }
        #expect(order(nodes) == nodes.map(\.name))
    }

    @Test func circlesEnd() {
        let (a, b, c) = (Node("a"), Node("b"), Node("c"))
        a.needs = [b]
        b.needs = [c]
        c.needs = [a]
        #expect(order([a, b, c]) == ["c", "b", "a"])
        let own = Node("own")
        own.needs = [own]
        #expect(order([own, own]) == ["own"])
    }

    /// Compared with the definition: everything once, after all its dependencies, at any depth.
    @Test func everyOrderIsTopological() {
        var numbers = LinearCongruence(seed: 5)
        func random(_ bound: Int) -> Int { numbers.whole(below: bound) }
        for _ in 0..<100 {
            let nodes = (0..<40).map { Node("\($0)") }
            for index in 1..<40 {
                nodes[index].needs = (0..<random(4)).map { _ in nodes[random(index)] }
            }
            let order = DependencyOrder.order(
                nodes.reversed(), identity: { ObjectIdentifier($0) }, dependencies: { $0.needs })
            #expect(order.count == 40 && Set(order.map(\.name)).count == 40)
            let place = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1.name, $0) })
            for node in nodes {
                for need in node.needs {
                    #expect(place[need.name] ?? 99 < place[node.name] ?? -1)
                }
            }
        }
        let chain = (0..<100_000).map { Node("\($0)") }
        for (node, need) in zip(chain, chain.dropFirst()) { node.needs = [need] }
        #expect(
            DependencyOrder.order(
                chain, identity: { ObjectIdentifier($0) }, dependencies: { $0.needs }
            ).first?.name == "99999")
    }
}
