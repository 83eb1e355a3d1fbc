public import Foundation
public import Rill
public import RillHTTP

/// A client of any Garage server.
///
///     let client = GarageClient(endpoint: "https://api.example.com", accessToken: token)
///     let subscription = client.send(ListRecipes(text: "tofu")).subscribe(
///         onNext: { response in print(response.resource, response.totalCount ?? 0) },
///         onError: { error in print(error) })
///
/// What to ask for is a ``GarageRequest`` of yours, or a ``GarageEndpoint``; the operations of Garage's example application
/// are there as ``GarageExample``. The path of a request lies below the endpoint and the prefix: `/recipes` becomes
/// `https://api.example.com/v1/recipes`.
///
/// Its streams are cold: nothing is sent until someone subscribes, and disposal gives the request up. All of them fail with
/// an `APIError` and nothing else; what the server itself said stands in its ``RillHTTP/APIError/garage``.
///
/// - SeeAlso: <https://github.com/cookpad/garage>, read 2026-11-21.
public struct GarageClient: Sendable {
    let client: Client

    /// Creates a client with an access token that does not change, or with none.
    ///
    /// - Parameters:
    ///   - endpoint: The address of the server, without the prefix: `https://api.example.com`.
    ///   - accessToken: The token; nil or empty for a server that wants none.
    ///   - pathPrefix: What stands before all paths: `v1` unless said otherwise, empty for nothing, or several segments.
    ///   - defaultFields: Header fields of all requests that do not bring one of that name; `Accept` is there already.
    ///   - decoder: How JSON is read; by default dates of all forms are, and keys are taken as they stand.
    ///   - transport: The way to the network.
    ///   - middleware: What stands between the client and the transport, outermost first.
    ///   - timeout: How long a request may take, more than zero; nil for as long as it takes.
    ///   - scheduler: Who waits for the timeout.
    public init(
        endpoint: String,
        accessToken: String? = nil,
        pathPrefix: String = "v1",
        defaultFields: HTTPFields = [:],
        decoder: JSONDecoder = GarageClient.makeDecoder(),
        transport: any Transport = makeDefaultTransport(),
        middleware: [any Middleware] = [],
        timeout: Duration? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        var fields: HTTPFields = [.accept: "application/json"]
        for field in defaultFields { fields[fields: field.name] = defaultFields[fields: field.name] }
        if let accessToken, !accessToken.isEmpty { fields[.authorization] = "Bearer \(accessToken)" }
        client = Client(
            baseURL: Address.join(endpoint, pathPrefix), transport: transport, defaultFields: fields, decoder: decoder,
            errorDecoder: GarageError.decoder, middleware: middleware, timeout: timeout,
            scheduler: scheduler)
    }

    /// Sends a request.
    ///
    /// ## Errors
    /// `APIError`; at the stage `request` and before anything is sent if the selection of fields cannot be written.
    ///
    /// - Parameter request: What to ask for: one object, or a list, by the same call.
    /// - Returns: A cold observable: exactly one response, then completed.
    public func send<Endpoint: GarageRequest>(
        _ request: Endpoint
    ) -> Observable<GarageResponse<Endpoint.Resource>> {
        client.send(PlacedRequest(request, below: client.baseURL))
    }

    /// Makes the decoder that clients read JSON with unless they are given another.
    ///
    /// - Returns: A new decoder, which reads dates of all forms that servers write.
    public static func makeDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .tolerant()
        return decoder
    }
}

extension GarageClient: CustomStringConvertible, CustomReflectable {
    /// The type and the address, without the token.
    public var description: String { "GarageClient(\(Redactor().baseURL(client.baseURL)))" }

    /// The address alone, so that no dump shows the token.
    public var customMirror: Mirror {
        Mirror(self, children: ["baseURL": Redactor().baseURL(client.baseURL)], displayStyle: .struct)
    }
}
