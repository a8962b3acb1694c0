/// The order in which things are done that depend on each other.
public enum DependencyOrder {
    /// Some things and all that they depend on, each after what it depends on; of those that do not
    /// depend on each other the earlier one first.
    ///
    /// Depth first, by an explicit stack: O(things + dependencies), at any depth. Where things depend
    /// on each other in a circle, the dependency that closes it is left out of account: each comes
    /// once all the same.
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
