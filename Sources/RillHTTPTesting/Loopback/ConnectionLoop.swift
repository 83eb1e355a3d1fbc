import RillHTTP

/// What the threads of a server have in common, apart from the handler.
struct ServerContext: Sendable {
    let options: LoopbackServer.Options
    let record: Monitor<ServerRecord>
    let stop: LoopbackServer.Gate
    let tls: TLSContext?
}

/// Serves one connection, request by request, on a thread of its own.
struct ConnectionLoop {
    private let number: Int
    private let context: ServerContext
    private let handler: LoopbackServer.Handler
    private let stream: ConnectionStream
    private let reader: RequestReader

    init(number: Int, socket: Descriptor, context: ServerContext, handler: @escaping LoopbackServer.Handler) {
        self.number = number
        self.context = context
        self.handler = handler
        stream = ConnectionStream(socket: socket, stop: context.stop)
        reader = RequestReader(stream: stream, connection: number, options: context.options)
    }

    /// Runs until the connection ends.
    func run() {
        do {
            switch try serve() {
            case .nextRequest:
                end(.byClient)
            case .close:
                // `waitForEnd` must not return before the connection is closed.
                stream.endSending()
                end(.byServer)
                stream.waitForPeer()
            case .reset:
                stream.reset()
                end(.byServer)
            }
        } catch Interruption.serverStopped {
            end(.byServer)
        } catch {
            end(.byClient)
        }
    }

    /// Serves requests until one of the answers ends the connection, or no request follows.
    private func serve() throws -> ResponseWriter.Outcome {
        if let tls = context.tls, try !stream.secure(tls) { return .close }
        do {
            while let head = try reader.readHead() {
                var request = head.request
                if let early = context.options.answersEarly?(request) {
                    record(request)
                    let outcome = try write(early, to: request)
                    return outcome == .nextRequest ? .close : outcome
                }
                if request.expectsContinue, stream.input.isEmpty, context.options.sendsContinue {
                    try stream.send(ResponseHead.encode(status: .continue, fields: [:]))
                }
                try reader.readBody(of: &request, framing: head.framing)
                record(request)
                let outcome = try write(answer(to: request), to: request)
                guard outcome == .nextRequest else { return outcome }
            }
            return .nextRequest
        } catch let error as RequestError {
            let fields: HTTPFields = [
                .contentType: "text/plain; charset=utf-8", .contentLength: String(error.reason.utf8.count),
                .connection: "close",
            ]
            try stream.send(ResponseHead.encode(status: error.status, fields: fields) + Array(error.reason.utf8))
            return .close
        }
    }

    private func answer(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        do {
            return try handler(request)
        } catch {
            return .text("The handler has thrown: \(error)", status: .internalServerError)
        }
    }

    private func write(
        _ response: LoopbackServer.Response, to request: LoopbackServer.Request
    ) throws -> ResponseWriter.Outcome {
        var writer = ResponseWriter(response, to: request, stream: stream) { count in
            context.record.update { $0.addBodyBytes(count, connection: number) }
        }
        return try writer.run()
    }

    private func record(_ request: LoopbackServer.Request) {
        context.record.update { $0.add(request, limit: context.options.maximumRecordedRequests) }
    }

    private func end(_ end: LoopbackServer.Connection.End) {
        context.record.update { $0.end(number, end) }
    }
}
