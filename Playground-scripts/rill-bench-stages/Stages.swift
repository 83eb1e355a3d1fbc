public import Rill

// Each of these is opaque to its caller: another module, never inlined. What they do is what the floor does bare.

/// The integers from zero up to a count.
@inline(never)
public func numbers(_ count: Int) -> Observable<Int> {
    .from(0..<count)
}

/// Each value plus one.
@inline(never)
public func plusOne(_ source: Observable<Int>) -> Observable<Int> {
    source.map { $0 &+ 1 }
}

/// The even values.
@inline(never)
public func evens(_ source: Observable<Int>) -> Observable<Int> {
    source.filter { $0 & 1 == 0 }
}

/// Each value times three.
@inline(never)
public func timesThree(_ source: Observable<Int>) -> Observable<Int> {
    source.map { $0 &* 3 }
}

/// The floor: a loop over three closures that the compiler cannot see through, into a sum.
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
