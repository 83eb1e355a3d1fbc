internal import Foundation

extension ResponseParser where Output: Decodable & ExpressibleByNilLiteral {
    /// Reads the body as JSON, or gives nil if there is none.
    ///
    ///     struct FindTag: Request {
    ///         typealias Response = Tag?
    ///         var path: URLPath { "/tags/latest" }
    ///         var parser: ResponseParser<Tag?> { .jsonOrNil }
    ///     }
    ///
    /// An answer is nil if its body is empty, whatever the reason: the status 204 or 205, the method `HEAD`, a
    /// `Content-Length` of 0; or if it is a `null`. All else has to be what was asked for.
    public static var jsonOrNil: ResponseParser {
        ResponseParser(accept: "application/json") { head, body, decoder in
            if body.isEmpty || head.status == .noContent || head.status == .resetContent { return nil }
            return try decoder.decode(Output.self, from: body)
        }
    }
}
