internal import RillHTTP
internal import RillHTTPTesting

/// An error response in Keystone's format: `{"error": {"code": …, "title": …, "message": …}}`.
struct ConoHaErrorResponse: Error, Sendable {
    let status: HTTPResponse.Status
    let message: String

    /// The key of the error object.
    let name: String

    private init(_ status: HTTPResponse.Status, _ message: String, name: String = "error") {
        self.status = status
        self.message = message
        self.name = name
    }

    // MARK: Authentication

    static let unauthorized = ConoHaErrorResponse(.unauthorized, "The request you have made requires authentication.")
    static let unsupportedMethod = ConoHaErrorResponse(
        .unauthorized, "Attempted to authenticate with an unsupported method.")
    static let missingSubject = ConoHaErrorResponse(.notFound, "No token in the request")
    static let unknownSubject = ConoHaErrorResponse(.notFound, "Could not recognize Fernet token")
    static let invalidSubject = ConoHaErrorResponse(.notFound, "Failed to validate token")

    // MARK: Permissions and limits

    static let forbidden = ConoHaErrorResponse(.forbidden, "You are not authorized to perform the requested action.")

    static func forbidden(_ action: String) -> ConoHaErrorResponse {
        ConoHaErrorResponse(.forbidden, "You are not authorized to perform the requested action: identity:\(action).")
    }

    /// The error for too many EC2 credentials.
    ///
    /// ConoHa's message is not documented, so this is Keystone's message for an exceeded limit.
    static func limit(_ count: Int) -> ConoHaErrorResponse {
        ConoHaErrorResponse(
            .forbidden, "Unable to create additional credentials, maximum of \(count) already exceeded.")
    }

    // MARK: Missing resources

    static func unknown(_ kind: String, _ id: String) -> ConoHaErrorResponse {
        ConoHaErrorResponse(.notFound, "Could not find \(kind): \(id).")
    }

    static func unknownMarker(_ marker: String) -> ConoHaErrorResponse {
        ConoHaErrorResponse(.notFound, "Marker \(marker) could not be found.")
    }

    /// The compute service's error for an unknown resource.
    static func itemNotFound(_ message: String) -> ConoHaErrorResponse {
        ConoHaErrorResponse(.notFound, message, name: "itemNotFound")
    }

    // MARK: Invalid requests

    /// The compute service's error for an invalid request.
    static func badRequest(_ message: String) -> ConoHaErrorResponse {
        ConoHaErrorResponse(.badRequest, message, name: "badRequest")
    }

    static func expecting(_ name: String, in location: String) -> ConoHaErrorResponse {
        ConoHaErrorResponse(
            .badRequest,
            "Expecting to find \(name) in \(location). The server could not comply with the request since it is either "
                + "malformed or otherwise incorrect. The client is assumed to be in error.")
    }

    /// The error for a part of a request that OpenStack interprets, and the sample server does not.
    static func notImplemented(_ part: String) -> ConoHaErrorResponse {
        ConoHaErrorResponse(.notImplemented, "The sample server does not implement \(part).")
    }

    /// The error for a missing property, whose message is long and contains line breaks.
    static func missing(_ property: String, in instance: JSONValue) -> ConoHaErrorResponse {
        let names = ["methods", "password", "token", "application_credential", "project", "domain", "system", "user"]
        let rules = names.enumerated().map { depth, name in
            let indentation = String(repeating: " ", count: 8 * (depth + 1))
            return ["type", "properties", "items", "required"].map { "\(indentation)'\(name)' \($0): {…}," }
                .joined(separator: "\n")
        }
        return ConoHaErrorResponse(
            .badRequest,
            "'\(property)' is a required property\n\nFailed validating 'required' in schema:\n"
                + rules.joined(separator: "\n") + "\n\nOn instance:\n    {}")
    }

    // MARK: Responses

    func response(host: String) -> LoopbackServer.Response {
        // Only Keystone sends a title.
        let title: JSONValue? = name == "error" ? .string(status.reasonPhrase) : nil
        let error = (["code": .integer(status.code), "message": .string(message)] as JSONValue).adding("title", title)
        let body = JSONValue.object([name: error])
        let response = LoopbackServer.Response.json(encoding: body, status: status)
        guard status == .unauthorized else { return response }
        return response.adding(.wwwAuthenticate, "Keystone uri=\"http://\(host)/v3\"")
    }

    /// The HTML response to unknown paths.
    static let notFoundPage = LoopbackServer.Response.data(
        Array("<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n".utf8),
        type: "text/html; charset=utf-8", status: .notFound)
}
