import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTestSupport

/// A temporary folder for cassettes.
struct CassetteFolder: Sendable {
    private let files: TemporaryFiles

    init() {
        do { files = try TemporaryFiles() } catch { fatalError("cannot create a folder for cassettes: \(error)") }
    }

    var url: URL { files.url }

    /// The cassette used by most tests.
    ///
    /// Initially, its folder does not exist.
    var file: URL { url.appending(path: "recorded/tags.har") }

    /// The content of the cassette.
    var text: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }

    /// The entries of the cassette.
    var entries: [[String: any Sendable]] {
        let root = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: any Sendable]
        let log = root?["log"] as? [String: any Sendable]
        return log?["entries"] as? [[String: any Sendable]] ?? []
    }

    /// Writes a text to the cassette.
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
            file, mode: .none, recording: FailingTransport(), scheduler: scheduler, matching: matching)
    }
}

/// Whether this platform has a default transport.
let hasTransport = !(makeDefaultTransport() is UnavailableTransport)

/// A transport that fails every request.
struct FailingTransport: Transport {
    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .error(TransportError(.tls, "the network was used"))
    }
}

/// A complete response.
struct CompleteResponse: Hashable {
    var head: HTTPResponse?
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }
}

extension Transport {
    /// Sends a request and waits for the complete response.
    func response(to request: HTTPRequest, body: HTTPBody? = nil) throws -> CompleteResponse {
        try send(request, body: body).toArray().wait(timeout: .seconds(30)).reduce(into: CompleteResponse()) {
            response, event in
            switch event {
            case .head(let head): response.head = head
            case .chunk(let bytes): response.body += bytes
            }
        }
    }

    /// Sends a request and returns its expected error.
    func failure(of request: HTTPRequest, body: HTTPBody? = nil) -> TransportError? {
        do {
            _ = try response(to: request, body: body)
            return nil
        } catch {
            return error as? TransportError
        }
    }
}

extension HTTPRequest {
    /// Creates a GET request from an absolute URL.
    init(_ url: String, _ fields: HTTPFields = [:]) {
        self.init(.get, url, fields)
    }

    /// Creates a request from an absolute URL.
    init(_ method: HTTPRequest.Method, _ url: String, _ fields: HTTPFields = [:]) {
        let scheme = url.prefix { $0 != ":" }
        let rest = url.dropFirst(scheme.count + 3)
        let authority = rest.prefix { $0 != "/" }
        self.init(
            method: method, scheme: String(scheme), authority: String(authority),
            path: String(rest.dropFirst(authority.count)), headerFields: fields)
    }
}
