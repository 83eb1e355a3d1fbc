import Rill
import RillHTTP

/// The real transport, with a hand on what passes.
struct AlteringTransport: Transport {
    /// Takes a request and how often one of its method, path and range was sent before, and what would come back.
    typealias Alteration =
        @Sendable (HTTPRequest, Int, Observable<TransportEvent>) -> Observable<TransportEvent>

    let base: any Transport = makeDefaultTransport()
    let log = Log()
    let alter: Alteration

    init(_ alter: @escaping Alteration = { _, _, answer in answer }) {
        self.alter = alter
    }

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .deferred {
            let earlier = log.note(Self.name(of: request))
            return alter(request, earlier, base.send(request, body: body))
        }
    }

    /// The method, the query and the range: `GET bytes=0-99`, `PUT comp=block&blockid=…`.
    private static func name(of request: HTTPRequest) -> String {
        let query = request.path?.split(separator: "?").dropFirst().first ?? ""
        return [request.method.rawValue, String(query), request.headerFields[.range] ?? ""].filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    final class Log: @unchecked Sendable {  // `names` is guarded by `lock`
        private let lock = Lock()
        private var names: [String] = []

        func note(_ name: String) -> Int {
            lock.withLock {
                names.append(name)
                return names.count { $0 == name } - 1
            }
        }

        /// What was sent, in order.
        var all: [String] { lock.withLock { names } }

        func count(_ name: String) -> Int { all.count { $0 == name } }
    }
}
