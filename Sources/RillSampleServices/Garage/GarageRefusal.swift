internal import RillHTTP
internal import RillHTTPTesting

/// An answer that says no: in Garage's form, in that of Rails, in that of OAuth, or without a word.
struct GarageRefusal: Error, Sendable {
    let response: LoopbackServer.Response

    // MARK: Garage

    static let unauthorized = garage(.unauthorized, "Unauthorized (invalid token)")
    static let invalidFields = garage(.badRequest, "Invalid query in ?fields=")

    static func forbidden(_ action: String, on resource: String) -> GarageRefusal {
        garage(
            .forbidden,
            "Authorized user is not allowed to take the requested operation \(action) on \(resource)")
    }

    static func missingScopes(_ scopes: [String]) -> GarageRefusal {
        garage(
            .forbidden,
            "Insufficient scope to process the requested operation. "
                + "Missing scope(s): \(scopes.joined(separator: ", "))")
    }

    private static func garage(_ status: HTTPResponse.Status, _ message: String) -> GarageRefusal {
        let body = GarageValue.object([("status_code", .number(status.code)), ("error", .text(message))])
        return GarageRefusal(response: .garage(body, status: status))
    }

    // MARK: Rails

    static let noSuchRecord = rails(.notFound, "Not Found")
    static let brokenBody = rails(.badRequest, "Bad Request")
    static let serverError = rails(.internalServerError, "Internal Server Error")

    private static func rails(_ status: HTTPResponse.Status, _ message: String) -> GarageRefusal {
        let body = GarageValue.object([("status", .number(status.code)), ("error", .text(message))])
        return GarageRefusal(response: .garage(body, status: status))
    }

    static let invalidParameter = silent(.badRequest)
    static let unknownPath = silent(.notFound)
    static let notAcceptable = silent(.notAcceptable)

    private static func silent(_ status: HTTPResponse.Status) -> GarageRefusal {
        GarageRefusal(response: .status(status, fields: [.contentType: "text/html"]))
    }

    // MARK: OAuth

    // Their words are the sample's own: clients go by the code.

    static let invalidClient = oauth(
        .unauthorized, "invalid_client", "The application is not known, or its secret is wrong.")
    static let invalidGrant = oauth(
        .badRequest, "invalid_grant", "Nobody is known by this name, or the token has been used or revoked.")
    static let unsupportedGrantType = oauth(.badRequest, "unsupported_grant_type", "There is no such grant.")
    static let invalidScope = oauth(.badRequest, "invalid_scope", "There is no such scope.")
    static let invalidToken = oauth(
        .unauthorized, "invalid_token", "The token is not known, has expired or was revoked.")

    static func missingParameter(_ name: String) -> GarageRefusal {
        oauth(.badRequest, "invalid_request", "\(name) is missing.")
    }

    private static func oauth(_ status: HTTPResponse.Status, _ code: String, _ message: String) -> GarageRefusal {
        let body = GarageValue.object([("error", .text(code)), ("error_description", .text(message))])
        let challenge = "Bearer realm=\"Doorkeeper\", error=\"\(code)\", error_description=\"\(message)\""
        return GarageRefusal(response: .garage(body, status: status).adding(.wwwAuthenticate, challenge))
    }
}

extension LoopbackServer.Response {
    /// Makes a response of JSON.
    static func garage(_ value: GarageValue, status: HTTPResponse.Status = .ok) -> Self {
        .data(Array(value.json.utf8), type: "application/json; charset=utf-8", status: status)
    }
}
