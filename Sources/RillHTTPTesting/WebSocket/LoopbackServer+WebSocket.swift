public import Rill
internal import RillHTTP
public import RillWebSocket

extension LoopbackServer.Response {
    /// Creates a response that accepts a WebSocket connection.
    ///
    ///     let server = try LoopbackServer { request in
    ///         .webSocket(request) { socket in socket.messages.concatMap { socket.sending($0) } }        // an echo
    ///     }
    ///
    /// For connections that violate the protocol, send bytes with the step
    /// ``LoopbackServer/Step/duplex(_:)`` after ``/RillWebSocket/WebSocketUpgrade/responseFields``.
    ///
    /// - Parameters:
    ///   - request: The request. If it is not a handshake, the response has the status 400 and describes the reason.
    ///   - protocols: The names of the supported subprotocols. Defaults to none.
    ///   - options: The limits, time limits, and the compression if the client offers it.
    ///   - handle: A closure that is called with the connection. When the returned observable completes, the connection is closed
    ///     normally.
    /// - Returns: The response.
    public static func webSocket<Output>(
        _ request: LoopbackServer.Request, protocols: [String] = [], options: WebSocketOptions = WebSocketOptions(),
        _ handle: @escaping @Sendable (WebSocket) -> Observable<Output>
    ) -> Self {
        do {
            let upgrade = try WebSocketUpgrade(request.fields, protocols: protocols, options: options)
            return .steps(
                [.head(.unframed), .duplex { upgrade.run($0, handle) }], status: .switchingProtocols,
                fields: upgrade.responseFields)
        } catch {
            return .text(error.text, status: .badRequest)
        }
    }
}
