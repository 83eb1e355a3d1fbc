import Foundation
import RillHTTPTesting
import RillWebSocket

/// The server: each path is a behavior, whose parameters are in the query.
enum PeerServer {
    /// Serves until standard input ends.
    static func main() throws {
        var options = LoopbackServer.Options()
        options.maximumRecordedRequests = 1
        options.maximumConnections = 2_000
        let server = try LoopbackServer(options: options) { respond(to: $0) }
        FileHandle.standardOutput.write(Data("\(server.port)\n".utf8))
        _ = FileHandle.standardInput.readDataToEndOfFile()
        server.stop()
    }

    private static func respond(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        switch request.path {
        case "/echo": accept(request) { socket in socket.messages.flatMap { socket.sending($0) } }
        case "/close":
            accept(request) { socket in
                let code = request.queryItem("code").flatMap { UInt16($0) } ?? 1000
                try? socket.close(WebSocketCloseCode(rawValue: code), reason: request.queryItem("reason") ?? "")
                return socket.messages.map { _ in }
            }
        case "/abort": accept(request) { _ in .error(PeerError("aborted")) }
        case "/reset": .steps([.reset])
        default: .status(.unauthorized)
        }
    }

    private static func accept(
        _ request: LoopbackServer.Request, _ handle: @escaping @Sendable (WebSocket) -> Observable<Void>
    ) -> LoopbackServer.Response {
        var options = WebSocketOptions()
        options.compression = WebSocketCompression(option: request.queryItem("compression") ?? "off")
        options.keepAliveInterval = request.queryItem("ping").flatMap { Int($0) }.map { .milliseconds($0) }
        return .webSocket(request, protocols: ["v2", "v1"], options: options, handle)
    }
}

struct PeerError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension WebSocketCompression {
    /// Creates a compression from `off`, `on`, `reset`, which means without context takeover, or the number of window bits.
    init?(option: String) {
        switch option {
        case "on": self.init()
        case "reset": self.init(keepsContext: false)
        default:
            guard let bits = Int(option) else { return nil }
            self.init(windowBits: bits)
        }
    }
}
