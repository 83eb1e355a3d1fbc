import Foundation
import RillHTTPTesting

/// A server that sends the valid or faulty response that each request specifies.
enum FaultServer {
    /// Serves until standard input ends, which happens when the parent process exits.
    static func main() throws {
        var options = LoopbackServer.Options()
        options.maximumRecordedRequests = 1
        options.maximumConnections = 4_096
        let digest = SoakDigest()
        let server = try LoopbackServer(options: options) { request in
            if let fields = digest.challenge(for: request) { return .status(.unauthorized, fields: fields) }
            guard SoakCookies.areValid(in: request) else { return .text("unexpected cookies", status: .badRequest) }
            let kind = Plan.Kind(rawValue: request.path.split(separator: "/").first.map(String.init) ?? "") ?? .status
            let size = request.queryItem("size").flatMap { Int($0) } ?? 0
            let variant = request.queryItem("variant").flatMap { Int($0) } ?? 0
            return response(kind, size, variant, request)
        }
        FileHandle.standardOutput.write(Data("\(server.port)\n".utf8))
        _ = FileHandle.standardInput.readDataToEndOfFile()
        server.stop()
    }

    private static func response(
        _ kind: Plan.Kind, _ size: Int, _ variant: Int, _ request: LoopbackServer.Request
    ) -> LoopbackServer.Response {
        switch kind {
        case .small where Plan.isCacheable(kind, variant: variant):
            body(size, .length(size), fields: [.cacheControl: "max-age=1"])
        case .small: body(size, .length(size))
        case .large: body(size, variant % 2 == 0 ? .length(size) : .chunked)
        case .chunked: body(size, .chunked, fields: SoakCookies.fields(of: kind, variant: variant))
        case .session: session(size, variant, request)
        case .upload: echo(size, variant, request)
        case .status: body(size, .length(size), status: [404, 500, 302, 201][variant % 4])
        case .delay:
            .steps([.pause(.milliseconds(variant % 20)), .head(.length(size)), .pattern(byteCount: size), .finish()])
        case .trickle:
            .steps([
                .head(.length(size)), .dribble(Array(repeating: 0, count: size), chunkSize: 1, pause: .milliseconds(1)),
                .finish(),
            ])
        case .truncate: .steps([.head(.length(size + 1)), .pattern(byteCount: size), .close])
        case .reset:
            .steps(
                [[], [.partialHead(byteCount: 12)], [.head(.length(size + 1)), .pattern(byteCount: size)]][variant % 3]
                    + [.reset])
        case .stall: .steps([[], [.head(.length(size + 1)), .pattern(byteCount: size)]][variant % 2] + [.stall])
        case .garble: .steps([.raw(garbage(variant)), .close])
        case .closeInHead: .steps([.partialHead(byteCount: 1 + variant % 16, framing: .length(size)), .close])
        case .badChunk: .steps([.head(.chunked), .pattern(byteCount: size), .raw("zz\r\nnonsense"), .close])
        case .echo, .refusedSocket, .slowSocket, .closedSocket, .failedSocket, .cutSocket, .resetSocket,
            .garbledSocket, .stalledSocket:
            SoakSockets.response(kind, variant, request, garbage: garbage(variant))
        }
    }

    /// Sets the cookies of a session, and redirects to its path.
    private static func session(
        _ size: Int, _ variant: Int, _ request: LoopbackServer.Request
    ) -> LoopbackServer.Response {
        let path = "/session/\(SoakCookies.session(variant))"
        guard request.path != path else { return body(size, .length(size)) }
        var fields = SoakCookies.fields(of: .session, variant: variant)
        fields[.location] = "\(path)?size=\(size)&variant=\(variant)"
        return body(size, .length(size), status: .found, fields: fields)
    }

    /// Sends the body back with its content coding, so that the client decompresses and checks it.
    ///
    /// Clients with middleware, which send credentials, must compress all but the shortest bodies.
    private static func echo(
        _ size: Int, _ variant: Int, _ request: LoopbackServer.Request
    ) -> LoopbackServer.Response {
        let coding = request.fields[.contentEncoding]
        let compresses = request.fields.contains(.authorization) && (size >= 1_024 || variant % 3 == 2)
        guard coding == (compresses ? "gzip" : nil) else {
            return .text("unexpected content coding", status: .badRequest)
        }
        return .init(fields: coding.map { [.contentEncoding: $0] } ?? [:], body: request.body)
    }

    private static func body(
        _ size: Int, _ framing: LoopbackServer.Framing, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
    ) -> LoopbackServer.Response {
        .steps([.head(framing), .pattern(byteCount: size), .finish()], status: status, fields: fields)
    }

    /// Returns random bytes that do not begin like an HTTP response.
    private static func garbage(_ variant: Int) -> [UInt8] {
        var generator = SeededGenerator(seed: UInt64(variant))
        return [0x7F] + (0..<(16 + variant)).map { _ in UInt8.random(in: 0...255, using: &generator) } + [0x0A]
    }
}
