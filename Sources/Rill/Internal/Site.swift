internal import Synchronization

/// Where an operator stands in the code; read only when an error comes by.
@usableFromInline
struct Site: Sendable {
    @usableFromInline let name: StaticString
    @usableFromInline let file: StaticString
    @usableFromInline let line: UInt
    @usableFromInline let kind: ErrorTrace.Step.Kind

    @inlinable
    init(_ name: StaticString, _ file: StaticString, _ line: UInt, kind: ErrorTrace.Step.Kind = .operator) {
        self.name = name
        self.file = file
        self.line = line
        self.kind = kind
    }

    /// The place where a subscription is made.
    @inlinable
    static func subscription(_ name: StaticString, _ file: StaticString, _ line: UInt) -> Site {
        Site(name, file, line, kind: .subscription)
    }

    var step: ErrorTrace.Step {
        ErrorTrace.Step(kind: kind, name: "\(name)", file: "\(file)", line: line)
    }
}

extension Observer {
    /// Sends an error, and notes that it comes through here.
    ///
    /// - Parameters:
    ///   - error: What went wrong.
    ///   - source: The scope it comes from; nil if it arises here, or if that scope is the observer's own.
    ///   - site: Where the operator stands.
    @inlinable
    func fail(_ error: any Error, from source: Scope? = nil, at site: Site) {
        scope.note(site, from: source)
        send(.error(error))
    }

    /// Sends an event, and notes of an error that it comes through here.
    @inlinable
    func forward(_ event: Event<Element>, from source: Scope? = nil, at site: Site) {
        if case .error = event { scope.note(site, from: source) }
        send(event)
    }
}

extension Scope {
    /// Notes that an error comes through an operator of this scope.
    @usableFromInline
    func note(_ site: Site, from source: Scope? = nil) {
        note([.site(site)], from: source)
    }

    /// Notes that an error comes through an operator that delivers on a scheduler.
    func note(_ site: Site, on scheduler: any Scheduler, from source: Scope) {
        let name = "\(site.name)(\(scheduler))"
        let step = ErrorTrace.Step(kind: site.kind, name: name, file: "\(site.file)", line: site.line)
        note([.step(step)], from: source)
    }

    /// Notes that an error comes from another scope, and steps that it takes in this one.
    @usableFromInline
    func adopt(from source: Scope) {
        note([], from: source)
    }

    func note(_ marks: [Trail.Mark], from source: Scope? = nil) {
        let trail = sharedTrail
        let before = source?.trail.load().flatMap { $0 === trail ? nil : $0.all } ?? []
        trail.append(before + marks, behind: checkpoint)
    }

    /// Hands an error to a closure, which may ask for its way: ``ErrorTrace/current``.
    @usableFromInline
    func explaining<Result>(_ closure: () throws -> Result) rethrows -> Result {
        let outer = ThreadLocal.failing
        ThreadLocal.failing = self
        defer { ThreadLocal.failing = outer }
        return try closure()
    }

    var steps: [ErrorTrace.Step] { trail.load()?.all.map(\.step) ?? [] }
}
