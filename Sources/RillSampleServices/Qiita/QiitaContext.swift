internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// The state and the helpers of the endpoints.
struct QiitaContext: Sendable {
    let state: QiitaState

    init(options: SampleQiita.Options) {
        state = QiitaState(now: options.now)
    }

    /// Wraps a handler that requires a token.
    func authorized(_ handler: @escaping Router.Handler) -> Router.Handler {
        { request in isAuthenticated(request) ? handler(request) : QiitaErrorResponse.unauthorized.response }
    }

    /// Whether a request has a token.
    ///
    /// The service has already rejected unknown tokens.
    private func isAuthenticated(_ request: RoutedRequest) -> Bool { request.request.fields.contains(.authorization) }

    /// The ID of the authenticated user, or `nil` if the request has no token.
    func userID(_ request: RoutedRequest) -> String? { isAuthenticated(request) ? SampleQiita.userID : nil }

    /// The query items of a list with pages.
    static let pageItems: Set = ["page", "per_page"]

    /// Returns the requested page of a list.
    static func page<Element>(
        of elements: [Element], _ request: RoutedRequest, json: (Element) -> some Encodable
    ) -> LoopbackServer.Response {
        switch PageQuery.read(from: request, sizes: PageQuery.Sizes(defaultSize: 20, pages: 1...100, sizes: 1...100)) {
        case .failure(let error):
            return QiitaErrorResponse.badRequest("\(error)").response
        case .success(let query):
            return .json(encoding: elements[query.range(of: elements.count)].map(json))
                .adding(.link, query.links(total: elements.count, request: request).joined(separator: ", "))
                .adding(HTTPField.Name(literal: "Total-Count"), "\(elements.count)")
        }
    }

    /// Decodes the body of a request, or returns `nil` if it is not JSON of this type.
    func body<Body: Decodable>(_ request: RoutedRequest, as type: Body.Type) -> Body? {
        guard request.request.fields[.contentType]?.hasPrefix("application/json") == true else { return nil }
        return try? JSONDecoder().decode(type, from: Data(request.request.body))
    }
}
