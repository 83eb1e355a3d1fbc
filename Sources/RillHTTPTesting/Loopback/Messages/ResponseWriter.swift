import RillHTTP

/// A writer that performs the steps of one response.
struct ResponseWriter {
    /// The action that the connection takes after a response.
    enum Outcome {
        case nextRequest
        case close
        case reset
    }

    let stream: ConnectionStream
    let request: LoopbackServer.Request
    let response: LoopbackServer.Response

    /// A closure that receives the number of body bytes of each successful write.
    let countBodyBytes: (Int) -> Void

    /// The framing of the body, or `nil` if nothing has been sent.
    private(set) var framing: LoopbackServer.Framing?

    /// Whether `finish` has ended the response.
    private(set) var isFinished = false

    private var closesConnection: Bool {
        request.closesConnection || response.fields.connectionOptions.contains("close")
    }

    private var sendsBody: Bool { request.method != .head && !response.status.forbidsBody }

    /// Performs all steps.
    mutating func run() throws -> Outcome {
        for step in response.steps {
            if let outcome = try perform(step) { return outcome }
        }
        return isFinished && !closesConnection && framing != .untilClose ? .nextRequest : .close
    }

    /// Performs a step.
    ///
    /// Returns the outcome of the response if the step ends it.
    private mutating func perform(_ step: LoopbackServer.Step) throws -> Outcome? {
        switch step.kind {
        case .head(let framing, let style, let prefix):
            try sendHead(framing, style, prefix: prefix)
        case .informational(let status, let fields):
            try stream.send(ResponseHead.encode(status: status, fields: fields))
        case .bytes(let bytes, let chunkSize, let pause):
            let framing = try bodyFraming()
            try inPieces(bytes, chunkSize, pause) { try sendBody($0, framing) }
        case .pattern(let byteCount):
            let framing = try bodyFraming()
            try Pattern.forEachPiece(byteCount: byteCount) { try sendBody($0, framing) }
        case .finish(let trailers):
            try finish(trailers)
            isFinished = true
        case .raw(let bytes, let chunkSize, let pause):
            framing = framing ?? .unframed
            try inPieces(bytes, chunkSize, pause) { try stream.send($0) }
        case .repeating(let bytes, let count):
            framing = framing ?? .unframed
            try sendRepeatedly(bytes, count)
        case .open(let gate): gate.open()
        case .wait(let gate, let duration): try stream.wait(for: gate, timeout: duration)
        case .end(let outcome): return outcome
        case .relay(let bytes, let socket): try stream.relay(bytes, with: socket)
        case .duplex(let respond): return try stream.exchange(respond) ? nil : .reset
        }
        return nil
    }

    private mutating func sendHead(
        _ framing: LoopbackServer.Framing, _ style: LoopbackServer.HeadStyle = [], prefix: Int? = nil
    ) throws {
        self.framing = framing
        let fields = ResponseHead.fields(of: response, framing: framing, closing: closesConnection)
        let head = ResponseHead.encode(status: response.status, fields: fields, style: style)
        try stream.send(Array(head.prefix(prefix ?? head.count)))
    }

    /// Returns the framing of the body.
    ///
    /// Sends the head first if nothing has been sent.
    private mutating func bodyFraming() throws -> LoopbackServer.Framing {
        if let framing { return framing }
        try sendHead(.chunked)
        return .chunked
    }

    private func inPieces(
        _ bytes: [UInt8], _ size: Int, _ pause: Duration, send: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                try send(UnsafeRawBufferPointer(rebasing: rest.prefix(max(size, 1))))
                rest = rest.dropFirst(max(size, 1))
                if pause > .zero, !rest.isEmpty { try stream.wait(timeout: pause) }
            }
        }
    }

    /// Sends small texts in batches of up to 64 KiB.
    private func sendRepeatedly(_ bytes: [UInt8], _ count: Int) throws {
        guard !bytes.isEmpty else { return }
        let batch = max(1, min(count, (64 << 10) / bytes.count))
        let copies = Array(repeatElement(bytes, count: batch).joined())
        for start in stride(from: 0, to: count, by: batch) {
            try stream.send(Array(copies.prefix(min(batch, count - start) * bytes.count)))
        }
    }

    private func sendBody(_ bytes: UnsafeRawBufferPointer, _ framing: LoopbackServer.Framing) throws {
        guard sendsBody else { return }
        guard framing == .chunked else { return try stream.send(bytes, progress: countBodyBytes) }
        let size = Array("\(String(bytes.count, radix: 16))\r\n".utf8)
        if bytes.count <= 16 << 10 {
            // A small chunk is sent in a single write.
            try stream.send(size + bytes + [0x0D, 0x0A])
            countBodyBytes(bytes.count)
        } else {
            try stream.send(size)
            try stream.send(bytes, progress: countBodyBytes)
            try stream.send([0x0D, 0x0A])
        }
    }

    private mutating func finish(_ trailers: HTTPFields) throws {
        guard try bodyFraming() == .chunked, sendsBody else { return }
        let lines = trailers.map { "\($0.name.rawName): \($0.value)\r\n" }.joined()
        try stream.send(Array("0\r\n\(lines)\r\n".utf8))
    }
}
