internal import Foundation
internal import RillHTTP

/// The operations of Garage's example application: users and their posts.
///
///     let example = GarageExample(GarageClient(endpoint: "http://localhost:3000", accessToken: token))
///     let users = example.users()                         // an Observable<GarageResponse<[GarageExample.User]>>
///
/// They serve as examples for other servers: each operation is a ``GarageRequest`` and a method that sends it. Requests
/// with selected fields return a partial model with only optional properties, and other requests a full model.
///
/// - SeeAlso: <https://github.com/taiki45/garage-example>, read 2026-11-21.
public struct GarageExample: Sendable {
    /// The client that sends the requests.
    public let client: GarageClient

    /// Creates the operations of a client.
    ///
    /// - Parameter client: The client, whose endpoint is the URL of the application and whose path prefix is `v1`.
    public init(_ client: GarageClient) {
        self.client = client
    }

    /// The models define their own keys, so they ignore the key strategy of the client's decoder.
    static let decoder = GarageClient.makeDecoder()
}

/// An error for a page number or page size that the application would misinterpret.
struct OutOfRange: Error, CustomStringConvertible {
    let description: String

    static func check(page: Int, perPage: Int) throws(OutOfRange) {
        for (number, name) in [(page, "page"), (perPage, "per_page")] where number < 1 {
            throw OutOfRange(description: "\(name) must be at least 1, got \(number)")
        }
    }
}
