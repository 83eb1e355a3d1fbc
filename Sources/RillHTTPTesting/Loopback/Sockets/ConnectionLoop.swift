import RillHTTP

/// The state shared by the threads of a server, except for the handler.
struct ServerContext: Sendable {
    let options: LoopbackServer.Options
    let record: Monitor<ServerRecord>
    let stop: LoopbackServer.Gate
    let tls: TLSContext?
}

/// Serves the requests of one connection in sequence on a dedicated thread.
struct ConnectionLoop {
    let number: Int
    let stream: ConnectionStream
    let context: ServerContext
    let handler: LoopbackServer.Handler

    /// Runs until the connection ends.
    func run() {
        do {
            switch try serve() {
            case .nextRequest:
                end(.byClient)
            case .close:
                // The end is recorded after `endSending`, so that `waitForEnd` does not return before the connection is
                // closed.
                stream.endSending()
                end(.byServer)
                try stream.waitForPeer()
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

    /// Serves requests until a response ends the connection.
    ///
    /// Throws if the client sends no further request.
    private func serve() throws -> ResponseWriter.Outcome {
        if let tls = context.tls, try !stream.secure(tls) { return .close }
        if let socks = context.options.socks {
            guard let request = try socks.readRequest(from: stream, connection: number) else { return .close }
            record(request)
            return try write(response(to: request), to: request)
        }
        let reader = RequestReader(stream: stream, connection: number, options: context.options)
        do {
            while true {
                let head = try reader.readHead()
                var request = head.request
                if let early = context.options.earlyResponse?(request) {
                    record(request)
                    let outcome = try write(early, to: request)
                    return outcome == .nextRequest ? .close : outcome
                }
                if request.expectsContinue, stream.input.isEmpty, context.options.sendsContinue {
                    try stream.send(ResponseHead.encode(status: .continue, fields: [:]))
                }
                try reader.readBody(of: &request, framing: head.framing)
                record(request)
                let outcome = try write(response(to: request), to: request)
                guard outcome == .nextRequest else { return outcome }
            }
        } catch let error as RequestError {
            let fields: HTTPFields = [
                .contentType: "text/plain; charset=utf-8", .contentLength: String(error.reason.utf8.count),
                .connection: "close",
            ]
            try stream.send(ResponseHead.encode(status: error.status, fields: fields) + Array(error.reason.utf8))
            return .close
        }
    }

    private func response(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        do {
            return try handler(request)
        } catch {
            return .text("The handler threw an error: \(error)", status: .internalServerError)
        }
    }

    private func write(
        _ response: LoopbackServer.Response, to request: LoopbackServer.Request
    ) throws -> ResponseWriter.Outcome {
        var writer = ResponseWriter(stream: stream, request: request, response: response) { count in
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
