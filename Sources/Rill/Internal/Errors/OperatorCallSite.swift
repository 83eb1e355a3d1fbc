internal import Synchronization

/// A source location packed into a single word to keep the closures of operators small.
@usableFromInline
struct CallSite: Sendable {
    /// The address of the static file name in the lower 48 bits, and the line in the upper 16 bits.
    ///
    /// Lines above 65,535 are stored as 65,535.
    @usableFromInline let bits: UInt64

    @inlinable
    init(_ file: StaticString, _ line: UInt) {
        bits = UInt64(UInt(bitPattern: file.utf8Start)) | UInt64(min(line, 0xFFFF)) << 48
    }

    private init() {
        bits = 0
    }

    static let none = CallSite()

    var file: String {
        UnsafePointer<UInt8>(bitPattern: UInt(bits & 0xFFFF_FFFF_FFFF)).map { String(cString: $0) } ?? ""
    }

    var line: UInt { UInt(bits >> 48) }
}

/// The call site of an operator.
///
/// It is converted to text only when an error occurs.
@usableFromInline
struct OperatorCallSite: Sendable {
    @usableFromInline let name: StaticString
    @usableFromInline let location: CallSite
    @usableFromInline let kind: ErrorTrace.Step.Kind

    @inlinable
    init(_ name: StaticString, _ location: CallSite, kind: ErrorTrace.Step.Kind = .operator) {
        self.name = name
        self.location = location
        self.kind = kind
    }

    @inlinable
    init(_ name: StaticString, _ file: StaticString, _ line: UInt) {
        self.init(name, CallSite(file, line))
    }

    /// Returns the call site of a subscription.
    @inlinable
    static func subscription(_ name: StaticString, _ location: CallSite) -> OperatorCallSite {
        OperatorCallSite(name, location, kind: .subscription)
    }

    /// Returns whether two values represent the same application of an operator.
    ///
    /// Addresses are compared for speed, because error traces call this method for each step.
    @inlinable
    func isSame(as other: Self) -> Bool {
        location.bits == other.location.bits && name.utf8Start == other.name.utf8Start
    }

    var step: ErrorTrace.Step {
        ErrorTrace.Step(kind: kind, name: "\(name)", file: location.file, line: location.line)
    }
}

extension Observer {
    /// Sends an error, and records the operator in its trace.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - source: The scope in which the error originates, or `nil` if that is this operator or the observer's own
    ///     scope.
    ///   - site: The call site of the operator.
    @inlinable
    func fail(_ error: any Error, from source: Scope? = nil, at site: OperatorCallSite) {
        scope.note(site.name, site.location, from: source)
        send(.error(error))
    }

    /// Sends a terminal event, and adds the operator to the trace if the event is an error.
    @inlinable
    func forward(_ event: Event<Element>, from source: Scope? = nil, at site: OperatorCallSite) {
        if case .error = event { scope.note(site.name, site.location, from: source) }
        send(event)
    }
}

extension Scope {
    /// Adds an operator of this scope to an error's trace.
    @usableFromInline
    func note(_ name: StaticString, _ location: CallSite, from source: Scope? = nil) {
        note(.site(OperatorCallSite(name, location)), from: source)
    }

    /// Adds an operator of this scope to an error's trace.
    @usableFromInline
    func note(_ site: OperatorCallSite, from source: Scope? = nil) {
        note(.site(site), from: source)
    }

    /// Adds an operator that delivers on a scheduler to an error's trace.
    func note(_ site: OperatorCallSite, on scheduler: any Scheduler, from source: Scope) {
        let name = "\(site.name)(\(scheduler))"
        let step = ErrorTrace.Step(kind: site.kind, name: name, file: site.location.file, line: site.location.line)
        note(.step(step), from: source)
    }

    /// Records that an error comes from another scope, whose trace this scope continues.
    @usableFromInline
    func adopt(from source: Scope) {
        note(nil, from: source)
    }

    private func note(_ mark: ErrorPath.Mark?, from source: Scope?) {
        let errorPath = sharedErrorPath
        let before = source?.errorPath.load().flatMap { $0 === errorPath ? nil : $0.all } ?? []
        errorPath.append(before, mark, behind: attributes?.values.checkpoint)
    }

    /// Passes an error to a closure, which can read its trace from ``ErrorTrace/current``.
    @usableFromInline
    func withErrorTrace<Result>(_ closure: () throws -> Result) rethrows -> Result {
        let outer = ThreadLocal.failing
        ThreadLocal.failing = self
        defer { ThreadLocal.failing = outer }
        return try closure()
    }

    /// The error trace in parentheses, to append to the description of an error.
    ///
    /// The suffix is empty if there is no trace.
    var traceSuffix: String {
        let steps = steps
        return steps.isEmpty ? "" : " (\(ErrorTrace(steps: steps)))"
    }

    var steps: [ErrorTrace.Step] { errorPath.load()?.all.map(\.step) ?? [] }
}
