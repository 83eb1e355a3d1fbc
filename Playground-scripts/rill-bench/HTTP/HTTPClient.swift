import CRillBareCurl
import Foundation
import Rill
import RillHTTP

#if os(Linux)
    import RillURLSession
#endif

/// An HTTP client to measure.
enum HTTPClient: String, CaseIterable {
    case libcurl
    case curlTransport = "CurlTransport"
    case urlSessionTransport = "URLSessionTransport"

    static var available: [HTTPClient] {
        #if os(Linux)
            allCases
        #else
            [.urlSessionTransport]
        #endif
    }

    /// Sends all requests and counts the responses.
    func run(_ arguments: HTTPArguments) throws -> Run {
        switch self {
        case .libcurl:
            var result = bare_curl_result()
            let problem = bare_curl_run(
                arguments.url, arguments.posts ? Post.text : nil, Int32(arguments.concurrency),
                Int64(arguments.requests), &result)
            if let problem { throw BenchError(String(cString: problem)) }
            return Run(completed: Int(result.completed), bytes: Int(result.bytes), seconds: result.seconds)
        case .curlTransport:
            #if os(Linux)
                return try run(arguments, over: CurlTransport())
            #else
                throw BenchError("CurlTransport is available only on Linux")
            #endif
        case .urlSessionTransport:
            return try run(arguments, over: URLSessionTransport())
        }
    }

    /// The counts and the duration of a run.
    struct Run: Codable {
        var completed: Int
        var bytes: Int
        var seconds: Double
    }

    private func run(_ arguments: HTTPArguments, over transport: some Transport) throws -> Run {
        let client = Client(baseURL: arguments.url, transport: transport)
        let exchange: Observable<Int> =
            if arguments.posts {
                client.send(Post()).map(\.count)
            } else if arguments.streams {
                try stream(arguments.url, over: transport)
            } else if arguments.decodes {
                client.send(Get<[BenchTag]>()).map { tags in tags.count }
            } else {
                client.send(Get<Data>()).map(\.count)
            }
        let start = ContinuousClock.now
        let (completed, bytes) = try Observable.from(0..<arguments.requests)
            .flatMap(maxConcurrent: arguments.concurrency) { _ in exchange }
            .reduce((0, 0)) { ($0.0 + 1, $0.1 + $1) }
            .wait(timeout: .seconds(600))
        return Run(completed: completed, bytes: bytes, seconds: (ContinuousClock.now - start) / .seconds(1))
    }

    /// Receives the chunks on another queue, which applies back-pressure to the server.
    private func stream(_ text: String, over transport: some Transport) throws -> Observable<Int> {
        guard let url = URL(string: text), let host = url.host() else { throw BenchError("invalid URL '\(text)'") }
        let authority = url.port.map { "\(host):\($0)" } ?? host
        let request = HTTPRequest(
            method: .get, scheme: url.scheme, authority: authority, path: url.path(percentEncoded: true))
        return transport.send(request, body: nil)
            .observeOn(SerialDispatchQueueScheduler(), bufferSize: 64)
            .reduce(0) { count, event in
                switch event {
                case .head(let head):
                    guard head.status == .ok else { throw BenchError("unexpected status \(head.status)") }
                    return count
                case .chunk(let bytes): return count + bytes.count
                }
            }
    }
}

/// A GET request to the client's base URL.
private struct Get<Response: Decodable & Sendable>: Request {
    var path: URLPath { "" }
}

/// A POST request to the client's base URL with a body of 32 bytes.
private struct Post: Request {
    static let text = "0123456789abcdef0123456789abcdef"

    var method: HTTPRequest.Method { .post }
    var path: URLPath { "" }
    var body: HTTPBody? { HTTPBody(Self.text) }

    typealias Response = Data
}

/// A tag in the response format of Qiita.
private struct BenchTag: Decodable, Sendable {
    let id: String
    let iconURL: String?
    let itemsCount: Int
    let followersCount: Int

    private enum CodingKeys: String, CodingKey {
        case id
        case iconURL = "icon_url"
        case itemsCount = "items_count"
        case followersCount = "followers_count"
    }
}

/// An error that invalidates a measurement.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
