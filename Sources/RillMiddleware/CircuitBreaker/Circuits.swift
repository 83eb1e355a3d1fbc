internal import Foundation
internal import Rill

/// The circuits of a circuit breaker, by key.
final class Circuits: @unchecked Sendable {  // the mutable state and the calls are guarded by `lock`
    /// A request that has been admitted.
    final class Call: @unchecked Sendable {  // guarded by the `lock` of the circuits
        fileprivate let key: String
        fileprivate let generation: Circuit.Generation
        fileprivate var hasEnded = false

        fileprivate init(_ key: String, _ generation: Circuit.Generation) {
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
        defer { emitTransitions() }
        return try lock.withLock {
            try change(circuits.removeValue(forKey: key) ?? makeCircuit(), of: key) { circuit in
                circuit.lastUse = time
                if let rejection = circuit.admit(at: time) {
                    throw CircuitOpenError(key: key, since: rejection.since, until: rejection.until)
                }
                return Call(key, circuit.generation)
            }
        }
    }

    /// Records the outcome of a request, unless one has already been recorded.
    func record(_ call: Call, isFailure: Bool) {
        let time = scheduler.now
        let date = now()
        end(call) { $0.record(isFailure: isFailure, at: time, date) }
        emitTransitions()
    }

    /// Records that a request has ended.
    func release(_ call: Call) {
        end(call) { $0.release() }
    }

    /// Changes the circuit of a request at the first call, unless the circuit has changed its state in the meantime.
    private func end(_ call: Call, _ body: (inout Circuit) -> Void) {
        lock.withLock {
            guard !call.hasEnded else { return }
            call.hasEnded = true
            guard let circuit = circuits.removeValue(forKey: call.key) else { return }
            change(circuit, of: call.key) { if $0.generation === call.generation { body(&$0) } }
        }
    }

    // MARK: Lock held

    /// Changes a circuit that was removed from the dictionary, inserts it again, and enqueues its transition.
    private func change<Output>(
        _ circuit: consuming Circuit, of key: String, _ body: (inout Circuit) throws -> Output
    ) rethrows -> Output {
        let (generation, old) = (circuit.generation, circuit.state)
        defer {
            if circuit.generation !== generation {
                pending.append(CircuitBreaker.Transition(key: key, from: old, to: circuit.state))
            }
            circuits[key] = circuit
        }
        return try body(&circuit)
    }

    private func makeCircuit() -> Circuit {
        if circuits.count >= maximumCircuits {
            // Removes several circuits at once, because sorting them each time would be expensive.
            let oldest = circuits.sorted { $0.value.removalOrder < $1.value.removalOrder }
            for (key, circuit) in oldest.prefix(max(1, maximumCircuits / 4)) {
                circuits[key] = nil
                guard circuit.state != .closed else { continue }
                pending.append(CircuitBreaker.Transition(key: key, from: circuit.state, to: .closed))
            }
        }
        return Circuit(settings)
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
