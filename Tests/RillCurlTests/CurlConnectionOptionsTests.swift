import RillHTTPTestSupport
import RillSystem

#if os(Linux)
    import CRillCurl
    import Foundation
    import Rill
    import RillHTTP
    import RillTestSupport
    import Testing

    @testable import RillHTTPTesting
    @testable import RillTransportConformance

    /// The effects of connection options, as seen by the system and in the metrics.
    @Suite struct CurlConnectionOptionsTests {
        private struct Get: Request {
            let path: URLPath = "/"

            typealias Response = Data
        }

        private let limit = Duration.seconds(30)
        private let log = Log<ExchangeMetrics>()

        private func client(_ baseURL: String, _ change: (inout TransportOptions) -> Void) -> Client {
            var options = TransportOptions.withoutTimeouts
            change(&options)
            var client = Client(baseURL: baseURL, transport: CurlTransport(options: options))
            client.onMetrics = { [log] in log.append($0) }
            return client
        }

        private func metrics(_ client: Client) throws -> TransportMetrics {
            _ = try client.send(Get()).wait(timeout: limit)
            return try #require(log.entries.last?.attempts.last?.metrics)
        }

        // MARK: Keep-alive probes

        /// Returns the state of the timer of the connection to a port, such as `02:00000A3C`, from `/proc/net/tcp`.
        ///
        /// The first number is 2 if the next event is a keep-alive probe. The second is the time until then, in 1/100 s.
        private func timer(ofConnectionTo port: UInt16) throws -> [Int] {
            let digits = String(port, radix: 16, uppercase: true)
            let remote = "0100007F:" + String(repeating: "0", count: 4 - digits.count) + digits
            // The system writes the file in parts. A connection can be missing if others are closed between two parts.
            for _ in 0..<100 {
                let table = try Self.contents(ofSystemFile: "/proc/net/tcp")
                let rows = table.split(separator: "\n").map { $0.split(separator: " ") }
                guard let row = rows.first(where: { $0[2] == remote && $0[3] == "01" }) else { continue }
                return row[5].split(separator: ":").compactMap { Int($0, radix: 16) }
            }
            Issue.record("/proc/net/tcp contains no connection to port \(port)")
            return []
        }

        /// Reads until the end, because `String(contentsOfFile:)` may return only the beginning of a file without a size.
        private static func contents(ofSystemFile path: String) throws -> String {
            let descriptor = open(path, O_RDONLY)
            try #require(descriptor >= 0)
            defer { close(descriptor) }
            var contents: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                guard count > 0 else { return String(decoding: contents, as: UTF8.self) }
                contents += buffer[..<count]
            }
        }

        @Test func keepAliveIntervalStartsTimerOfSystem() throws {
            let server = try LoopbackServer { _ in .text("ok") }
            defer { server.stop() }
            let plain = client(server.baseURL) { _ in }
            _ = try metrics(plain)
            #expect(try timer(ofConnectionTo: server.port) == [0, 0])
            let other = try LoopbackServer { _ in .text("ok") }
            defer { other.stop() }
            let probing = client(other.baseURL) { $0.keepAliveInterval = .seconds(1_000) }
            _ = try metrics(probing)
            let timer = try timer(ofConnectionTo: other.port)
            #expect(timer.first == 2 && (1...100_000).contains(timer.last ?? 0), "\(timer)")
            withExtendedLifetime((plain, probing)) {}
        }

        // MARK: Name resolution

        /// A new connection for which no name is resolved spends no time on it.
        @Test(arguments: [(Duration.seconds(60), true), (.zero, false)])
        func resolutionLifetimeKeepsAddresses(lifetime: Duration, isKept: Bool) throws {
            let server = try LoopbackServer { _ in LoopbackServer.Response(fields: [.connection: "close"]) }
            defer { server.stop() }
            let client = client("http://localhost:\(server.port)") {
                $0.resolutionLifetime = lifetime
                $0.addressFamily = .ipv4
            }
            #expect(try #require(metrics(client).nameResolution) > .zero)
            let second = try metrics(client)
            #expect(second.isConnectionReused == false)
            #expect((second.nameResolution == .zero) == isKept)
        }

        @Test func hostOverrideKeepsHostField() throws {
            let server = try LoopbackServer { .text($0.fields[.host] ?? "none") }
            defer { server.stop() }
            let client = client("http://api.invalid") { $0.hostOverrides = ["api.invalid": server.authority] }
            #expect(try client.send(Get()).wait(timeout: limit) == Data("api.invalid".utf8))
        }

        // MARK: Happy Eyeballs

        /// A listening socket on a port of ::1 that accepts no connections, although the system establishes them.
        private final class IPv6Listener: Sendable {
            private let socket: Int32

            init?(port: UInt16) {
                socket = SocketCalls.makeStream(AF_INET6)
                var address = sockaddr_in6()
                address.sin6_family = sa_family_t(AF_INET6)
                address.sin6_port = port.bigEndian
                address.sin6_addr = in6addr_loopback
                let size = socklen_t(MemoryLayout<sockaddr_in6>.size)
                let isListening = withUnsafePointer(to: &address) { address in
                    address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                        bind(socket, address, size) == 0 && listen(socket, 8) == 0
                    }
                }
                guard isListening else { return nil }
            }

            deinit {
                close(socket)
            }
        }

        /// Returns the reason for which a request to localhost fails: its IPv4 address does not accept a connection, and
        /// its IPv6 address does not respond.
        private static func failureOfLocalhost(
            _ change: (inout TransportOptions) -> Void
        ) throws -> TransportError.Reason? {
            let full = try FullListener()
            let listener = try #require(IPv6Listener(port: full.port))
            var options = TransportOptions.withoutTimeouts
            options.responseTimeout = .milliseconds(200)
            change(&options)
            let client = Client(baseURL: "http://localhost:\(full.port)", transport: CurlTransport(options: options))
            let error = #expect(throws: APIError.self) { try client.send(Get()).wait(timeout: .seconds(30)) }
            withExtendedLifetime(listener) {}
            return (error?.underlying as? TransportError)?.reason
        }

        private static let hasBothAddresses: Bool = {
            guard FullListener.skipReason == nil, IPv6Listener(port: 0) != nil else { return false }
            return connectsToIPv4First && (try? failureOfLocalhost { $0.addressFamily = .ipv6 }) == .firstByte
        }()

        private static var connectsToIPv4First: Bool {
            guard let server = try? LoopbackServer(handler: { _ in .text("ok") }) else { return false }
            defer { server.stop() }
            let listener = IPv6Listener(port: server.port)
            defer { withExtendedLifetime(listener) {} }
            var options = TransportOptions.withoutTimeouts
            options.responseTimeout = .milliseconds(200)
            let client = Client(baseURL: "http://localhost:\(server.port)", transport: CurlTransport(options: options))
            return (try? client.send(Get()).wait(timeout: .seconds(30))) != nil
        }

        /// libcurl 7.77 and later resolves localhost to 127.0.0.1 and ::1 without the system.
        @Test(
            .enabled("needs a full backlog, and a libcurl that connects to 127.0.0.1 before ::1") { hasBothAddresses },
            .enabled("needs libcurl 7.87, because earlier versions divide the limit by the number of addresses") {
                ccurl_open() == nil && ccurl_version_number() >= 0x075700
            },
            arguments: [(Duration.milliseconds(1), TransportError.Reason.firstByte), (.seconds(3_600), .connecting)])
        func addressFallbackDelayStartsOtherFamily(delay: Duration, reason: TransportError.Reason) throws {
            let failure = try Self.failureOfLocalhost {
                $0.addressFallbackDelay = delay
                if reason == .connecting { $0.connectTimeout = .milliseconds(500) }
            }
            #expect(failure == reason)
        }

        // MARK: Unix domain sockets

        private func unixServer(
            at file: TemporaryFile, _ handler: @escaping LoopbackServer.Handler
        ) throws -> LoopbackServer {
            var options = LoopbackServer.Options()
            options.unixSocketPath = file.path
            return try LoopbackServer(options: options, handler: handler)
        }

        @Test func unixSocketConnectionHasMetricsWithoutAddress() throws {
            let file = TemporaryFile()
            let server = try unixServer(at: file) { _ in .text("hello") }
            defer { server.stop() }
            let client = client("http://docker") { $0.unixSocketPath = file.path }
            let first = try metrics(client)
            #expect(first.isConnectionReused == false && first.connect != nil && first.firstByte != nil)
            #expect(first.remoteAddress == nil && first.remotePort == nil)
            #expect(first.decodedBytes == 5 && first.httpVersion == "1.1")
            let second = try metrics(client)
            #expect(second.isConnectionReused == false && second.remoteAddress == nil)
        }

        @Test func excessBytesOnUnixSocketAreNotAResponse() throws {
            let isComplete = LoopbackServer.Gate()
            let isFirst = Log<Int>()
            let file = TemporaryFile()
            let server = try unixServer(at: file) { _ in
                guard isFirst.append(1).count == 1 else { return .text("second") }
                let forged = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged"
                return .steps([
                    .head(.length(2)), .bytes("ok"), .finish(), .wait(for: isComplete), .raw(forged), .close,
                ])
            }
            defer { server.stop() }
            let client = client("http://docker") { $0.unixSocketPath = file.path }
            #expect(try client.send(Get()).wait(timeout: limit) == Data("ok".utf8))
            isComplete.open()
            #expect(try client.send(Get()).wait(timeout: limit) == Data("second".utf8))
        }
    }
#endif
