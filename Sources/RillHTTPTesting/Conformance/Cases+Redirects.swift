internal import RillHTTP

extension TransportConformance {
    /// Answers that lead elsewhere: data like any other.
    static let redirectCases: [Case] =
        [301, 302, 303, 307, 308].map { code in
            Case(.redirects, "passes\(code)On", isSimulable: true) { bench in
                try passesOn(.init(code: code), "/elsewhere", .get, bench)
            }
        } + [
            Case(.redirects, "passesTheAnswerToAPOSTOn", isSimulable: true) { bench in
                for status in [301, 302, 303, 307, 308] as [HTTPResponse.Status] {
                    try passesOn(status, "/elsewhere", .post, bench)
                }
            },
            Case(.redirects, "passesARelativeLocationOn", isSimulable: true) { bench in
                for location in ["elsewhere", "?page=2", "../x", "//127.0.0.1/x"] {
                    try passesOn(302, location, .get, bench)
                }
            },
            Case(.redirects, "passesAMalformedLocationOn", isSimulable: true) { bench in
                for location in ["http://[::", "a b", "http://", "%zz", "file:///etc/passwd", "caf\u{E9}"] {
                    try passesOn(302, location, .get, bench)
                }
            },
            Case(.redirects, "passesAnEmptyLocationOn", isSimulable: true) { bench in
                try passesOn(302, "", .get, bench)
            },
            Case(.redirects, "passesARedirectWithoutALocationOn", isSimulable: true) { bench in
                try passesOn(302, nil, .get, bench)
            },
        ]

    /// Expects that an answer is passed on with its body, and that nobody asks at the place that it names.
    private static func passesOn(
        _ status: HTTPResponse.Status, _ location: String?, _ method: HTTPRequest.Method, _ bench: Bench
    ) throws {
        let server = try bench.serve { request in
            let moved = LoopbackServer.Response.text("moved", status: status)
            return location.map { moved.adding(.location, $0) } ?? moved
        }
        let transport = try bench.transport()
        let body = method == .post ? HTTPBody("hello") : nil
        let answer = try transport.begin(server.request(method, "/here"), body: body).answer()
        try bench.expect(answer.status, is: status.code, "the status")
        try bench.expect(answer.fields[.location] ?? "none", is: location ?? "none", "the Location")
        try bench.expect(answer.text, is: "moved", "the body")
        // Whoever follows would do so before this.
        let next = try transport.begin(server.request(.get, "/next")).answer()
        try bench.expect(next.status, is: status.code, "the next status")
        let wrong = server.requests.map(\.path).filter { $0 != "/here" && $0 != "/next" }
        try bench.expect(wrong, is: [], "the other paths that were asked for")
        try bench.expect(server.requests.count <= 2, "no request more than two")
    }
}
