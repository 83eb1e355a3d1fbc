public import RillHTTP

extension TransportConformance {
    /// One thing that a transport has to do.
    public struct Case: Sendable, CustomStringConvertible {
        /// What it is about.
        public let group: Group

        /// What the transport does if it is right; unique in its group.
        public let name: String

        /// Whether the answers alone tell the outcome, so that a transport that answers from ``Setup/handler``, without a
        /// network, can be run through it as well.
        public let isSimulable: Bool

        private let findObstacle: @Sendable () -> String?
        private let body: @Sendable (Bench) throws -> Void

        /// Describes a case.
        ///
        /// - Parameters:
        ///   - group: What it is about.
        ///   - name: What the transport does if it is right.
        ///   - isSimulable: Whether no more than the answers is looked at.
        ///   - obstacle: Why it cannot run on this machine; nil if it can.
        ///   - body: Runs exchanges and throws what is wrong; may block, as it has a thread of its own.
        init(
            _ group: Group, _ name: String, isSimulable: Bool = false,
            obstacle: @autoclosure @escaping @Sendable () -> String? = nil,
            _ body: @escaping @Sendable (Bench) throws -> Void
        ) {
            self.group = group
            self.name = name
            self.isSimulable = isSimulable
            findObstacle = obstacle
            self.body = body
        }

        /// A case that stands for a mistake in the use of the suite.
        static func mistake(_ name: String, _ text: String) -> Case {
            let group = Group(rawValue: String(name.prefix { $0 != "/" })) ?? .heads
            let ownName = name.drop { $0 != "/" }.dropFirst()
            return Case(group, ownName.isEmpty ? name : String(ownName)) { _ in throw Fault(text) }
        }

        /// The group and the name: `heads/keepsRepeatedFieldsInOrder`.
        public var description: String { "\(group.rawValue)/\(name)" }

        /// Why the case cannot run on this machine, `needs openssl` for example; nil if it can.
        public var obstacle: String? { findObstacle() }

        /// Runs the case; one with an obstacle does nothing but say so on standard error.
        ///
        /// No more than a few cases run at a time in a process; further ones wait. Each wait in a case is bounded, so that
        /// a transport that hangs fails.
        ///
        /// - Parameter makeTransport: Makes a transport; called once or more by each case, on any thread.
        /// - Throws: ``Failure``.
        public func run(_ makeTransport: @escaping @Sendable (Setup) throws -> any Transport) async throws {
            try await run(limit: .seconds(30), makeTransport)
        }

        /// Runs the case with another limit for each wait.
        package func run(
            limit: Duration, _ makeTransport: @escaping @Sendable (Setup) throws -> any Transport
        ) async throws {
            if let obstacle {
                return Bench.note("the transport case \(self) was skipped: \(obstacle)")
            }
            await Turnstile.shared.enter()
            let bench = Bench(limit: limit, makeTransport)
            let result = await bench.run(body)
            await Turnstile.shared.leave()
            guard case .failure(let fault) = result else { return }
            throw Failure(caseName: description, text: fault.text, serverText: fault.serverText)
        }
    }

    /// What a case found wrong.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        /// The case, `heads/keepsRepeatedFieldsInOrder`.
        public let caseName: String

        /// What was expected, and what came.
        public let text: String

        /// What the case's servers saw; empty if there was none.
        public let serverText: String

        /// All of it.
        public var description: String {
            "\(caseName): \(text)\(serverText.isEmpty ? "" : "\n    the server saw \(serverText)")"
        }
    }

    /// What a case wants its transport to be made with.
    public struct Setup: Sendable {
        /// Limits, time-outs, trust; the proxy is `none`.
        public let options: TransportOptions

        /// How the server of the case answers, for transports that have no network.
        public let handler: LoopbackServer.Handler
    }
}

/// What a case throws when something is wrong.
struct Fault: Error {
    let text: String
    var serverText = ""

    init(_ text: String) {
        self.text = text
    }
}

/// Lets no more than a few cases run at a time: they share the machine's cores, ports and descriptors.
private actor Turnstile {
    static let shared = Turnstile()

    private var free = 4
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func leave() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
