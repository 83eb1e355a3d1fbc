import Rill
import RillHTTP

/// The default transport, with a closure that can alter responses.
struct AlteringTransport: Transport {
    /// A closure that receives a request, the number of earlier requests with the same method, query, and range, and
    /// the response, and returns the altered response.
    typealias Alteration =
        @Sendable (HTTPRequest, Int, Observable<TransportEvent>) -> Observable<TransportEvent>

    let base: any Transport = makeDefaultTransport()
    let log = Log()
    let alter: Alteration

    init(_ alter: @escaping Alteration = { _, _, response in response }) {
        self.alter = alter
    }

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .deferred {
            let earlier = log.note(Self.name(of: request))
            return alter(request, earlier, base.send(request, body: body))
        }
    }

    /// Returns the method, the query, and the range: `GET bytes=0-99`, `PUT comp=block&blockid=…`.
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

        /// The names of all requests, in order.
        var all: [String] { lock.withLock { names } }

        func count(_ name: String) -> Int { all.count { $0 == name } }
    }
}
