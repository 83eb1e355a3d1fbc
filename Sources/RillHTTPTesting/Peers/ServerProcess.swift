#if os(Linux) || os(macOS)
    internal import Foundation

    /// A server of the system that runs as a child process, with a folder of its own, as long as somebody holds it.
    ///
    /// A shell stands between: it ends the server and deletes the folder when it has lost its standard input, and so
    /// also when this process has crashed.
    final class ServerProcess: Sendable {
        private let life: Monitor<Descriptor?>
        private let isDone = LoopbackServer.Gate()
        private let folder: TemporaryFolder

        private static let script = """
            folder=$1
            shift
            cd "$folder" || exit 1
            exec 3<&0
            "$@" </dev/null >output.log 2>&1 3<&- &
            server=$!
            { read -r _ <&3; kill -9 "$server"; } 2>/dev/null &
            watcher=$!
            wait "$server"
            [ $? -eq 137 ] && rm -rf "$folder"
            kill "$watcher" 2>/dev/null
            """

        /// Starts a server, and waits until it accepts connections.
        ///
        /// - Parameters:
        ///   - command: The server's path and its arguments; it must stay in the foreground.
        ///   - port: Where it will listen, on 127.0.0.1.
        ///   - folder: Where it works; deleted at the end.
        /// - Throws: `SystemTool.Failure` with the server's own words if it ends instead of listening.
        init(_ command: [String], port: UInt16, in folder: TemporaryFolder) throws {
            let pipe = try Descriptor.makePipe()
            _ = fcntl(pipe.reading.raw, F_SETFL, 0)  // a shell does not read from what does not block
            life = Monitor(pipe.writing)
            self.folder = folder
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", Self.script, "sh", folder.path] + command
            process.standardInput = FileHandle(fileDescriptor: pipe.reading.raw, closeOnDealloc: false)
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            process.terminationHandler = { [isDone] _ in isDone.open() }
            try process.runWithoutBlockedSignals()
            try waitForConnection(to: port, of: command)
        }

        deinit {
            stop()
        }

        /// Ends the server and deletes its folder; does nothing if that is done.
        func stop() {
            life.update { $0 = nil }
            _ = isDone.wait(timeout: .seconds(30))
            folder.remove()
        }

        private func waitForConnection(to port: UInt16, of command: [String]) throws {
            let deadline = ContinuousClock.now + .seconds(30)
            while !Self.accepts(port) {
                // Nothing tells when a server listens, but for trying.
                guard deadline > .now, !isDone.wait(timeout: .milliseconds(2)) else {
                    let output = try? String(contentsOfFile: folder.path(of: "output.log"), encoding: .utf8)
                    stop()
                    throw SystemTool.Failure(description: "\(command[0]) does not listen: \(output ?? "")")
                }
            }
        }

        private static func accepts(_ port: UInt16) -> Bool {
            guard let socket = try? Descriptor(Listener.makeSocket(), from: "socket") else { return false }
            _ = fcntl(socket.raw, F_SETFD, FD_CLOEXEC)
            var address = sockaddr_in.loopback(port: port)
            return withSocketAddress(&address) { connect(socket.raw, $0, $1.pointee) } == 0
        }

        /// A port that nobody uses, below those that systems give to who asks for any: nobody else gets it meanwhile.
        static func freePort() throws -> UInt16 {
            for _ in 0..<100 {
                let port = UInt16.random(in: 20_000..<32_000)
                if (try? Listener(port: port)) != nil { return port }
            }
            throw SystemTool.Failure(description: "no port is free")
        }
    }
#endif
