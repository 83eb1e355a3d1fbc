import RillHTTPTesting

/// The cookies that the server sets, and the check of the cookies that it receives.
enum SoakCookies {
    /// The number of sessions.
    ///
    /// All cookies together stay below the limit of a domain, so that none is removed.
    private static let sessionCount = 40

    /// The number of the session that a request opens.
    static func session(_ variant: Int) -> Int { variant % sessionCount }

    /// Returns the fields that set cookies.
    ///
    /// A session has one cookie for its own path, which all requests set to the same value, and one that all sessions
    /// share. Chunked responses replace or remove another cookie at any time.
    static func fields(of kind: Plan.Kind, variant: Int) -> HTTPFields {
        let cookies =
            switch kind {
            case .session:
                [
                    "user=\(value(variant)); Path=/session; Max-Age=3600",
                    "session=\(value(session(variant))); Path=/session/\(session(variant)); HttpOnly",
                ]
            case .chunked: ["visit=\(value(variant)); Path=/chunked; Max-Age=\(variant % 8 == 0 ? 0 : 3_600)"]
            default: [String]()
            }
        var fields = HTTPFields()
        fields[values: .setCookie] = cookies
        return fields
    }

    /// Returns whether a request has the cookies that belong to its path, in the right order.
    static func areValid(in request: LoopbackServer.Request) -> Bool {
        let cookies = (request.fields[.cookie] ?? "").split(separator: "; ")
        let components = request.path.split(separator: "/")
        switch (components.first, components.dropFirst().first.flatMap { Int($0) }) {
        case ("session", let session?):
            return cookies.count == 2 && cookies[0] == "session=\(value(session))" && isIssued(cookies[1], "user")
        case ("session", nil): return cookies.allSatisfy { isIssued($0, "user") } && cookies.count <= 1
        case ("chunked", nil): return cookies.allSatisfy { isIssued($0, "visit") } && cookies.count <= 1
        default: return cookies.isEmpty
        }
    }

    /// Returns whether a cookie has a name and a value that the server issues.
    private static func isIssued(_ cookie: Substring, _ name: String) -> Bool {
        let number = cookie.dropFirst(name.utf8.count + 1).prefix { $0 != "-" }
        return Int(number).map { cookie == "\(name)=\(value($0))" } ?? false
    }

    /// Returns a number and its checksum.
    private static func value(_ number: Int) -> String {
        var generator = SeededGenerator(seed: UInt64(number))
        return "\(number)-\(generator.next())"
    }
}
