import Foundation
import RillHTTP
import RillHTTPTesting
import Testing

/// Tests of load tests with `http-get --repeat`.
@Suite(.timeLimit(.minutes(10))) struct HTTPGetLoadTests {
    @Test func repeatSendsAllRequestsAndPrintsAHistogram() async throws {
        let (outcome, server) = try await HTTPGet.run(["--concurrency", "4", "--repeat", "200"]) { _ in .text("hello") }
        outcome.expect(status: 0, errors: "")
        #expect(server.requests.count == 200)
        #expect(server.connections.count <= 4)
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0].hasPrefix("200 requests in ") && lines[0].hasSuffix(" with concurrency 4"))
        #expect(lines[1].contains(" requests/s, "))
        #expect(lines[2] == "200 succeeded, 0 failed")
        #expect(lines[4] == "Time to last byte")
        let percentiles = lines[5].split(separator: " ")
        #expect(percentiles.filter { Int($0) == nil && $0.first?.isLetter == true && $0.count == 3 }.count == 4)
        let rows = lines[7...].dropLast()
        #expect(!rows.isEmpty && rows.allSatisfy { $0.contains(" – ") && $0.count <= 80 })
        #expect(rows.contains { $0.contains("█") })
        // The counts are between the range and the bar.
        let counts = rows.compactMap { row in
            row.components(separatedBy: " – ")[1].split(separator: " ").dropFirst(2).first.flatMap { Int($0) }
        }
        #expect(counts.reduce(0, +) == 200)
        #expect(!outcome.output.contains("\u{1B}"))
    }

    @Test func repeatGroupsFailuresByCause() async throws {
        let count = Count()
        let (outcome, server) = try await HTTPGet.run(["--concurrency", "3", "--repeat=40"]) { _ in
            switch count.next() % 4 {
            case 0: .text("later", status: .serviceUnavailable)
            case 1: count.next() % 2 == 0 ? .text("fine") : .truncated([1], declaredLength: 5)
            default: .text("fine")
            }
        }
        #expect(outcome.status == 1)
        #expect(server.requests.count == 40)
        let lines = outcome.output.split(separator: "\n")
        let failures = lines.drop { $0 != "Failures" }.dropFirst()
        #expect(failures.contains { $0.hasSuffix("  status 503 Service Unavailable") })
        #expect(failures.allSatisfy { $0.first?.isNumber == true || $0.first == " " })
        let failed = failures.compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }.reduce(0, +)
        #expect(failed > 0)
        #expect(lines[2] == "\(40 - failed) succeeded, \(failed) failed")
        #expect(outcome.errors == "http-get: \(failed) of 40 requests failed\n")
    }

    @Test func repeatOmitsLatenciesWhenAllRequestsFail() async throws {
        let address = try ClosedPort.baseURL
        let outcome = try await HTTPGet.script.run(["--repeat", "3", address])
        outcome.expect(
            status: 1, output: .contains("\n0 succeeded, 3 failed\n\nFailures\n3  "), .omits("Time to last byte"))
    }

    @Test func sampleServerAllowsMoreRequestsThanQiita() async throws {
        let outcome = try await HTTPGet.script.run(["--concurrency", "8", "--repeat", "100"])
        #expect(outcome.status == 0)
        #expect(outcome.lines.contains("100 succeeded, 0 failed"))
    }

    @Test func controlCTerminatesTheScript() async throws {
        let server = try LoopbackServer { _ in .stall }
        defer { server.stop() }
        let outcome = try await HTTPGet.script.run(["--concurrency", "3", "--repeat", "9", server.baseURL]) { process in
            try await server.waitForRequests(3, timeout: .seconds(30))
            process.interrupt()
        }
        outcome.expect(signal: SIGINT, output: "")
        #expect(server.requests.count == 3)
    }
}
