import Rill
import Testing

/// A row of a table that consists of a closure and the name that the results of the tests show.
struct Named<Closure: Sendable>: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let build: Closure

    init(_ name: String, _ build: Closure) {
        testDescription = name
        self.build = build
    }
}

/// An operator with a name.
typealias NamedOperator = Named<@Sendable (Observable<Int>) -> Observable<Int>>
