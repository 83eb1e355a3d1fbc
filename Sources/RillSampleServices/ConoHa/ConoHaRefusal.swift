internal import RillHTTP
internal import RillHTTPTesting

/// An answer that says no, in Keystone's form: `{"error": {"code": …, "title": …, "message": …}}`.
struct ConoHaRefusal: Error, Sendable {
    let status: HTTPResponse.Status
    let message: String

    private init(_ status: HTTPResponse.Status, _ message: String) {
        self.status = status
        self.message = message
    }

    // MARK: Log-ins and tokens

    static let unauthorized = ConoHaRefusal(.unauthorized, "The request you have made requires authentication.")
    static let unsupportedMethod = ConoHaRefusal(
        .unauthorized, "Attempted to authenticate with an unsupported method.")
    static let noSubject = ConoHaRefusal(.notFound, "No token in the request")
    static let unknownSubject = ConoHaRefusal(.notFound, "Could not recognize Fernet token")
    static let endedSubject = ConoHaRefusal(.notFound, "Failed to validate token")

    // MARK: What is not allowed

    static let forbidden = ConoHaRefusal(.forbidden, "You are not authorized to perform the requested action.")

    static func forbidden(_ action: String) -> ConoHaRefusal {
        ConoHaRefusal(.forbidden, "You are not authorized to perform the requested action: identity:\(action).")
    }

    /// How ConoHa refuses one pair of keys too many is not known; Keystone's word for a limit is this one.
    static func limit(_ count: Int) -> ConoHaRefusal {
        ConoHaRefusal(.forbidden, "Unable to create additional credentials, maximum of \(count) already exceeded.")
    }

    // MARK: What is not there

    static func unknown(_ kind: String, _ id: String) -> ConoHaRefusal {
        ConoHaRefusal(.notFound, "Could not find \(kind): \(id).")
    }

    static func unknownMarker(_ marker: String) -> ConoHaRefusal {
        ConoHaRefusal(.notFound, "Marker \(marker) could not be found.")
    }

    // MARK: What cannot be read

    static func expecting(_ thing: String, in place: String) -> ConoHaRefusal {
        ConoHaRefusal(
            .badRequest,
            "Expecting to find \(thing) in \(place). The server could not comply with the request since it is either "
                + "malformed or otherwise incorrect. The client is assumed to be in error.")
    }

    /// The message is long, and has line breaks.
    static func missing(_ property: String, in instance: ConoHaJSON) -> ConoHaRefusal {
        let names = ["methods", "password", "token", "application_credential", "project", "domain", "system", "user"]
        let rules = names.enumerated().map { depth, name in
            let indentation = String(repeating: " ", count: 8 * (depth + 1))
            return ["type", "properties", "items", "required"].map { "\(indentation)'\(name)' \($0): {…}," }
                .joined(separator: "\n")
        }
        return ConoHaRefusal(
            .badRequest,
            "'\(property)' is a required property\n\nFailed validating 'required' in schema:\n"
                + rules.joined(separator: "\n") + "\n\nOn instance:\n    {}")
    }

    // MARK: Answers

    func response(host: String) -> LoopbackServer.Response {
        let body: ConoHaJSON = [
            "error": [
                "code": .number(status.code), "title": .text(status.reasonPhrase), "message": .text(message),
            ]
        ]
        let response = LoopbackServer.Response.json(encoding: body, status: status)
        guard status == .unauthorized else { return response }
        return response.adding(.wwwAuthenticate, "Keystone uri=\"http://\(host)/v3\"")
    }

    /// What an unknown path is answered with: a page for people.
    static let page = LoopbackServer.Response.data(
        Array("<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n".utf8),
        type: "text/html; charset=utf-8", status: .notFound)
}
