import RillHTTP

@testable import RillHTTPTesting
@testable import RillTransportConformance

/// An error for response steps that cannot be simulated without a network.
struct CannotSimulate: Error {}

extension StubTransport.Response {
    /// Creates the stub response that corresponds to the response of a loopback server's handler.
    init(of handler: LoopbackServer.Handler, to request: StubTransport.Request) throws {
        let message = request.message
        var received = LoopbackServer.Request(
            method: message.method, target: message.path ?? "/", fields: message.headerFields, connection: 1,
            minorVersion: 1)
        received.body = request.body?.bytes ?? []
        var simulation = Simulation(try handler(received), to: message)
        self = try simulation.makeResponse()
    }
}

/// Converts the steps of a loopback server response into the chunks of a stub response.
private struct Simulation {
    private let response: LoopbackServer.Response
    private let sendsBody: Bool
    private var framing = LoopbackServer.Framing.chunked
    private var chunks: [StubTransport.Response.Chunk] = []

    init(_ response: LoopbackServer.Response, to request: HTTPRequest) {
        self.response = response
        sendsBody = request.method != .head && !response.status.forbidsBody
    }

    mutating func makeResponse() throws -> StubTransport.Response {
        for step in response.steps {
            if let end = try process(step) { return makeResponse(endingWith: end) }
        }
        return makeResponse(endingWith: endOfConnection)
    }

    /// Processes a step.
    ///
    /// Returns the outcome of the response if the step ends it.
    private mutating func process(_ step: LoopbackServer.Step) throws -> StubTransport.Response.End? {
        switch step.kind {
        case .head(let framing, _, prefix: nil): self.framing = framing
        case .bytes(let bytes, let chunkSize, _): add(bytes, chunkSize)
        case .pattern(let count): add(LoopbackServer.patternBody(count), 64 << 10)
        case .informational, .wait(nil, timeout: .some): break
        case .finish: return framing == .untilClose ? endOfConnection : .complete
        case .end(.close): return endOfConnection
        case .end(.reset): return .fail(TransportError(.closedEarly))
        case .wait(nil, timeout: nil): return .never
        case .head, .raw, .repeating, .open, .wait, .end, .relay, .duplex: throw CannotSimulate()
        }
        return nil
    }

    private mutating func add(_ bytes: [UInt8], _ chunkSize: Int) {
        guard sendsBody else { return }
        var rest = bytes[...]
        while !rest.isEmpty {
            chunks.append(.init(Array(rest.prefix(chunkSize))))
            rest = rest.dropFirst(chunkSize)
        }
    }

    /// The outcome of the response when the server closes the connection.
    private var endOfConnection: StubTransport.Response.End {
        let count = chunks.reduce(0) { $0 + $1.bytes.count }
        switch framing {
        case .untilClose, .unframed: return .complete
        case .length(count): return .complete
        case .length(let length): return .fail(TransportError(.closedEarly, "received \(count) of \(length) bytes"))
        case .chunked: return .fail(TransportError(.closedEarly, "received \(count) bytes"))
        }
    }

    private func makeResponse(endingWith end: StubTransport.Response.End) -> StubTransport.Response {
        let fields = ResponseHead.fields(of: response, framing: framing, closing: false)
        return .respond(status: response.status, fields: fields, chunks: chunks, then: end)
    }
}
