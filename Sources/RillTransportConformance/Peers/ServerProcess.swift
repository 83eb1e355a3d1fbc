#if os(Linux) || os(macOS)
    internal import Foundation
    internal import RillHTTPTesting
    internal import RillSystem

    /// A server program that runs as a child process in a temporary folder until it is stopped or its last reference is
    /// released.
    ///
    /// The process is supervised by a shell, which terminates the server and deletes the folder when its standard input
    /// is closed, even if the test process crashes.
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

        /// Starts a server and waits until it accepts connections.
        ///
        /// - Parameters:
        ///   - command: The path of the program and its arguments. The program must run in the foreground.
        ///   - port: The port that the server listens on, on 127.0.0.1.
        ///   - folder: The working directory, which is deleted when the server stops.
        /// - Throws: `SystemTool.Failure` with the output of the program if it exits without listening, or the error of
        ///   the system if it cannot be started.
        init(_ command: [String], port: UInt16, in folder: TemporaryFolder) throws {
            let pipe = try Descriptor.makePipe()
            _ = fcntl(pipe.reading.raw, F_SETFL, 0)  // the shell requires a blocking standard input
            life = Monitor(pipe.writing)
            self.folder = folder
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", Self.script, "sh", folder.path] + command
            process.standardInput = FileHandle(fileDescriptor: pipe.reading.raw, closeOnDealloc: false)
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            process.terminationHandler = { [isDone] _ in isDone.open() }
            do {
                try process.start()
            } catch {
                isDone.open()  // `deinit` waits for the process
                throw error
            }
            try waitForConnection(to: port, of: command)
        }

        deinit {
            stop()
        }

        /// Stops the server and deletes its folder.
        ///
        /// Does nothing if the server has already stopped.
        func stop() {
            life.update { $0 = nil }
            _ = isDone.wait(timeout: .seconds(30))
            folder.remove()
        }

        private func waitForConnection(to port: UInt16, of command: [String]) throws {
            let deadline = ContinuousClock.now + .seconds(30)
            while !Listener.exists(on: port) {
                // The server does not signal when it starts to listen, so the port is polled.
                guard deadline > .now, !isDone.wait(timeout: .milliseconds(2)) else {
                    let output = try? String(contentsOfFile: folder.path(of: "output.log"), encoding: .utf8)
                    stop()
                    throw SystemTool.Failure(
                        description: "\(command[0]) failed to listen on port \(port): \(output ?? "")")
                }
            }
        }

        /// Returns an unused port below the range of ephemeral ports, so that the system does not assign it to another
        /// socket.
        static func freePort() throws -> UInt16 {
            for _ in 0..<100 {
                let port = UInt16.random(in: 20_000..<32_000)
                if (try? Listener(port: port)) != nil { return port }
            }
            throw SystemTool.Failure(description: "no free port found between 20000 and 31999")
        }
    }
#endif
