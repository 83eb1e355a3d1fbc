public import RillHTTP

/// Whether a token is good: `HEAD /v3/auth/tokens`.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#check-token>, read 2026-11-21.
public struct CheckToken: Request, Hashable {
    /// Whether it is good.
    public typealias Response = Bool

    /// The token that is asked about.
    public var subject: Secret

    /// Creates a request.
    ///
    /// - Parameter subject: The token that is asked about.
    public init(subject: Secret) {
        self.subject = subject
    }

    /// `HEAD`.
    public var method: HTTPRequest.Method { .head }

    /// `/v3/auth/tokens`.
    public var path: URLPath { "/v3/auth/tokens" }

    /// The token, as `X-Subject-Token`.
    public var headerFields: HTTPFields { [.subjectToken: subject.value] }

    /// Accepts status 404, too, which says that there is no such token.
    ///
    /// - Parameter status: The answer's status.
    /// - Returns: Whether it is 404, or 200 to 299.
    public func accepts(_ status: HTTPResponse.Status) -> Bool {
        status == .notFound || status.kind == .successful
    }

    /// Looks at the status; fails if 404 comes with a page, which says that the address is none of Keystone's.
    public var parser: ResponseParser<Bool> {
        ResponseParser { head, _, _ in
            guard head.status == .notFound else { return true }
            if head.headerFields[.contentType]?.lowercased().hasPrefix("text/html") == true { throw ForeignPage() }
            return false
        }
    }
}

/// A page for people in the place of an answer.
struct ForeignPage: Error, CustomStringConvertible {
    var description: String {
        "status 404 came with a page and not from version 3 of the identity API; look at the address of the service"
    }
}
