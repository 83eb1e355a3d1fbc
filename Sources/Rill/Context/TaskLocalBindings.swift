/// The task-local values that a context binds.
final class TaskLocalBindings: Sendable {
    private let all: [any TaskLocalBinding]

    /// - Parameter all: The values. There must be at least one.
    init(_ all: [any TaskLocalBinding]) {
        self.all = all
    }

    /// The values of the same task-local variables on the current thread.
    var current: TaskLocalBindings { TaskLocalBindings(all.map(\.current)) }

    /// Runs a closure with the values bound.
    func run(_ work: () -> Void) {
        let outer = ThreadLocal.bindings
        ThreadLocal.bindings = self
        bind(all[...], work)
        ThreadLocal.bindings = outer
    }

    /// Returns a closure that runs another one with the values bound.
    func binding(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        { self.run(work) }
    }

    private func bind(_ rest: ArraySlice<any TaskLocalBinding>, _ work: () -> Void) {
        guard let first = rest.first else { return work() }
        first.run { bind(rest.dropFirst(), work) }
    }
}

/// A task-local variable and a value for it.
protocol TaskLocalBinding: Sendable {
    /// The same variable with its value on the current thread.
    var current: any TaskLocalBinding { get }

    /// Runs a closure with the value bound.
    func run(_ work: () -> Void)
}

struct BoundValue<Value: Sendable>: TaskLocalBinding {
    let local: TaskLocal<Value>
    let value: Value

    var current: any TaskLocalBinding { BoundValue(local: local, value: local.get()) }

    func run(_ work: () -> Void) {
        local.withValue(value, operation: work)
    }
}

extension Scope {
    /// The values that the subscriber has set.
    var context: StreamContext { attributes?.values.context ?? StreamContext() }

    /// The task-local values that are bound while the sources of this scope run, or `nil` if there are none.
    var bindings: TaskLocalBindings? { attributes?.values.context.bindings }
}

extension Observer {
    /// Returns this observer with the task-local values of its context bound, for a source that emits on its own
    /// threads.
    @usableFromInline
    var bindingContext: Observer {
        guard let bindings = scope.bindings else { return self }
        return Observer(scope) { event in
            bindings.run { send(event) }
        }
    }
}
