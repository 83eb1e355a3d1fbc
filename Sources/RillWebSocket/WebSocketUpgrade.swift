internal import Foundation
public import Rill
public import RillHTTP

/// The server's side of a handshake, for servers and tests.
///
///     let upgrade = try WebSocketUpgrade(request.fields, protocols: ["v2"])
///     // Send the status 101 and `upgrade.responseFields`. Then the connection belongs to WebSocket:
///     let sent = upgrade.run(received) { socket in socket.messages.concatMap { socket.sending($0) } }
public struct WebSocketUpgrade: Sendable {
    private let acceptance: WebSocketAcceptance
    private let options: WebSocketOptions

    /// Checks the fields of a request.
    ///
    /// - Parameters:
    ///   - fields: The header fields of the request.
    ///   - protocols: The names of the supported subprotocols. The first one that the client requests is selected. Defaults to
    ///     none.
    ///   - options: The limits, time limits, and the compression if the client offers it.
    /// - Throws: A ``WebSocketError`` if the request is not a handshake, or an option is invalid.
    public init(
        _ fields: HTTPFields, protocols: [String] = [], options: WebSocketOptions = WebSocketOptions()
    ) throws(WebSocketError) {
        if let reason = options.invalidReason { throw WebSocketError(.internalError, reason) }
        self.options = options
        acceptance = try WebSocketAcceptance(
            fields, subprotocols: protocols,
            compression: DeflateParameters.isAvailable ? options.compression?.parameters : nil)
    }

    /// The header fields of the response with the status 101.
    public var responseFields: HTTPFields { acceptance.responseFields }

    /// Runs a connection.
    ///
    /// - Parameters:
    ///   - received: The bytes that the client sends after the handshake.
    ///   - scheduler: The scheduler of the time limits.
    ///   - handle: A closure that is called with the connection. When the returned observable completes, the connection is closed
    ///     normally; when it fails, with ``WebSocketCloseCode/internalError``.
    /// - Returns: The bytes to send to the client, completed when the connection has ended.
    public func run<Output>(
        _ received: Observable<[UInt8]>, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        _ handle: @escaping @Sendable (WebSocket) -> Observable<Output>
    ) -> Observable<[UInt8]> {
        .deferred {
            let session = WebSocketSession(.server, acceptance.agreement, options, scheduler: scheduler)
            let socket = WebSocket(session, subprotocol: acceptance.agreement.subprotocol)
            session.scheduleKeepAlive()
            let handling = handle(socket)
                .do(onError: { _ in try? socket.close(.internalError) }, onCompleted: { socket.close() })
                .flatMap { _ in Observable<[UInt8]?>.empty() }
            let reading: Observable<[UInt8]?> = received.running(
                { session }, until: session.interruption.asObservable()
            ) {
                session.receive($0)
            }
            // The end of the output ends the connection.
            let output = session.output.map { $0 as [UInt8]? }.concat(.just(nil))
            let ended = reading.catch { _ in .empty() }.do(onDispose: { session.end() })
            // A client that does not read pauses the output. `share()` keeps that pause from the handler and the reading.
            let all = Observable.merge(output, handling.catch { _ in .empty() }.share(), ended.share())
            return all.take(while: { $0 != nil }).compactMap { $0 }
        }
    }
}
