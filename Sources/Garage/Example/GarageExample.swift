internal import Foundation
internal import RillHTTP

/// The operations of Garage's example application: users, and what they post.
///
///     let example = GarageExample(GarageClient(endpoint: "http://localhost:3000", accessToken: token))
///     let users = example.users()                         // an Observable<GarageResponse<[GarageExample.User]>>
///
/// They show what the operations of any Garage server look like: each is a ``GarageRequest``, and a method here sends it.
/// What selects fields is read as a partial model, in which all is optional; what does not, as a full one.
///
/// - SeeAlso: <https://github.com/taiki45/garage-example>, read 2026-11-21.
public struct GarageExample: Sendable {
    /// The client that sends the requests.
    public let client: GarageClient

    /// Creates the operations of a client.
    ///
    /// - Parameter client: The client, whose endpoint is that of the application, and whose prefix is `v1`.
    public init(_ client: GarageClient) {
        self.client = client
    }

    /// Whatever the client is told about keys, these models name their own.
    static let decoder = GarageClient.makeDecoder()
}

/// A number that the application would not take as it is meant.
struct OutOfRange: Error, CustomStringConvertible {
    let description: String

    static func check(_ number: Int, _ name: String) throws(OutOfRange) {
        guard number < 1 else { return }
        throw OutOfRange(description: "\(name) must be 1 or more, not \(number)")
    }

    /// The query for a page, if it is one.
    static func query(page: Int, perPage: Int) throws(OutOfRange) -> QueryItems {
        try check(page, "page")
        try check(perPage, "per_page")
        return ["page": page, "per_page": perPage]
    }
}
