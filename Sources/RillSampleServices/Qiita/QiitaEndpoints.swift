internal import Foundation
internal import RillHTTPTesting

/// The endpoints of the API, with their state.
struct QiitaEndpoints: Sendable {
    let options: SampleQiita.Options
    let state = QiitaState()
    let tokens: AccessTokens<String>
    let codes = AuthorizationCodes()

    init(options: SampleQiita.Options) {
        self.options = options
        tokens = AccessTokens(options.tokens, user: SampleQiita.userID, now: options.now)
    }

    /// Throws an error unless a request has a token.
    ///
    /// The service has already rejected unknown tokens.
    func requireToken(_ request: RoutedRequest) throws {
        guard request.fields.contains(.authorization) else { throw QiitaError.unauthorized }
    }

    /// The ID of the authenticated user, or `nil` if the request has no token.
    func userID(_ request: RoutedRequest) -> String? {
        request.fields.contains(.authorization) ? SampleQiita.userID : nil
    }

    /// Returns the element with the ID in the path.
    func find<Element>(_ request: RoutedRequest, _ find: (_ id: String) -> Element?) throws -> Element {
        guard let element = find(request.parameter("id")) else { throw QiitaError.notFound }
        return element
    }

    /// Returns the item with the ID in the path.
    func findItem(_ request: RoutedRequest) throws -> QiitaItem { try find(request) { state.items[$0] } }

    /// Returns the record with the ID in the path if it belongs to the authenticated user.
    func findOwn<Record>(
        _ request: RoutedRequest, in records: Records<Record>, author: KeyPath<Record, String>
    ) throws -> Record where Record.ID == String {
        try requireToken(request)
        let record = try find(request) { records[$0] }
        guard record[keyPath: author] == SampleQiita.userID else { throw QiitaError.forbidden }
        return record
    }

    /// The query items of a list with pages.
    static let pageItems: Set = ["page", "per_page"]

    /// Returns the requested page of a list.
    func page<Element>(
        of elements: [Element], _ request: RoutedRequest, json: (Element) -> JSONValue
    ) throws -> LoopbackServer.Response {
        func number(_ name: String) throws -> Int? {
            let error = QiitaError.badRequest("\(name) must be an integer from 1 to 100")
            return try request.request.integer(name, in: 1...100, orThrow: error)
        }
        let page = PageQuery(
            number: try number("page") ?? 1, size: try number("per_page") ?? 20, request: request.request)
        let last = min(page.last(of: elements.count), 100)
        var pages = [("first", 1)]
        if page.number > 1 { pages.append(("prev", page.number - 1)) }
        if page.number < last { pages.append(("next", page.number + 1)) }
        return .json(.array(elements[page.range(of: elements.count)].map(json)))
            .adding(.link, page.links(pages + [("last", last)], repeatsSize: true) ?? "")
            .adding(HTTPField.Name(literal: "Total-Count"), "\(elements.count)")
    }

    /// Decodes the body of a request, or returns `nil` if it is not JSON of this type.
    func body<Body: Decodable>(_ request: RoutedRequest, as type: Body.Type) -> Body? {
        guard request.fields[.contentType]?.hasPrefix("application/json") == true else { return nil }
        return try? JSONDecoder().decode(type, from: Data(request.request.body))
    }
}
