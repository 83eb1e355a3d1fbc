import Foundation
import RillFuzzEntries
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import Testing

/// Runs the fuzz targets with their corpus and mutations of it, and checks for traps, hangs and excessive memory use.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct FuzzTargetTests {
    private static func corpus(of target: FuzzTarget) throws -> [[UInt8]] {
        let folder = PackageFiles.root.appending(path: "Tests/Fuzzing/Corpus/\(target.rawValue)")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }.map { try [UInt8](Data(contentsOf: $0)) }
    }

    /// The targets without a fuzz test in another suite, which get more mutations.
    private static let extensive: [FuzzTarget] = [.cassettes, .multipart]

    private static func count(for target: FuzzTarget) -> Int {
        extensive.contains(target) ? 200_000 : 2_000
    }

    private static func runAll(_ target: FuzzTarget) throws {
        let corpus = try corpus(of: target)
        try #require(!corpus.isEmpty)
        for input in corpus { target.run(input) }
        var mutations = Mutations(seed: 11, corpus: corpus)
        mutations.forEachDistinct(count(for: target)) { target.run($0) }
    }

    #if os(Linux) && compiler(>=6.3)
        /// The targets of each process.
        ///
        /// Each process loads all tests, so the targets with few mutations share one.
        private static let processes: [[FuzzTarget]] =
            extensive.map { [$0] } + [FuzzTarget.allCases.filter { !extensive.contains($0) }]

        /// Runs in a separate process to measure the peak memory use of the targets alone.
        ///
        /// No input exceeds 4 KiB.
        @Test(.timeLimit(.minutes(10)), arguments: processes)
        func survivesMutatedInput(targets: [FuzzTarget]) async throws {
            let files = try TemporaryFiles()
            let (names, note) = (targets.map(\.rawValue), files.path("target"))
            let result = await #expect(processExitsWith: .success) {
                [names = names as [String], note = note as String] in
                for name in names {
                    try Data(name.utf8).write(to: URL(filePath: note))
                    try Self.runAll(try #require(FuzzTarget(rawValue: name)))
                }
                #expect(try peakMemory() < 256)
            }
            if result == nil {
                // The expectation does not return the output of a process that fails.
                let last = try? String(contentsOfFile: files.path("target"), encoding: .utf8)
                Issue.record("the process failed in the target \(last ?? "none")")
            }
        }

    #else
        @Test(.timeLimit(.minutes(10)), arguments: FuzzTarget.allCases)
        func survivesMutatedInput(target: FuzzTarget) throws {
            try Self.runAll(target)
        }
    #endif

    @Test func someMutatedCassettesAreValid() throws {
        var mutations = Mutations(seed: 11, corpus: try Self.corpus(of: .cassettes))
        let events = (0..<2_000).compactMap { _ in CassetteProbe.play(mutations.next()) }
        // Some of the mutated files can be played, and the others are rejected.
        #expect(events.count > 50)
        #expect(events.count < 1_000)
        #expect(events.contains { $0 > 2 })
    }

    @Test func redactsSecretInMultipartForm() {
        let body = "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\ns3cr3t\r\n--b--\r\n"
        let text = String(decoding: CassetteProbe.filtered(Array(body.utf8), boundary: "b"), as: UTF8.self)
        #expect(!text.contains("s3cr3t"))
        #expect(text.contains("name=\"password\""))
    }
}
