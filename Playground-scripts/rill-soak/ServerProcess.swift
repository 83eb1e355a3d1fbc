import Foundation

/// The server, in a process of its own, so that what it needs is not counted with the clients.
final class ServerProcess {
    let authority: String
    private let process = Process()
    private let input = Pipe()

    init() throws {
        let output = Pipe()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["--serve"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = UInt16(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw SoakError("the server has not come up")
        }
        authority = "127.0.0.1:\(port)"
    }

    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
