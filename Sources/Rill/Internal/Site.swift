internal import Synchronization

/// A place in the code in one word, so that the closure that a value passes is hardly larger for it.
@usableFromInline
struct Place: Sendable {
    /// The address of the file's name, which is static and fits into 48 bits, and above it the line;
    /// lines behind the 65,535th are told as that.
    @usableFromInline let bits: UInt64

    @inlinable
    init(_ file: StaticString, _ line: UInt) {
        bits = UInt64(UInt(bitPattern: file.utf8Start)) | UInt64(min(line, 0xFFFF)) << 48
    }

    var file: String {
        UnsafePointer<UInt8>(bitPattern: UInt(bits & 0xFFFF_FFFF_FFFF)).map { String(cString: $0) } ?? ""
    }

    var line: UInt { UInt(bits >> 48) }
}

/// Where an operator stands in the code; read only when an error comes by.
@usableFromInline
struct Site: Sendable {
    @usableFromInline let name: StaticString
    @usableFromInline let place: Place
    @usableFromInline let kind: ErrorTrace.Step.Kind

    @inlinable
    init(_ name: StaticString, _ place: Place, kind: ErrorTrace.Step.Kind = .operator) {
        self.name = name
        self.place = place
        self.kind = kind
    }

    @inlinable
    init(_ name: StaticString, _ file: StaticString, _ line: UInt) {
        self.init(name, Place(file, line))
    }

    /// The place where a subscription is made.
    @inlinable
    static func subscription(_ name: StaticString, _ place: Place) -> Site {
        Site(name, place, kind: .subscription)
    }

    var step: ErrorTrace.Step {
        ErrorTrace.Step(kind: kind, name: "\(name)", file: place.file, line: place.line)
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
        scope.note(site.name, site.place, from: source)
        send(.error(error))
    }

    /// Sends an end, and notes of an error that it comes through here.
    @inlinable
    func forward(_ event: Event<Element>, from source: Scope? = nil, at site: Site) {
        if case .error = event { scope.note(site.name, site.place, from: source) }
        send(event)
    }
}

extension Scope {
    /// Notes that an error comes through an operator of this scope.
    @usableFromInline
    func note(_ name: StaticString, _ place: Place, from source: Scope? = nil) {
        note([.site(Site(name, place))], from: source)
    }

    /// Notes that an error comes through an operator of this scope.
    @usableFromInline
    func note(_ site: Site, from source: Scope? = nil) {
        note([.site(site)], from: source)
    }

    /// Notes that an error comes through an operator that delivers on a scheduler.
    func note(_ site: Site, on scheduler: any Scheduler, from source: Scope) {
        let name = "\(site.name)(\(scheduler))"
        let step = ErrorTrace.Step(kind: site.kind, name: name, file: site.place.file, line: site.place.line)
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

    /// The way of an error in brackets, to stand behind the error; empty if there is none.
    var way: String {
        let steps = steps
        return steps.isEmpty ? "" : " (\(ErrorTrace(steps: steps)))"
    }

    var steps: [ErrorTrace.Step] { trail.load()?.all.map(\.step) ?? [] }
}
