#if os(Linux)
    import Foundation
    import Rill
    import RillHTTP
    import RillTestSupport
    import Testing

    @testable import RillHTTPTesting

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
