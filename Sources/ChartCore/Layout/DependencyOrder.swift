/// An order for things that depend on each other.
public enum DependencyOrder {
    /// Some things and all their dependencies, each after its dependencies; if two do not depend on
    /// each other, the earlier one is first.
    ///
    /// Depth first, with an explicit stack: O(things + dependencies), at any depth. If things
    /// depend on each other in a cycle, the dependency that closes it is ignored: each thing still
    /// occurs once.
    ///
    /// - Parameter identity: distinguishes a thing from all others.
    public static func order<Thing>(
        _ things: [Thing], identity: (Thing) -> ObjectIdentifier, dependencies: (Thing) -> [Thing]
    ) -> [Thing] {
        var order: [Thing] = []
        var seen: Set<ObjectIdentifier> = []
        for thing in things where seen.insert(identity(thing)).inserted {
            var stack = [(thing: thing, needed: dependencies(thing), next: 0)]
            while let top = stack.last {
                guard top.next < top.needed.count else {
                    order.append(top.thing)
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].next += 1
                let needed = top.needed[top.next]
                if seen.insert(identity(needed)).inserted {
                    stack.append((needed, dependencies(needed), 0))
                }
            }
        }
        return order
    }
}
