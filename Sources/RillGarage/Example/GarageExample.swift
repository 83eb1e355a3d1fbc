internal import Foundation
internal import RillHTTP

/// The operations of Garage's example application: users and their posts.
///
///     let example = GarageExample(GarageClient(endpoint: "http://localhost:3000", accessToken: token))
///     let users = example.users()                         // an Observable<GarageResponse<[GarageExample.User]>>
///
/// They serve as examples for other servers: each operation consists of a ``GarageRequest`` and a method that sends it.
/// Requests with selected fields return a partial model whose properties are all optional. Other requests return a full
/// model.
///
/// - SeeAlso: <https://github.com/taiki45/garage-example>, read 2026-11-21.
public struct GarageExample: Sendable {
    /// The client that sends the requests.
    public let client: GarageClient

    /// Creates the example application's operations for a client.
    ///
    /// - Parameter client: The client, whose endpoint is the URL of the application and whose path prefix is `v1`.
    public init(_ client: GarageClient) {
        self.client = client
    }

    /// The decoder of the models, whose coding keys require a decoder without a key decoding strategy.
    static let options = RequestOptions(decoder: GarageClient.makeDecoder())
}

/// An error for a page number or a page size that the application would misinterpret.
struct OutOfRange: Error, CustomStringConvertible {
    let description: String

    static func check(page: Int, perPage: Int) throws(OutOfRange) {
        for (number, name) in [(page, "page"), (perPage, "per_page")] where number < 1 {
            throw OutOfRange(description: "\(name) must be at least 1, got \(number)")
        }
    }
}
