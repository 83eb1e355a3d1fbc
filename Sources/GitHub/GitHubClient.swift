public import Foundation
public import Rill
public import RillHTTP

/// A client of GitHub's REST API.
///
///     let client = GitHubClient()
///     let subscription = client.searchRepositories("reactive language:swift", sort: .stars).subscribe(
///         onNext: { page in print(page.totalCount, page.items.map(\.fullName)) },
///         onError: { error in print(error) })
///
/// Its streams are cold: nothing is sent until someone subscribes, and disposal gives the request up. All of them fail with
/// an `APIError` and nothing else; what GitHub itself said stands in its ``RillHTTP/APIError/github``.
///
/// Without a token GitHub answers 60 requests an hour and 10 searches a minute to each address, with one 5,000 and 30. A
/// client that should wait when they are used up takes ``RateLimitWaiting``; one that should not be charged for answers that
/// have not changed takes `ResponseCache`:
///
///     GitHubClient(token: token, middleware: [ResponseCache(), RateLimitWaiting()])
///
/// Redirects are followed, as GitHub asks of its clients: a repository that has been renamed is found under its old name.
/// The token goes to no other server.
///
/// - SeeAlso: <https://docs.github.com/rest>, read 2026-11-21.
public struct GitHubClient: Sendable {
    let client: Client

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - token: A token of any kind; nil or empty to read what anyone may read.
    ///   - baseURL: The address that all paths begin at; that of an Enterprise Server is `https://HOST/api/v3`.
    ///   - transport: The way to the network.
    ///   - middleware: What stands between the client and the transport, outermost first; further in than the middleware that
    ///     follows redirects, which is always there.
    ///   - version: The version of the API.
    ///   - userAgent: What is sent as `User-Agent`, without which GitHub answers 403: the name of your program. Empty for the
    ///     name of this package.
    ///   - timeout: How long a request may take, all waits for rate limits included, more than zero; nil for as long as it
    ///     takes.
    ///   - scheduler: Who waits for the timeout.
    public init(
        token: String? = nil,
        baseURL: String = "https://api.github.com",
        transport: any Transport = makeDefaultTransport(),
        middleware: [any Middleware] = [],
        version: APIVersion = .november2022,
        userAgent: String = "Rill",
        timeout: Duration? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        var fields: HTTPFields = [
            .accept: "application/vnd.github+json", .gitHubVersion: version.rawValue,
            .userAgent: userAgent.isEmpty ? "Rill" : userAgent,
        ]
        if let token, !token.isEmpty { fields[.authorization] = "Bearer \(token)" }
        client = Client(
            baseURL: baseURL, transport: transport, defaultFields: fields, decoder: Self.makeDecoder(),
            errorDecoder: GitHubError.decoder, middleware: [FollowRedirects()] + middleware, timeout: timeout,
            scheduler: scheduler)
    }

    /// Sends a request of this package, or one that you have written for an endpoint it lacks.
    ///
    /// ## Errors
    /// `APIError`.
    ///
    /// - Parameter request: What to ask for.
    /// - Returns: A cold observable: exactly one value, then completed.
    public func send<Endpoint: Request>(_ request: Endpoint) -> Observable<Endpoint.Response> {
        client.send(request)
    }

    /// Makes what reads the models of this package from JSON.
    ///
    /// - Returns: A decoder of GitHub's dates.
    public static func makeDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .tolerant()
        return decoder
    }

    /// Makes what writes the models of this package as JSON, with GitHub's own keys.
    ///
    /// - Returns: An encoder of GitHub's dates.
    public static func makeEncoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension GitHubClient: CustomStringConvertible, CustomReflectable {
    /// The type and the address, without the token.
    public var description: String { "GitHubClient(\(address))" }

    /// The address alone, so that no dump shows the token.
    public var customMirror: Mirror {
        Mirror(self, children: ["baseURL": address], displayStyle: .struct)
    }

    /// The address without what may be secret in it.
    private var address: String { client.customMirror.descendant("baseURL") as? String ?? "" }
}

extension HTTPField.Name {
    static let gitHubVersion = HTTPField.Name(literal: "X-GitHub-Api-Version")
    static let gitHubRequestID = HTTPField.Name(literal: "X-GitHub-Request-Id")
}
