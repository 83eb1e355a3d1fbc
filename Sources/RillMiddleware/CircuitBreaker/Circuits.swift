internal import Foundation
internal import Rill

/// The circuits of a circuit breaker, by key.
final class Circuits: @unchecked Sendable {  // the mutable state and the calls are guarded by `lock`
    /// A request that has been admitted.
    final class Call: @unchecked Sendable {  // guarded by the `lock` of the circuits
        fileprivate let key: String
        fileprivate let generation: Int
        fileprivate var hasEnded = false

        fileprivate init(_ key: String, _ generation: Int) {
            self.key = key
            self.generation = generation
        }
    }

    private let settings: Circuit.Settings
    private let maximumCircuits: Int
    private let scheduler: any Scheduler
    private let now: @Sendable () -> Date
    private let lock = NSLock()
    private var circuits: [String: Circuit] = [:]

    /// The total number of states that the circuits have entered.
    ///
    /// Keeps the generations unique when a circuit is removed and created again.
    private var stateCount = 0

    private let subject = PublishSubject<CircuitBreaker.Transition>()

    /// The transitions that have not been emitted.
    private var pending: [CircuitBreaker.Transition] = []

    /// Whether a thread is emitting transitions.
    private var isEmitting = false

    init(
        _ settings: Circuit.Settings, maximumCircuits: Int, scheduler: any Scheduler,
        now: @escaping @Sendable () -> Date
    ) {
        self.settings = settings
        self.maximumCircuits = maximumCircuits
        self.scheduler = scheduler
        self.now = now
    }

    var transitions: Observable<CircuitBreaker.Transition> { subject.asObservable() }

    func state(of key: String) -> CircuitBreaker.State {
        lock.withLock { circuits[key]?.state ?? .closed }
    }

    /// Admits a request.
    ///
    /// - Parameter key: The key of the circuit.
    /// - Returns: The request, which must be released exactly once.
    /// - Throws: A `CircuitOpenError`.
    func admit(_ key: String) throws -> Call {
        let time = scheduler.now
        let (call, state): (Call?, CircuitBreaker.State) = lock.withLock {
            if circuits[key] == nil { addCircuit(key) }
            return withCircuit(key) { circuit, next -> (Call?, CircuitBreaker.State) in
                circuit.lastUse = time
                let isAdmitted = circuit.admit(at: time, next: next)
                return (isAdmitted ? Call(key, circuit.generation) : nil, circuit.state)
            } ?? (nil, .closed)
        }
        emitTransitions()
        if let call { return call }
        switch state {
        case .open(let since, let until): throw CircuitOpenError(key: key, since: since, until: until)
        case .halfOpen(let since): throw CircuitOpenError(key: key, since: since, until: nil)
        case .closed: preconditionFailure("a closed circuit admits every request")
        }
    }

    /// Records the outcome of a request, unless one has already been recorded.
    func record(_ call: Call, isFailure: Bool) {
        let time = scheduler.now
        let date = now()
        lock.withLock {
            guard !call.hasEnded else { return }
            call.hasEnded = true
            withCircuit(call.key) { circuit, next in
                guard circuit.generation == call.generation else { return }
                circuit.record(isFailure: isFailure, at: time, date, next: next)
            }
        }
        emitTransitions()
    }

    /// Records that a request has ended.
    func release(_ call: Call) {
        lock.withLock {
            guard !call.hasEnded else { return }
            call.hasEnded = true
            withCircuit(call.key) { circuit, _ in
                if circuit.generation == call.generation { circuit.release() }
            }
        }
    }

    // MARK: Lock held

    /// Changes a circuit and enqueues its transition.
    ///
    /// The closure also receives the generation of the next state.
    @discardableResult
    private func withCircuit<Output>(_ key: String, _ change: (inout Circuit, Int) -> Output) -> Output? {
        guard var circuit = circuits.removeValue(forKey: key) else { return nil }
        let (generation, old) = (circuit.generation, circuit.state)
        let result = change(&circuit, stateCount + 1)
        if circuit.generation != generation {
            stateCount += 1
            pending.append(CircuitBreaker.Transition(key: key, from: old, to: circuit.state))
        }
        circuits[key] = circuit
        return result
    }

    private func addCircuit(_ key: String) {
        if circuits.count >= maximumCircuits {
            // Removes several circuits at once, because sorting them each time would be expensive.
            let oldest = circuits.sorted {
                ($0.value.state == .closed ? 0 : 1, $0.value.lastUse) < (
                    $1.value.state == .closed ? 0 : 1, $1.value.lastUse
                )
            }
            for (key, circuit) in oldest.prefix(max(1, maximumCircuits / 4)) {
                circuits[key] = nil
                guard circuit.state != .closed else { continue }
                pending.append(CircuitBreaker.Transition(key: key, from: circuit.state, to: .closed))
            }
        }
        stateCount += 1
        circuits[key] = Circuit(settings, generation: stateCount)
    }

    // MARK: Transitions

    /// Emits the pending transitions in order, unless another thread is already emitting them.
    private func emitTransitions() {
        while true {
            let next: CircuitBreaker.Transition? = lock.withLock {
                guard !isEmitting, !pending.isEmpty else { return nil }
                isEmitting = true
                return pending.removeFirst()
            }
            guard let next else { return }
            subject.onNext(next)
            lock.withLock { isEmitting = false }
        }
    }
}
