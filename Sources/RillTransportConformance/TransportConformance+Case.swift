internal import Foundation
public import RillHTTP

extension TransportConformance {
    /// A test case for one requirement on transports.
    public struct Case: Sendable, CustomStringConvertible {
        /// The group of the case.
        public let group: Group

        /// The name of the case, which states the requirement.
        ///
        /// The name is unique within the group.
        public let name: String

        /// Whether the case checks only responses, so that it also supports transports without a network that respond
        /// through `Setup.handler`.
        package let runsWithoutNetwork: Bool

        private let carrier: Carrier
        private let findSkipReason: @Sendable () -> String?
        private let body: @Sendable (CaseContext) throws -> Void

        /// Creates a case.
        ///
        /// - Parameters:
        ///   - group: The group.
        ///   - name: The requirement.
        ///   - carrier: The kind of the connections. Defaults to `plain`.
        ///   - runsWithoutNetwork: Whether the case checks only responses. Defaults to `false`.
        ///   - skipReason: The reason why the case cannot run on this machine, or `nil` if it can. Defaults to `nil`.
        ///   - body: A closure that runs exchanges and throws an error if an expectation fails. It may block, because
        ///     it runs on a dedicated thread.
        init(
            _ group: Group, _ name: String, over carrier: Carrier = .plain, runsWithoutNetwork: Bool = false,
            skipReason: @autoclosure @escaping @Sendable () -> String? = nil,
            _ body: @escaping @Sendable (CaseContext) throws -> Void
        ) {
            self.group = group
            self.name = name
            self.carrier = carrier
            self.runsWithoutNetwork = runsWithoutNetwork
            findSkipReason = { carrier.skipReason ?? skipReason() }
            self.body = body
        }

        /// Creates a case that fails, to report an invalid argument.
        static func invalidArgument(_ name: String, _ text: String) -> Case {
            let group = Group(rawValue: String(name.prefix { $0 != "/" })) ?? .heads
            let caseName = name.drop { $0 != "/" }.dropFirst()
            return Case(group, caseName.isEmpty ? name : String(caseName)) { _ in throw CaseFailure(text) }
        }

        /// The group and the name, for example `heads/keepsRepeatedFieldsInOrder`.
        public var description: String { "\(group.rawValue)/\(name)" }

        /// The reason why the case cannot run on this machine, for example `openssl is not installed`, or `nil` if it
        /// can.
        public var skipReason: String? { findSkipReason() }

        /// Runs the case.
        ///
        /// If the case cannot run on this machine, it is skipped, and the reason is printed to standard error.
        ///
        /// At most four cases run concurrently in a process. Every wait has a timeout, so that a transport that hangs
        /// fails the case.
        ///
        /// - Parameter makeTransport: A closure that creates a transport. Each case calls it one or more times, on any
        ///   thread.
        /// - Throws: ``Failure``.
        public func run(_ makeTransport: @escaping @Sendable (Setup) throws -> any Transport) async throws {
            try await run(limit: .seconds(30), makeTransport)
        }

        /// Runs the case with a custom timeout for each wait without progress of the body.
        package func run(
            limit: Duration, _ makeTransport: @escaping @Sendable (Setup) throws -> any Transport
        ) async throws {
            if let skipReason {
                let line = "Rill: skipped conformance case \(self): \(skipReason)\n"
                return FileHandle.standardError.write(Data(line.utf8))
            }
            await CaseLimiter.shared.enter()
            let result = await CaseContext(carrier, limit: limit, makeTransport).run(body)
            await CaseLimiter.shared.leave()
            guard case .failure(let failure) = result else { return }
            throw Failure(caseName: description, text: failure.text, serverText: failure.serverText)
        }
    }

    /// The failure of a case.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        /// The name of the case, for example `heads/keepsRepeatedFieldsInOrder`.
        public let caseName: String

        /// The expected and the actual result.
        public let text: String

        /// The activity recorded by the servers of the case.
        ///
        /// Empty if there were none.
        public let serverText: String

        /// The name of the case, the result and the server activity.
        public var description: String {
            "\(caseName): \(text)\(serverText.isEmpty ? "" : "\n    server activity: \(serverText)")"
        }
    }

    /// The transport configuration that a case requires.
    public struct Setup: Sendable {
        /// The limits, timeouts and TLS settings.
        ///
        /// The proxy is `none`.
        public let options: TransportOptions

        /// The handler of the case's server, for transports without a network.
        package let handler: LoopbackServer.Handler
    }
}

/// An error that is thrown when an expectation of a case fails.
struct CaseFailure: Error {
    let text: String
    var serverText = ""

    init(_ text: String) {
        self.text = text
    }
}

/// Limits the number of concurrent cases, which share the cores, ports and file descriptors of the machine.
private actor CaseLimiter {
    static let shared = CaseLimiter()

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
