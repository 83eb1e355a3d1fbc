import RillHTTP

/// Reads the requests of one connection from its stream.
struct RequestReader {
    let stream: ConnectionStream
    let connection: Int
    let options: LoopbackServer.Options

    /// Reads the head of the next request.
    func readHead() throws -> (request: LoopbackServer.Request, framing: RequestHeadParser.Framing) {
        var budget = options.maximumHeadSize
        // Servers should ignore an empty line before a request (RFC 9112, section 2.2).
        repeat {
            while stream.input.isEmpty { try stream.fill() }
            try checkFirstByte()
        } while try skipEmptyLine()
        let line = try RequestHeadParser.requestLine(readLine(&budget))
        let fields = try readFields(&budget)
        let framing = try RequestHeadParser.framing(of: fields, minorVersion: line.minorVersion)
        let request = LoopbackServer.Request(
            method: line.method, target: line.target, fields: fields, connection: connection,
            minorVersion: line.minorVersion)
        return (request, framing)
    }

    /// Reads the body and the trailers that follow a request head.
    func readBody(of request: inout LoopbackServer.Request, framing: RequestHeadParser.Framing) throws {
        switch framing {
        case .length(let length):
            try read(length, into: &request.body)
        case .chunked:
            while true {
                var budget = options.maximumHeadSize
                let size = try RequestHeadParser.chunkSize(readLine(&budget))
                guard size > 0 else { break }
                try read(size, into: &request.body)
                guard try readLine(&budget).isEmpty else {
                    throw RequestError(reason: "a chunk is longer than its declared size")
                }
            }
            var budget = options.maximumHeadSize
            request.trailers = try readFields(&budget)
        }
    }

    /// Rejects input that cannot be an HTTP request, such as a TLS handshake.
    ///
    /// Such input may never contain a line terminator.
    private func checkFirstByte() throws {
        guard let first = stream.input.first, first >= 0x21 && first < 0x7F || first == 0x0D else {
            throw RequestError(reason: "not an HTTP request")
        }
    }

    private func skipEmptyLine() throws -> Bool {
        guard stream.input.first == 0x0D else { return false }
        guard try stream.read(2).last == 0x0A else { throw RequestError(reason: "a line ends without a line feed") }
        return true
    }

    private func readFields(_ budget: inout Int) throws -> HTTPFields {
        var fields = HTTPFields()
        while true {
            let line = try readLine(&budget)
            if line.isEmpty { return fields }
            fields.append(try RequestHeadParser.field(line))
        }
    }

    /// Reads a line and removes the terminating CRLF.
    private func readLine(_ budget: inout Int) throws -> ArraySlice<UInt8> {
        var searched = 0
        while true {
            let input = stream.input
            if let end = input.dropFirst(searched).firstIndex(of: 0x0A) {
                let line = stream.consume(end - input.startIndex + 1)
                budget -= line.count
                guard budget >= 0 else { throw Self.headTooLarge }
                guard line.dropLast().last == 0x0D else {
                    throw RequestError(reason: "a line ends without a carriage return")
                }
                return line.dropLast(2)
            }
            searched = input.count
            guard searched <= budget else { throw Self.headTooLarge }
            try stream.fill()
        }
    }

    private func read(_ count: Int, into body: inout [UInt8]) throws {
        guard count <= options.maximumBodySize - body.count else {
            throw RequestError(
                status: .contentTooLarge, reason: "the request body exceeds \(options.maximumBodySize) bytes")
        }
        var missing = count
        while missing > 0 {
            while stream.input.isEmpty { try stream.fill() }
            let piece = stream.consume(missing)
            body.append(contentsOf: piece)
            missing -= piece.count
        }
    }

    private static let headTooLarge = RequestError(
        status: .requestHeaderFieldsTooLarge, reason: "the request head is too large")
}
