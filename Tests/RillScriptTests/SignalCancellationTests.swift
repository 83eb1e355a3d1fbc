import Foundation
import RillScript
import Testing

/// Tests of `withSignalCancellation` in child processes, which send signals to themselves.
@Suite(.timeLimit(.minutes(10))) struct SignalCancellationTests {
    @Test func signalEndsTheProgramAfterItsCleanUp() async throws {
        let result = try await #require(processExitsWith: .signal(SIGINT), observing: [\.standardErrorContent]) {
            await Command("program", "", arguments: []).run {
                defer { Output.trace("program") }
                var count = 0
                try await withSignalCancellation {
                    defer { Output.trace("operation \(count)") }
                    count += 1
                    kill(getpid(), SIGINT)
                    for try await _ in Observable<Int>.never().values {}
                } cleanUp: {
                    Output.trace("clean-up")
                }
                Output.trace("not reached")
            }
        }
        let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
        #expect(lines.suffix(3) == ["operation 1", "clean-up", "program"])
    }

    @Test func operationThatIgnoresCancellationEndsAfterTheGracePeriod() async throws {
        let result = try await #require(processExitsWith: .signal(SIGTERM), observing: [\.standardErrorContent]) {
            await Command("program", "", arguments: []).run {
                try await withSignalCancellation(gracePeriod: .milliseconds(1)) {
                    kill(getpid(), SIGTERM)
                    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
                } cleanUp: {
                    Output.trace("clean-up")
                }
            }
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).hasSuffix("clean-up\n"))
    }

    @Test func secondSignalEndsTheProgramImmediately() async throws {
        let result = try await #require(processExitsWith: .signal(SIGINT), observing: [\.standardErrorContent]) {
            await Command("program", "", arguments: []).run {
                try await withSignalCancellation(gracePeriod: .seconds(3_600)) {
                    await withTaskCancellationHandler {
                        kill(getpid(), SIGINT)
                        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
                    } onCancel: {
                        kill(getpid(), SIGINT)
                    }
                } cleanUp: {
                    Output.trace("clean-up")
                }
            }
        }
        #expect(!String(decoding: result.standardErrorContent, as: UTF8.self).contains("clean-up"))
    }

    @Test func closedPipeEndsAProgramThatPrints() async {
        await #expect(processExitsWith: .signal(SIGPIPE)) {
            closeReaderOfStandardOutput()
            await Command("program", "", arguments: []).run {
                while true { print(String(repeating: "x", count: 100_000)) }
            }
        }
    }

    @Test func closedPipeEndsAProgramThatWritesWithSuccess() async {
        await #expect(processExitsWith: .success) {
            closeReaderOfStandardOutput()
            await Command("program", "", arguments: []).run {
                while true { try Output.write("text") }
            }
        }
    }

    @Test func programWithoutSignalReturnsTheResult() async throws {
        var values: [Int] = []
        let sum = try await withSignalCancellation {
            values = try await Observable.of(1, 2).collected()
            return values.reduce(0, +)
        }
        #expect(sum == 3)
        #expect(values == [1, 2])
    }
}

/// Replaces standard output by a pipe whose reader has closed it.
private func closeReaderOfStandardOutput() {
    let pipe = Pipe()
    dup2(pipe.fileHandleForWriting.fileDescriptor, STDOUT_FILENO)
    try? pipe.fileHandleForReading.close()
}
