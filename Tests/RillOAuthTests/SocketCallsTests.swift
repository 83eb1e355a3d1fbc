import RillSystem

#if os(Linux)
    import Foundation
    import Testing

    @testable import RillHTTP
    @testable import RillHTTPTypes
    @testable import RillOAuth

    @Suite struct SocketCallsTests {
        private func expectFlags(_ descriptor: Int32) {
            #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
            #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
        }

        @Test func socketsDoNotBlockAndAreNotInherited() throws {
            let (listeners, port) = try RedirectSocket.makeListening(host: "127.0.0.1", port: 0)
            let listener = try #require(listeners.first)
            expectFlags(listener.descriptor)
            #expect(try listener.accept() === nil)
            let client = try IdleConnection(port: port)
            let accepted = try #require(try listener.accept())
            expectFlags(accepted.descriptor)
            #expect(accepted.receive() == nil)
            #expect(client.send("x"))
        }

        @Test func pipesDoNotBlockAndAreNotInherited() {
            var ends: [Int32] = [-1, -1]
            #expect(SocketCalls.makePipe(&ends) == 0)
            for end in ends {
                expectFlags(end)
                close(end)
            }
        }

        @Test func failureSetsErrorNumber() {
            let result = SocketCalls.accept(from: -1)
            let number = errno
            #expect(result == -1 && number == EBADF)
        }
    }
#endif
