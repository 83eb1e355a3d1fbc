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
        Case(.reuse, "neverTreatsExcessBytesAsAResponse") { context in
            try neverTreatsExcessBytesAsAResponse(context) { context, handler in
                (try context.serve(handler), try context.transport())
            }
        },
        tlsCase("neverTreatsExcessBytesAsAResponse") { context, certificates in
            try neverTreatsExcessBytesAsAResponse(context) { context, handler in
                let server = try context.serve(certificates.server, handler)
                return (server, try context.transport { $0.certificateAuthorityFile = certificates.authorityFile })
            }
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

    /// Checks many exchanges, after each of which the server sends another response before the next request.
    private static func neverTreatsExcessBytesAsAResponse(
        _ context: CaseContext,
        _ setUp: (CaseContext, @escaping LoopbackServer.Handler) throws -> (LoopbackServer, any Transport)
    ) throws {
        let gates = (0..<300).map { _ in (isComplete: LoopbackServer.Gate(), isSent: LoopbackServer.Gate()) }
        let (server, transport) = try setUp(context) { request in
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
            let response = try transport.start(server.request(.get, "/\(number)")).response()
            let body = String(repeating: "x", count: number % 3) + "\(number)"
            try context.expect(response.text, is: body, "the body of response \(number)")
            isComplete.open()
            try context.expect(isSent.wait(timeout: CaseContext.limit), "the server to send the excess bytes")
        }
    }

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
