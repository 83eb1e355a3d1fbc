internal import RillHTTPTesting

extension TransportConformance {
    /// Unexpected bytes on an idle connection, which must not be treated as the response to a later request.
    static let excessByteCases: [Case] =
        [
            ("doesNotTreatExcessBytesAsAResponse", forged, []),
            ("doesNotTreatExcessBytesBeforeACloseAsAResponse", forged, [.close]),
            (
                "doesNotTreatALate408AsAResponse",
                "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", [.close]
            ),
            ("doesNotTreatAPartialHeadAsAResponse", "HTTP/1.1 200 OK\r\nX-It", []),
        ].map { (name: String, text: String, steps: [LoopbackServer.Step]) in
            Case(.reuse, name) { context in
                for _ in 0..<5 { try ignoresExcessBytes(text, then: steps, context) }
            }
        } + [
            Case(.reuse, "neverTreatsExcessBytesAsAResponse", neverTreatsExcessBytesAsAResponse),
            Case(.tls, "neverTreatsExcessBytesAsAResponse", over: .tls, neverTreatsExcessBytesAsAResponse),
            Case(.reuse, "closesAnIdleConnectionWithExcessBytes") { context in
                let gate = LoopbackServer.Gate()
                let site = try context.site { _ in
                    .steps([.head(.length(2)), .bytes("ok"), .finish(), .wait(for: gate), .raw("excess"), .stall])
                }
                try site.expectText()
                gate.open()
                try expectClose(site.server)
                withExtendedLifetime(site) {}
            },
        ]

    private static let forged = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged"

    /// Checks many exchanges, after each of which the server sends another response before the next request.
    private static func neverTreatsExcessBytesAsAResponse(_ context: CaseContext) throws {
        let gates = (0..<300).map { _ in (isComplete: LoopbackServer.Gate(), isSent: LoopbackServer.Gate()) }
        let site = try context.site { request in
            let number = Int(request.path.dropFirst()) ?? 0
            let (isComplete, isSent) = gates[number]
            let body = String(repeating: "x", count: number % 3) + "\(number)"
            let head = LoopbackServer.Step.raw("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
            return switch number % 3 {
            case 0: .steps([head, .raw(body), .wait(for: isComplete), .raw(forged), .open(isSent), .stall])
            case 1: .steps([head, .raw(body), .raw(forged), .open(isSent), .stall])
            default: .steps([head, .raw(body + forged), .open(isSent), .stall])
            }
        }
        for (number, (isComplete, isSent)) in gates.enumerated() {
            try site.expectText(String(repeating: "x", count: number % 3) + "\(number)", "/\(number)")
            isComplete.open()
            try expect(isSent.wait(timeout: CaseContext.limit), "the server to send the excess bytes")
        }
    }

    /// Checks that bytes sent after the end of a response do not affect the next exchange.
    private static func ignoresExcessBytes(
        _ text: String, then steps: [LoopbackServer.Step], _ context: CaseContext
    ) throws {
        let isComplete = LoopbackServer.Gate()
        let isSent = LoopbackServer.Gate()
        let site = try context.site { request in
            guard request.path == "/first" else { return .text("true") }
            let response: [LoopbackServer.Step] = [.head(.length(2)), .bytes("ok"), .finish()]
            return .steps(response + [.wait(for: isComplete), .raw(text), .open(isSent)] + steps)
        }
        try site.expectText("ok", "/first")
        isComplete.open()
        try expect(isSent.wait(timeout: CaseContext.limit), "the server to send the excess bytes")
        if !steps.isEmpty { try site.server.waitForEnd(ofConnection: 1, timeout: CaseContext.limit) }
        let response = try site.response(.get, "/second")
        try expect(response.status, is: 200, "the next status code")
        try expect(response.text, is: "true", "the next body")
    }
}
