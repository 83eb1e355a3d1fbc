internal import RillHTTPTesting

extension TransportConformance {
    /// Responses that a server sends before it has received the request body, after which it closes the stream without an
    /// error (RFC 9113, section 8.1).
    static let earlyResponseCases: [Case] = [200, 401, 403, 413].map { status in
        Case(.http2, "deliversAnEarlyResponseWithStatus\(status)", over: .http2, serving: .text("ok")) { site in
            let body = LoopbackServer.patternBody(100_000)
            func start(_ body: HTTPBody) -> RunningExchange { site.start(.post, "/early/\(status)", body: body) }
            func expectResponse(to exchange: RunningExchange) throws {
                try expect(exchange.response(), hasStatus: status, text: "early")
            }
            for _ in 0..<20 {
                try expectResponse(to: start(HTTPBody(body)))
                try expectResponse(to: start(.stream(.from([body]))))
            }
            for _ in 0..<5 {
                let exchanges = (0..<40).map { _ in start(HTTPBody(body)) }
                for exchange in exchanges { try expectResponse(to: exchange) }
            }
        }
    }
}
