#if os(Linux)
    import Foundation
    import RillHTTPTestSupport
    import RillHTTPTesting
    import RillServiceTestSupport
    import RillTestSupport
    import Synchronization
    import Testing

    /// Tests instruments that block or that use the client that calls them, with libcurl.
    @Suite struct CurlInstrumentTests {
        private static let calls = [
            "Anything<Int> began", "exchange GET", "attempt 1 GET", "attempt 1 ended", "exchange completed",
        ]

        private let limit = Duration.seconds(30)

        private func client(_ server: LoopbackServer) -> Client {
            var options = TransportOptions.withoutTimeouts
            options.maximumConnections = 1
            return Client(baseURL: server.baseURL, transport: CurlTransport(options: options))
        }

        /// A call made with a lock held, or before the exchange can be canceled, would block the other thread.
        @Test(arguments: calls) func otherThreadCanUseClientDuringInstrumentCall(call: String) throws {
            let server = try LoopbackServer { _ in .json("1") }
            defer { server.stop() }
            let plain = client(server)
            let other = Log<Recorder<Int>>()
            let isDone = Atomic(false)
            let instrument = TestHTTPInstrument { text in
                guard text.hasPrefix(call), !isDone.exchange(true, ordering: .relaxed) else { return }
                let hasReturned = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    plain.send(Anything<Int>()).subscribe { _ in }.dispose()
                    other.append(Recorder(plain.send(Anything<Int>())))
                    hasReturned.signal()
                }
                #expect(hasReturned.wait(timeout: .now() + 60) == .success)
            }
            var client = plain
            client.instruments = [instrument]
            #expect(try client.send(Anything<Int>()).wait(timeout: limit) == 1)
            let recorder = try #require(other.entries.first)
            #expect(recorder.waitForEnd(timeout: limit))
            #expect(recorder.values == [1])
        }

        @Test(arguments: calls) func instrumentCanSendRequestDuringCall(call: String) throws {
            let server = try LoopbackServer { _ in .json("1") }
            defer { server.stop() }
            let plain = client(server)
            let other = Log<Recorder<Int>>()
            var client = plain
            client.instruments = [
                TestHTTPInstrument { text in
                    if text.hasPrefix(call) { other.append(Recorder(plain.send(Anything<Int>()))) }
                }
            ]
            #expect(try client.send(Anything<Int>()).wait(timeout: limit) == 1)
            let recorder = try #require(other.entries.first)
            #expect(recorder.waitForEnd(timeout: limit))
            #expect(recorder.values == [1])
        }

        @Test func disposalDuringResendEndsBothAttempts() async throws {
            let connections = Log<Int>()
            let server = try LoopbackServer { request in
                let isFirst = connections.append(request.connection).count { $0 == request.connection } == 1
                return isFirst ? .json("1") : .steps([.close])
            }
            defer { server.stop() }
            let bag = DisposeBag()
            let isSubscribed = DispatchSemaphore(value: 0)
            let instrument = TestHTTPInstrument { text in
                guard text == "attempt 1 ended without response" else { return }
                #expect(isSubscribed.wait(timeout: .now() + 60) == .success)
                bag.dispose()
            }
            var client = client(server)
            #expect(try await client.send(Anything<Int>()).firstValue() == 1)
            client.instruments = [instrument]
            bag.insert(client.send(Anything<Int>()).subscribe { _ in })
            isSubscribed.signal()
            let calls = await instrument.log.wait(for: 8)
            let path = "GET \(server.baseURL)/anything"
            let expected = (1...2).flatMap { ["attempt \($0) \(path)", "attempt \($0) ended without response"] }
            #expect(calls.filter { $0.hasPrefix("attempt") } == expected)
        }
    }
#endif
