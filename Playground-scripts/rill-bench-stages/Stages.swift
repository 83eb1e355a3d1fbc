public import Rill

// These functions are in a separate module and are never inlined, so that the compiler cannot optimize across them. Their
// closures do the same work as the closures of `floorSum`.

/// Emits the integers from zero to a count, excluding the count.
@inline(never)
public func numbers(_ count: Int) -> Observable<Int> {
    .from(0..<count)
}

/// Adds one to each element.
@inline(never)
public func plusOne(_ source: Observable<Int>) -> Observable<Int> {
    source.map { $0 &+ 1 }
}

/// Emits only the even elements.
@inline(never)
public func evens(_ source: Observable<Int>) -> Observable<Int> {
    source.filter { $0 & 1 == 0 }
}

/// Multiplies each element by three.
@inline(never)
public func timesThree(_ source: Observable<Int>) -> Observable<Int> {
    source.map { $0 &* 3 }
}

/// Returns a sum computed by a plain loop over three opaque closures, which is the lower bound for the benchmarks.
@inline(never)
public func floorSum(
    _ count: Int, _ add: (Int) -> Int, _ isIncluded: (Int) -> Bool, _ multiply: (Int) -> Int
) -> Int {
    var sum = 0
    for number in 0..<count {
        let added = add(number)
        if isIncluded(added) { sum &+= multiply(added) }
    }
    return sum
}
