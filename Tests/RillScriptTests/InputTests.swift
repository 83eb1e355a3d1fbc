import Foundation
import Rill
import RillScript
import RillTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct InputTests {
    /// Returns the lines of a file with the given text, as emitted by each of the observables that a closure returns.
    private func lines(
        of text: String, _ reads: (Observable<String>) -> [Observable<String>] = { [$0] }, limit: Int = 100
    ) async throws -> [[String]] {
        let files = try TemporaryFiles()
        try files.write(Array(text.utf8), to: "lines")
        var result: [[String]] = []
        for read in reads(Input(path: files.path("lines")).lines(limit: limit)) {
            result.append(try await read.collected())
        }
        return result
    }

    @Test(arguments: [
        ("", []), ("a\nb\n", ["a", "b"]), ("a\n\nlast", ["a", "", "last"]), ("\n", [""]), ("初心者\r\n", ["初心者\r"]),
    ])
    func linesEndAtLineFeeds(text: String, expected: [String]) async throws {
        #expect(try await lines(of: text) == [expected])
    }

    @Test func eachSubscriptionReadsTheFile() async throws {
        #expect(try await lines(of: "a\nb\n") { [$0, $0.take(1)] } == [["a", "b"], ["a"]])
    }

    @Test func linesFailIfALineIsTooLong() async throws {
        let texts = try await lines(of: "1234\n12345\n", { [$0.catch { .just("\($0)") }] }, limit: 4)
        #expect(texts.first?.first == "1234")
        #expect(texts.first?.last?.hasSuffix(": a line exceeds 4 bytes") == true)
    }

    @Test func linesFailIfTheFileIsMissing() async throws {
        let error = await #expect(throws: Input.Failure.self) {
            try await Input.file("/no/such/file").lines().collected()
        }
        #expect(error?.description == "cannot read /no/such/file: No such file or directory")
    }

    @Test func linesAreEmittedAsSoonAsTheyAreComplete() async throws {
        let files = try TemporaryFiles()
        let path = files.path("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        // Opening the pipe for both reading and writing does not block.
        let writer = try #require(FileHandle(forUpdatingAtPath: path))
        async let first = Input.file(path).lines().firstValue()
        try writer.write(contentsOf: Data("a\nb".utf8))
        #expect(try await first == "a")
        // The reading thread ends with the next line.
        try writer.write(contentsOf: Data("\n".utf8))
        try writer.close()
    }

    // MARK: Chunks

    @Test func chunksContainTheWholeFile() async throws {
        let files = try TemporaryFiles()
        let bytes = TemporaryFiles.pattern(200_000)
        try files.write(bytes, to: "bytes")
        let chunks = try await Input.file(files.path("bytes")).chunks().collected()
        #expect(chunks.flatMap { $0 } == bytes)
        #expect(chunks.count >= 4 && chunks.allSatisfy { !$0.isEmpty })
        #expect(try await Input.file("/dev/null").chunks().collected().isEmpty)
    }

    @Test func chunksAreEmittedAsSoonAsTheyAreAvailable() async throws {
        let files = try TemporaryFiles()
        let path = files.path("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        // Opening the pipe for both reading and writing does not block.
        let writer = try #require(FileHandle(forUpdatingAtPath: path))
        async let first = Input.file(path).chunks().firstValue()
        try writer.write(contentsOf: Data("a".utf8))
        #expect(try await first == Array("a".utf8))
        try writer.close()
    }

    @Test func chunksFailIfTheFileCannotBeRead() async throws {
        for (path, reason) in [("/no/such/file", "No such file or directory"), ("/", "Is a directory")] {
            let error = await #expect(throws: Input.Failure.self) {
                try await Input.file(path).chunks().collected()
            }
            #expect(error?.description == "cannot read \(path): \(reason)")
        }
    }
}
