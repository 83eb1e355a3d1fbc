internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// Bytes that arrive on an idle connection: they are not the response to a request that is sent later.
    static let excessByteCases: [Case] = [
        Case(.reuse, "doesNotTakeExcessBytesForAResponse") { bench in try ignoresExcessBytes(forged, then: [], bench) },
        Case(.reuse, "doesNotTakeExcessBytesBeforeACloseForAResponse") { bench in
            try ignoresExcessBytes(forged, then: [.close], bench)
        },
        Case(.reuse, "doesNotTakeALateTimeoutForAResponse") { bench in
            let text = "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            try ignoresExcessBytes(text, then: [.close], bench)
        },
        Case(.reuse, "doesNotTakeAPartOfAResponseForItsBeginning") { bench in
            try ignoresExcessBytes("HTTP/1.1 200 OK\r\nX-It", then: [], bench)
        },
        Case(.reuse, "closesAnIdleConnectionWithExcessBytes") { bench in
            let gate = LoopbackServer.Gate()
            let server = try bench.serve { _ in
                .steps([.head(.length(2)), .bytes("ok"), .finish(), .wait(for: gate), .raw("excess"), .stall])
            }
            let transport = try bench.transport()
            _ = try transport.begin(server.request()).answer()
            gate.open()
            let connection = try server.waitForEnd(ofConnection: 1, timeout: Bench.limit)
            try bench.expect(connection.end, is: .byClient, "who has ended the connection")
            withExtendedLifetime(transport) {}
        },
    ]

    private static let forged = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged"

    /// Has the server send more than the response once the exchange is over, then sends another request.
    private static func ignoresExcessBytes(
        _ text: String, then steps: [LoopbackServer.Step], _ bench: Bench
    ) throws {
        for _ in 0..<5 {
            let isOver = LoopbackServer.Gate()
            let isSent = LoopbackServer.Gate()
            let server = try bench.serve { request in
                guard request.path == "/first" else { return .text("true") }
                let response: [LoopbackServer.Step] = [.head(.length(2)), .bytes("ok"), .finish()]
                return .steps(response + [.wait(for: isOver), .raw(text), .open(isSent)] + steps)
            }
            let transport = try bench.transport()
            try bench.expect(transport.begin(server.request(.get, "/first")).answer().text, is: "ok", "the body")
            isOver.open()
            try bench.expect(isSent.wait(timeout: Bench.limit), "the excess bytes to be sent")
            if !steps.isEmpty { try server.waitForEnd(ofConnection: 1, timeout: Bench.limit) }
            let answer = try transport.begin(server.request(.get, "/second")).answer()
            try bench.expect(answer.status, is: 200, "the next status")
            try bench.expect(answer.text, is: "true", "the next body")
        }
    }
}
