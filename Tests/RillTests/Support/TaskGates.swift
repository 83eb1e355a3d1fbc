import Rill
import RillTestSupport

/// Suspends the tasks of an operator until the test opens their gates.
struct TaskGates: Sendable {
    /// The elements whose tasks have started, in order.
    let started = Log<Int>()

    /// The elements whose tasks were canceled while they were waiting.
    let canceled = Log<Int>()
    private let gates: [AsyncSubject<Int>]

    /// Creates gates for the elements from 0 up to a count.
    init(_ count: Int) {
        gates = (0..<count).map { _ in AsyncSubject<Int>() }
    }

    /// Waits until the gate of an element is open.
    func pass(_ number: Int) async throws -> Int {
        started.append(number)
        do {
            return try await gates[number].firstValue()
        } catch is CancellationError {
            canceled.append(number)
            throw CancellationError()
        }
    }

    /// Opens the gate of an element, whose task returns ten times the element.
    func open(_ number: Int) {
        gates[number].onNext(number * 10)
        gates[number].onCompleted()
    }

    /// Fails the task of an element.
    func fail(_ number: Int, with error: any Error) {
        gates[number].onError(error)
    }
}
