internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// Unexpected bytes on an idle connection, which must not be treated as the response to a later request.
    static let excessByteCases: [Case] = [
        Case(.reuse, "doesNotTreatExcessBytesAsAResponse") { context in
            try ignoresExcessBytes(forged, then: [], context)
        },
        Case(.reuse, "doesNotTreatExcessBytesBeforeACloseAsAResponse") { context in
            try ignoresExcessBytes(forged, then: [.close], context)
        },
        Case(.reuse, "doesNotTreatALate408AsAResponse") { context in
            let text = "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            try ignoresExcessBytes(text, then: [.close], context)
        },
        Case(.reuse, "doesNotTreatAPartialHeadAsAResponse") { context in
            try ignoresExcessBytes("HTTP/1.1 200 OK\r\nX-It", then: [], context)
        },
        Case(.reuse, "closesAnIdleConnectionWithExcessBytes") { context in
            let gate = LoopbackServer.Gate()
            let server = try context.serve { _ in
                .steps([.head(.length(2)), .bytes("ok"), .finish(), .wait(for: gate), .raw("excess"), .stall])
            }
            let transport = try context.transport()
            _ = try transport.start(server.request()).response()
            gate.open()
            let connection = try server.waitForEnd(ofConnection: 1, timeout: CaseContext.limit)
            try context.expect(connection.end, is: .byClient, "the side that ended the connection")
            withExtendedLifetime(transport) {}
        },
    ]

    private static let forged = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged"

    /// Checks that bytes sent after the end of a response do not affect the next exchange.
    private static func ignoresExcessBytes(
        _ text: String, then steps: [LoopbackServer.Step], _ context: CaseContext
    ) throws {
        for _ in 0..<5 {
            let isComplete = LoopbackServer.Gate()
            let isSent = LoopbackServer.Gate()
            let server = try context.serve { request in
                guard request.path == "/first" else { return .text("true") }
                let response: [LoopbackServer.Step] = [.head(.length(2)), .bytes("ok"), .finish()]
                return .steps(response + [.wait(for: isComplete), .raw(text), .open(isSent)] + steps)
            }
            let transport = try context.transport()
            try context.expect(transport.start(server.request(.get, "/first")).response().text, is: "ok", "the body")
            isComplete.open()
            try context.expect(isSent.wait(timeout: CaseContext.limit), "the server to send the excess bytes")
            if !steps.isEmpty { try server.waitForEnd(ofConnection: 1, timeout: CaseContext.limit) }
            let response = try transport.start(server.request(.get, "/second")).response()
            try context.expect(response.status, is: 200, "the next status code")
            try context.expect(response.text, is: "true", "the next body")
        }
    }
}
