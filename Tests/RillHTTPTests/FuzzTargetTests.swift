import Foundation
import FuzzEntries
import RillHTTPTesting
import Testing

/// What the fuzzers begin with, and mutations of it: no trap, no hang, no memory over a bound.
@Suite struct FuzzTargetTests {
    private static func corpus(of target: FuzzTarget) throws -> [[UInt8]] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Fuzzing/Corpus/\(target.rawValue)").standardized
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }.map { try [UInt8](Data(contentsOf: $0)) }
    }

    /// How many mutations are tried here: all for those that no other suite tries.
    private static func count(for target: FuzzTarget) -> Int {
        switch target {
        case .cassettes, .multipart: 200_000
        default: 2_000
        }
    }

    private static func tryAll(_ target: FuzzTarget) throws {
        let corpus = try corpus(of: target)
        try #require(!corpus.isEmpty)
        for input in corpus { target.run(input) }
        var mutations = Mutations(seed: 11, corpus: corpus)
        for _ in 0..<count(for: target) { target.run(mutations.next()) }
    }

    #if os(Linux) && compiler(>=6.3)
        /// In a process of its own, so that the memory is the target's alone: no input has more than 4 KiB.
        @Test(.timeLimit(.minutes(10)), arguments: FuzzTarget.allCases)
        func bearsAnything(target: FuzzTarget) async {
            let name = target.rawValue
            await #expect(processExitsWith: .success) { [name = name as String] in
                try Self.tryAll(try #require(FuzzTarget(rawValue: name)))
                #expect(try Self.peakMegabytes() < 256)
            }
        }

        /// The most memory that this process has had.
        private static func peakMegabytes() throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
            return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
                / 1_024
        }
    #else
        @Test(.timeLimit(.minutes(10)), arguments: FuzzTarget.allCases)
        func bearsAnything(target: FuzzTarget) throws {
            try Self.tryAll(target)
        }
    #endif

    @Test func getsPastTheSyntax() throws {
        var mutations = Mutations(seed: 11, corpus: try Self.corpus(of: .cassettes))
        let events = (0..<2_000).compactMap { _ in CassetteProbe.play(mutations.next()) }
        // Some files are played, in all sorts of ways, and the rest is refused.
        #expect(events.count > 50 && events.count < 1_000)
        #expect(events.contains { $0 > 2 })
    }

    @Test func findsTheSecretOfAForm() {
        let body = "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\ns3cr3t\r\n--b--\r\n"
        let text = String(decoding: CassetteProbe.filtered(Array(body.utf8), boundary: "b"), as: UTF8.self)
        #expect(!text.contains("s3cr3t"))
        #expect(text.contains("name=\"password\""))
    }
}
