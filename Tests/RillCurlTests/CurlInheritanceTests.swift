#if os(Linux)
    import Foundation
    import Rill
    import RillHTTP
    import RillHTTPTestSupport
    import RillHTTPTesting
    import Testing

    /// The file descriptors of libcurl that a child process inherits.
    @Suite struct CurlInheritanceTests {
        /// Returns the descriptors of sockets and pipes of this process that child processes inherit.
        private func inherited() throws -> Set<Int32> {
            let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
                Int32($0)
            }
            return Set(
                descriptors.filter { descriptor in
                    var status = stat()
                    guard descriptor > 2, fcntl(descriptor, F_GETFD) == 0, fstat(descriptor, &status) == 0 else {
                        return false
                    }
                    return [S_IFSOCK, S_IFIFO].contains(status.st_mode & S_IFMT)
                })
        }

        @Test func childProcessesDoNotInheritSockets() throws {
            let server = try LoopbackServer { _ in .text("ok") }
            defer { server.stop() }
            let request = HTTPRequest(method: .get, scheme: "http", authority: "localhost:\(server.port)", path: "/")
            // Other tests run at the same time, so descriptors of theirs can appear.
            var counts: [Int] = []
            for _ in 0..<10 {
                let before = try inherited()
                let transport = CurlTransport(options: .withoutTimeouts)
                _ = try transport.send(request, body: nil).toArray().wait(timeout: .seconds(30))
                counts.append(try inherited().subtracting(before).count)
                transport.shutDown()
            }
            #expect(counts.contains(0), "\(counts)")
        }
    }
#endif
