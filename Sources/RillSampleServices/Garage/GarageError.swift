internal import RillHTTPTesting

/// Error responses in the format of Garage, Rails, or OAuth, or with an empty body.
enum GarageError {
    // MARK: Garage

    static let unauthorized = garage(.unauthorized, "Unauthorized (invalid token)")
    static let invalidFields = garage(.badRequest, "Invalid query in ?fields=")

    static func forbidden(_ action: String, on resource: String) -> ErrorResponse {
        garage(.forbidden, "Authorized user is not allowed to take the requested operation \(action) on \(resource)")
    }

    /// The error for a part of a request that Garage servers interpret, and the sample server does not.
    static func notImplemented(_ part: String) -> ErrorResponse {
        garage(.notImplemented, "The sample server does not implement \(part)")
    }

    static func missingScope(_ scope: String) -> ErrorResponse {
        garage(.forbidden, "Insufficient scope to process the requested operation. Missing scope(s): \(scope)")
    }

    private static func garage(
        _ status: HTTPResponse.Status, _ message: String, statusName: String = "status_code"
    ) -> ErrorResponse {
        let body = GarageValue.object([(statusName, .number(status.code)), ("error", .text(message))])
        return ErrorResponse(response: .garage(body, status: status))
    }

    // MARK: Rails

    static let recordNotFound = rails(.notFound, "Not Found")
    static let malformedBody = rails(.badRequest, "Bad Request")
    static let serverError = rails(.internalServerError, "Internal Server Error")

    private static func rails(_ status: HTTPResponse.Status, _ message: String) -> ErrorResponse {
        garage(status, message, statusName: "status")
    }

    static let invalidParameter = empty(.badRequest)
    static let unknownPath = empty(.notFound)
    static let notAcceptable = empty(.notAcceptable)

    private static func empty(_ status: HTTPResponse.Status) -> ErrorResponse {
        ErrorResponse(response: .status(status, fields: [.contentType: "text/html"]))
    }

    // MARK: OAuth

    // The descriptions differ from Doorkeeper's, because clients evaluate only the error code.

    static let invalidClient = oauth(.unauthorized, "invalid_client", "Unknown application or wrong secret.")
    static let unauthorizedClient = oauth(
        .forbidden, "unauthorized_client", "The token belongs to another application.")
    static let invalidGrant = oauth(.badRequest, "invalid_grant", "Unknown user, or the token was used or revoked.")
    static let unsupportedGrantType = oauth(.badRequest, "unsupported_grant_type", "Unsupported grant type.")
    static let invalidScope = oauth(.badRequest, "invalid_scope", "Unknown scope.")
    static let invalidToken = oauth(.unauthorized, "invalid_token", "The token is unknown, expired, or revoked.")

    static func missingParameter(_ name: String) -> ErrorResponse {
        oauth(.badRequest, "invalid_request", "Missing parameter: \(name).")
    }

    private static func oauth(_ status: HTTPResponse.Status, _ code: String, _ message: String) -> ErrorResponse {
        let body = GarageValue.object([("error", .text(code)), ("error_description", .text(message))])
        let challenge = "Bearer realm=\"Doorkeeper\", error=\"\(code)\", error_description=\"\(message)\""
        return ErrorResponse(response: .garage(body, status: status).adding(.wwwAuthenticate, challenge))
    }
}

extension LoopbackServer.Response {
    /// Creates a JSON response.
    static func garage(_ value: GarageValue, status: HTTPResponse.Status = .ok) -> Self {
        .data(Array(value.json.utf8), type: "application/json; charset=utf-8", status: status)
    }
}
