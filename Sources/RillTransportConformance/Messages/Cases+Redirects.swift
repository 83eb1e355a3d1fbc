internal import RillHTTPTesting

extension TransportConformance {
    /// Redirect responses, which a transport delivers like any other response.
    static let redirectCases: [Case] =
        [301, 302, 303, 307, 308].map { code in
            Case(.redirects, "delivers\(code)", runsWithoutNetwork: true) { context in
                try expectRedirectNotFollowed(.init(code: code), "/elsewhere", .get, context)
            }
        } + [
            Case(.redirects, "deliversTheRedirectOfAPOST", runsWithoutNetwork: true) { context in
                for status in [301, 302, 303, 307, 308] as [HTTPResponse.Status] {
                    try expectRedirectNotFollowed(status, "/elsewhere", .post, context)
                }
            },
            Case(.redirects, "deliversARelativeLocation", runsWithoutNetwork: true) { context in
                for location in ["elsewhere", "?page=2", "../x", "//127.0.0.1/x"] {
                    try expectRedirectNotFollowed(302, location, .get, context)
                }
            },
            Case(.redirects, "deliversAMalformedLocation", runsWithoutNetwork: true) { context in
                for location in ["http://[::", "a b", "http://", "%zz", "file:///etc/passwd", "caf\u{E9}"] {
                    try expectRedirectNotFollowed(302, location, .get, context)
                }
            },
            Case(.redirects, "deliversAnEmptyLocation", runsWithoutNetwork: true) { context in
                try expectRedirectNotFollowed(302, "", .get, context)
            },
            Case(.redirects, "deliversARedirectWithoutALocation", runsWithoutNetwork: true) { context in
                try expectRedirectNotFollowed(302, nil, .get, context)
            },
        ]

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
