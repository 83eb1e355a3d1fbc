internal import RillHTTPTesting

extension TransportConformance {
    private static let redirects: [HTTPResponse.Status] = [301, 302, 303, 307, 308]

    /// Redirect responses, which a transport delivers like any other response.
    static let redirectCases: [Case] =
        redirects.map { redirectCase("delivers\($0.code)", [$0]) } + [
            redirectCase("deliversTheRedirectOfAPOST", redirects, method: .post),
            redirectCase("deliversARelativeLocation", to: ["elsewhere", "?page=2", "../x", "//127.0.0.1/x"]),
            redirectCase(
                "deliversAMalformedLocation",
                to: ["http://[::", "a b", "http://", "%zz", "file:///etc/passwd", "caf\u{E9}"]),
            redirectCase("deliversAnEmptyLocation", to: [""]),
            redirectCase("deliversARedirectWithoutALocation", to: [nil]),
        ]

    private static func redirectCase(
        _ name: String, _ statuses: [HTTPResponse.Status] = [302], to locations: [String?] = ["/elsewhere"],
        method: HTTPRequest.Method = .get
    ) -> Case {
        Case(.redirects, name, runsWithoutNetwork: true) { context in
            for status in statuses {
                for location in locations { try expectRedirectNotFollowed(status, location, method, context) }
            }
        }
    }

    /// Expects that a redirect is delivered with its body, and that its location is not requested.
    private static func expectRedirectNotFollowed(
        _ status: HTTPResponse.Status, _ location: String?, _ method: HTTPRequest.Method, _ context: CaseContext
    ) throws {
        let site = try context.site { request in
            let moved = LoopbackServer.Response.text("moved", status: status)
            return location.map { moved.adding(.location, $0) } ?? moved
        }
        let response = try site.response(method, "/here", body: method == .post ? HTTPBody("hello") : nil)
        try expect(response.status, is: status.code, "the status code")
        try expect(response.fields[.location] ?? "none", is: location ?? "none", "the Location")
        try expect(response.text, is: "moved", "the body")
        // A transport that follows redirects would request the location before this request.
        try expect(site.response(.get, "/next").status, is: status.code, "the next status code")
        let wrong = site.server.requests.map(\.path).filter { $0 != "/here" && $0 != "/next" }
        try expect(wrong, is: [], "the unexpected request paths")
        try expect(site.server.requests.count <= 2, "at most two requests")
    }
}
