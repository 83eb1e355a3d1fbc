import Rill
import RillHTTP
import RillTestSupport

@testable import RillWebSocket

/// A transport that accepts connections, sends bytes that can violate the protocol, and records the frames of the client.
struct WireTransport: Transport {
    /// The bytes that the server sends.
    private let bytes: Observable<[UInt8]>

    /// Whether the server ends the connection after the close frame of the client.
    private let closes: Bool

    /// Whether the server ends the connection after its last byte.
    private let isCut: Bool

    /// The scheduler of a server that needs ten seconds to read each chunk, or `nil` if it reads without delay.
    private let slowScheduler: (any Scheduler)?

    private let received = Log<[UInt8]>()

    init(
        _ bytes: Observable<[UInt8]> = .never(), closes: Bool = true, isCut: Bool = false,
        readingSlowlyOn slowScheduler: (any Scheduler)? = nil
    ) {
        self.slowScheduler = slowScheduler
        self.bytes = bytes
        self.closes = closes
        self.isCut = isCut
    }

    /// The frames of the client, or `nil` if they are invalid or incomplete.
    var frames: [WireFrame]? { WireFrame.parse(received.entries.flatMap(\.self), masked: true) }

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .deferred {
            let upgrade = try WebSocketUpgrade(request.headerFields)
            let head = TransportEvent.head(HTTPResponse(status: 101, headerFields: upgrade.responseFields))
            let closed = PublishSubject<Void>()
            let reading: Observable<TransportEvent> = (body?.chunks ?? .empty())
                .do(onNext: { bytes in
                    received.append(bytes)
                    if closes, frames?.last?.opcode == 8 { closed.onNext(()) }
                })
                .concatMap { _ in
                    let delay = slowScheduler.map { Observable.timer(.seconds(10), scheduler: $0) } ?? .empty()
                    return delay.flatMap { _ in Observable<TransportEvent>.empty() }
                }
            let output = bytes.map { TransportEvent.chunk($0) }
                .do(onCompleted: { if isCut { closed.onNext(()) } })
            return .just(head).concat(Observable.merge(output, reading).take(until: closed.asObservable()))
        }
    }
}

extension Error {
    /// The code of a failed connection, or `nil` for another error.
    var closeCode: UInt16? { (self as? APIError)?.underlying(as: WebSocketError.self)?.code.rawValue }
}

extension WireFrame {
    /// The code of a close frame.
    var closeCode: UInt16? {
        opcode == 8 && payload.count >= 2 ? UInt16(payload[0]) << 8 | UInt16(payload[1]) : nil
    }
}
