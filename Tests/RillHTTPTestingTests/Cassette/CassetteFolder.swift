import Foundation
import Rill
import RillHTTP
import RillHTTPTesting

/// A folder for cassettes, which is gone when the test is.
final class CassetteFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "cassettes-\(UUID().uuidString)")

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The file that most tests use; its folder does not exist at first.
    var file: URL { url.appending(path: "recorded/tags.har") }

    /// What the file holds.
    var text: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }

    /// The entries that the file holds.
    var entries: [[String: any Sendable]] {
        let root = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: any Sendable]
        let log = root?["log"] as? [String: any Sendable]
        return log?["entries"] as? [[String: any Sendable]] ?? []
    }

    /// Puts a text into the file.
    func write(_ text: String) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func recorder(
        _ upstream: any Transport, scheduler: any Scheduler = ImmediateScheduler.shared,
        redaction: CassetteTransport.Redaction = .default
    ) -> CassetteTransport {
        CassetteTransport(file, mode: .all, recording: upstream, scheduler: scheduler, redaction: redaction)
    }

    func player(
        scheduler: any Scheduler = ImmediateScheduler.shared, matching: CassetteTransport.Matching = .default
    ) -> CassetteTransport {
        CassetteTransport(
            file, mode: .none, recording: Unreachable(), scheduler: scheduler, matching: matching)
    }
}

/// Whether this platform has a transport to record.
let hasTransport = !(makeDefaultTransport() is UnavailableTransport)

/// A transport that must not be used.
struct Unreachable: Transport {
    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .error(TransportError(.tls, "the network was used"))
    }
}

/// An answer, put together.
struct WholeAnswer: Hashable {
    var head: HTTPResponse?
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }
}

extension Transport {
    /// Sends a request and waits for the answer.
    func answer(to request: HTTPRequest, body: HTTPBody? = nil) throws -> WholeAnswer {
        try send(request, body: body).toArray().wait(timeout: .seconds(30)).reduce(into: WholeAnswer()) {
            answer, event in
            switch event {
            case .head(let head): answer.head = head
            case .chunk(let bytes): answer.body += bytes
            }
        }
    }

    /// Sends a request, and tells the error that must come of it.
    func failure(of request: HTTPRequest, body: HTTPBody? = nil) -> TransportError? {
        do {
            _ = try answer(to: request, body: body)
            return nil
        } catch {
            return error as? TransportError
        }
    }
}

extension HTTPRequest {
    /// A `GET` request to an address, which has to be whole.
    init(_ address: String, _ fields: HTTPFields = [:]) {
        self.init(.get, address, fields)
    }

    /// A request to an address, which has to be whole.
    init(_ method: HTTPRequest.Method, _ address: String, _ fields: HTTPFields = [:]) {
        let scheme = address.prefix { $0 != ":" }
        let rest = address.dropFirst(scheme.count + 3)
        let authority = rest.prefix { $0 != "/" }
        self.init(
            method: method, scheme: String(scheme), authority: String(authority),
            path: String(rest.dropFirst(authority.count)), headerFields: fields)
    }
}
