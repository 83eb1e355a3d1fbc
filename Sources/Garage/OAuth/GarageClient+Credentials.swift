public import Foundation
public import Rill
public import RillHTTP

extension GarageClient {
    /// Creates a client whose token is obtained by OAuth, and renewed when it expires.
    ///
    /// However many requests meet an expired token, it is renewed once, and each of them is repeated once. A renewal that
    /// fails ends them with the `APIError` of the token's request; see ``RillHTTP/APIError/garageOAuth``.
    ///
    /// The token is put on where it belongs among the middleware: right behind `FollowRedirects`, so that no other server
    /// gets it, or before all of it, so that what shares and keeps answers tells users apart.
    ///
    /// - Parameters:
    ///   - endpoint: The address of the server, without the prefix: `https://api.example.com`.
    ///   - credentials: Where the token comes from; several clients may share it.
    ///   - pathPrefix: What stands before all paths: `v1` unless said otherwise, empty for nothing, or several segments.
    ///   - defaultFields: Header fields of all requests that do not bring one of that name; `Accept` is there already.
    ///   - decoder: How JSON is read; by default dates of all forms are, and keys are taken as they stand.
    ///   - transport: The way to the network.
    ///   - middleware: What stands between the client and the transport, outermost first.
    ///   - timeout: How long a request may take, renewal included, more than zero; nil for as long as it takes.
    ///   - scheduler: Who waits for the timeout.
    public init(
        endpoint: String,
        credentials: GarageCredentials,
        pathPrefix: String = "v1",
        defaultFields: HTTPFields = [:],
        decoder: JSONDecoder = GarageClient.makeDecoder(),
        transport: any Transport = makeDefaultTransport(),
        middleware: [any Middleware] = [],
        timeout: Duration? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        var middleware = middleware
        let place = middleware.firstIndex { $0 is FollowRedirects }.map { $0 + 1 } ?? 0
        middleware.insert(credentials.authentication(for: endpoint), at: place)
        self.init(
            endpoint: endpoint, pathPrefix: pathPrefix, defaultFields: defaultFields, decoder: decoder,
            transport: transport, middleware: middleware, timeout: timeout, scheduler: scheduler)
    }
}
