internal import RillHTTPTesting

/// Error responses in Keystone's format: `{"error": {"code": …, "title": …, "message": …}}`.
enum ConoHaError {
    // MARK: Authentication

    static let unauthorized = make(.unauthorized, "The request you have made requires authentication.")
    static let unsupportedMethod = make(.unauthorized, "Attempted to authenticate with an unsupported method.")
    static let missingSubject = make(.notFound, "No token in the request")
    static let unknownSubject = make(.notFound, "Could not recognize Fernet token")
    static let invalidSubject = make(.notFound, "Failed to validate token")

    // MARK: Permissions and limits

    static let forbidden = make(.forbidden, "You are not authorized to perform the requested action.")

    static func forbidden(_ action: String) -> ErrorResponse {
        make(.forbidden, "You are not authorized to perform the requested action: identity:\(action).")
    }

    /// The error for too many EC2 credentials.
    ///
    /// ConoHa's message is not documented, so this is Keystone's message for an exceeded limit.
    static func limit(_ count: Int) -> ErrorResponse {
        make(.forbidden, "Unable to create additional credentials, maximum of \(count) already exceeded.")
    }

    // MARK: Missing resources

    static func unknown(_ kind: String, _ id: String) -> ErrorResponse {
        make(.notFound, "Could not find \(kind): \(id).")
    }

    static func unknownMarker(_ marker: String) -> ErrorResponse {
        make(.notFound, "Marker \(marker) could not be found.")
    }

    /// The compute service's error for an unknown resource.
    static func itemNotFound(_ message: String) -> ErrorResponse { make(.notFound, message, name: "itemNotFound") }

    // MARK: Invalid requests

    /// The compute service's error for an invalid request.
    static func badRequest(_ message: String) -> ErrorResponse { make(.badRequest, message, name: "badRequest") }

    static func expecting(_ name: String, in location: String) -> ErrorResponse {
        make(
            .badRequest,
            "Expecting to find \(name) in \(location). The server could not comply with the request since it is either "
                + "malformed or otherwise incorrect. The client is assumed to be in error.")
    }

    /// The error for a part of a request that OpenStack interprets, and the sample server does not.
    static func notImplemented(_ part: String) -> ErrorResponse {
        make(.notImplemented, "The sample server does not implement \(part).")
    }

    /// The error for a missing property, whose message is long and contains line breaks.
    static func missing(_ property: String, in instance: JSONValue) -> ErrorResponse {
        let names = ["methods", "password", "token", "application_credential", "project", "domain", "system", "user"]
        let rules = names.enumerated().map { depth, name in
            let indentation = String(repeating: " ", count: 8 * (depth + 1))
            return ["type", "properties", "items", "required"].map { "\(indentation)'\(name)' \($0): {…}," }
                .joined(separator: "\n")
        }
        return make(
            .badRequest,
            "'\(property)' is a required property\n\nFailed validating 'required' in schema:\n"
                + rules.joined(separator: "\n") + "\n\nOn instance:\n    {}")
    }

    // MARK: Responses

    private static func make(
        _ status: HTTPResponse.Status, _ message: String, name: String = "error"
    ) -> ErrorResponse {
        let error: JSONValue = ["code": .integer(status.code), "message": .string(message)]
        let title: JSONValue? = name == "error" ? .string(status.reasonPhrase) : nil
        return ErrorResponse(response: .json(.object([name: error.adding("title", title)]), status: status))
    }

    /// The HTML response to unknown paths.
    static let notFoundPage = LoopbackServer.Response.data(
        Array("<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n".utf8),
        type: "text/html; charset=utf-8", status: .notFound)
}
