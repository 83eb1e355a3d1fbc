import CRillBareCurl
import Foundation
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
    ///
    /// - Parameters:
    ///   - arguments: The kind and the number of the requests.
    ///   - upload: The path of the file that is uploaded, or `nil` for other requests.
    func run(_ arguments: HTTPArguments, upload: String?) throws -> Run {
        var options = TransportOptions()
        options.certificateAuthorityFile = arguments.caFile
        switch self {
        case .libcurl: return try runLibcurl(arguments, upload)
        case .curlTransport:
            #if os(Linux)
                return try run(arguments, upload, over: CurlTransport(options: options))
            #else
                throw BenchError("CurlTransport is available only on Linux")
            #endif
        case .urlSessionTransport:
            return try run(arguments, upload, over: URLSessionTransport(options: options))
        }
    }

    /// The counts and durations of a run.
    struct Run {
        var completed: Int
        var bytes: Int
        var seconds: Double

        /// The durations of the requests in seconds, or an empty array if they are not measured.
        var latencies: [Double]
    }

    private func runLibcurl(_ arguments: HTTPArguments, _ upload: String?) throws -> Run {
        var latencies = [Double](repeating: 0, count: arguments.measuresLatency ? arguments.requests : 0)
        var result = bare_curl_result()
        let problem = latencies.withUnsafeMutableBufferPointer { latencies in
            withCStrings([arguments.url, arguments.posts ? Post.text : nil, upload, arguments.caFile]) { texts in
                var request = bare_curl_request(
                    url: texts[0], body: texts[1], path: texts[2], ca_file: texts[3],
                    concurrency: Int32(arguments.concurrency), count: Int64(arguments.requests),
                    latencies: arguments.measuresLatency ? latencies.baseAddress : nil)
                return bare_curl_run(&request, &result)
            }
        }
        if let problem { throw BenchError(String(cString: problem)) }
        return Run(
            completed: Int(result.completed), bytes: Int(result.bytes), seconds: result.seconds, latencies: latencies)
    }

    private func withCStrings<Result>(_ texts: [String?], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result
    {
        let copies = texts.map { $0.flatMap { strdup($0) } }
        defer { for copy in copies { free(copy) } }
        return body(copies)
    }

    private func run(_ arguments: HTTPArguments, _ upload: String?, over transport: some Transport) throws -> Run {
        let client = Client(baseURL: arguments.url, transport: transport)
        let exchange: Observable<Int> =
            if let upload {
                client.send(Upload(file: upload)).map(\.count)
            } else if arguments.posts {
                client.send(Post()).map(\.count)
            } else if arguments.streams {
                try stream(arguments.url, over: transport)
            } else if arguments.decodes {
                client.send(Get<[BenchTag]>()).map { tags in tags.count }
            } else {
                client.send(Get<Data>()).map(\.count)
            }
        let start = ContinuousClock.now
        let requests = Observable.from(0..<arguments.requests)
        var latencies: [Double] = []
        let completed: Int
        let bytes: Int
        if arguments.measuresLatency {
            let responses = try requests.flatMap(maxConcurrent: arguments.concurrency) { _ in timed(exchange) }
                .toArray().wait(timeout: .seconds(600))
            (completed, bytes) = (responses.count, responses.reduce(0) { $0 + $1.bytes })
            latencies = responses.map(\.seconds)
        } else {
            (completed, bytes) = try requests.flatMap(maxConcurrent: arguments.concurrency) { _ in exchange }
                .reduce((0, 0)) { ($0.0 + 1, $0.1 + $1) }
                .wait(timeout: .seconds(600))
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        return Run(completed: completed, bytes: bytes, seconds: seconds, latencies: latencies)
    }

    private func timed(_ exchange: Observable<Int>) -> Observable<(bytes: Int, seconds: Double)> {
        .deferred {
            let start = ContinuousClock.now
            return exchange.map { bytes in (bytes, (ContinuousClock.now - start) / .seconds(1)) }
        }
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

/// A POST request to the client's base URL with a file.
private struct Upload: Request {
    let file: String

    var method: HTTPRequest.Method { .post }
    var path: URLPath { "" }
    var body: HTTPBody? { .file(file) }

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
