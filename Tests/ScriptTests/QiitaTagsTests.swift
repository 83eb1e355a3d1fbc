import Foundation
import RillHTTPTesting
import RillSampleServices
import Testing

/// Tests of the output of `qiita-tags`.
@Suite(.timeLimit(.minutes(10))) struct QiitaTagsTests {
    private let script = Script(name: "qiita-tags")

    /// A tag in the service's JSON, decoded without the client.
    private struct Row: Decodable {
        let id: String
        let itemsCount: Int

        enum CodingKeys: String, CodingKey {
            case id
            case itemsCount = "items_count"
        }
    }

    private func rows(
        _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [Row] {
        try await script.rows(arguments, sourceLocation: sourceLocation)
    }

    @Test func printsATableWithoutArguments() async throws {
        let outcome = try await script.run()
        outcome.expect(status: 0, lineCount: 21)
        #expect(outcome.lines.first?.split(separator: " ") == ["Tag", "Items", "Followers"])
        #expect(outcome.lines.dropFirst().allSatisfy { $0.contains { "▏▎▍▌▋▊▉█".contains($0) } })
        #expect(!outcome.output.contains("\u{1B}"))
        #expect(outcome.errors.contains("using the in-process sample server at http://127.0.0.1:"))
    }

    @Test(arguments: [24, 40, 60, 80, 200])
    func tableFitsTheTerminalWidth(columns: Int) async throws {
        let outcome = try await script.run(
            ["--all", "--sort", "count"], environment: ["COLUMNS": "\(columns)"])
        #expect(outcome.lines.count > 250)
        let widths = outcome.lines.map { columnCount(of: $0) }
        #expect(widths.allSatisfy { $0 <= columns })
        // The most used tag has the longest bars, which fill the line unless the bars are omitted.
        #expect(columns < 40 || widths[1] > columns - 2)
    }

    @Test func tableAlignsWideCharacters() async throws {
        let outcome = try await script.run(["--per-page", "10", "--sort", "count"], environment: ["COLUMNS": "40"])
        #expect(outcome.lines.contains { $0.hasPrefix("初心者 ") })
        // The last columns of the item counts.
        let ends = outcome.lines.dropFirst().map { line -> Int in
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
            let count = parts[1].drop { $0 == " " }.prefix { $0 != " " }
            return columnCount(of: line[..<count.endIndex])
        }
        #expect(Set(ends).count == 1)
    }

    @Test func jsonHasTheServicesKeys() async throws {
        let outcome = try await script.run(["--json", "--all"])
        #expect(outcome.status == 0)
        let array = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
        #expect(array.count > 250)
        #expect(array.allSatisfy { Set($0.keys) == ["id", "items_count", "followers_count", "icon_url"] })
        #expect(array.contains { $0["icon_url"] is NSNull })
        outcome.expect(output: .begins("[\n"), .ends("]\n"))
    }

    @Test func printsTheSelectedPages() async throws {
        let all = try await script.rows(["--all"]).map(\Row.id)
        for (arguments, range) in [
            ("--per-page 7", 0..<7), ("--per-page=7 --page 2", 7..<14), ("--per-page 7 --page 2 --pages 3", 7..<28),
            ("--page 3 --per-page 100 --pages 9", 200..<all.count), ("--page 100", 0..<0),
        ] {
            let rows: [Row] = try await script.rows(arguments.split(separator: " ").map(String.init))
            #expect(rows.map(\.id) == Array(all[range]), "\(arguments)")
        }
    }

    @Test func appliesTheSortOrder() async throws {
        let counts = try await rows("--sort", "count").map(\.itemsCount)
        #expect(counts == counts.sorted(by: >))
        let names = try await rows("--sort", "name").map(\.id)
        #expect(names == names.sorted())
    }

    @Test func tableIsSortedByTheNumberOfItems() async throws {
        let outcome = try await script.run(["--per-page", "50"])
        let counts = outcome.lines.dropFirst().compactMap { line in
            line.split(separator: " ").dropFirst().lazy.compactMap { Int($0.filter { $0 != "," }) }.first
        }
        #expect(counts.count == 50)
        #expect(counts == counts.sorted(by: >))
    }

    @Test func baseURLOptionSelectsTheServer() async throws {
        let sample = try SampleQiita()
        defer { sample.stop() }
        let outcome = try await script.run(
            [
                "--base-url", sample.baseURL + "/", "--token", "sample-token", "--per-page", "50", "--pages", "2",
                "--page", "2",
            ])
        outcome.expect(status: 0, errors: .contains("using \(sample.baseURL)\n"))
        #expect(
            sample.server.requests.map(\.target) == [
                "/api/v2/tags?page=2&per_page=50", "/api/v2/tags?page=3&per_page=50",
            ])
    }

    /// The sample server accepts only the expected token.
    @Test(arguments: [
        (["--token", "from-option"], "from-option"), (["--token=from-option"], "from-option"),
        ([], "from-environment"),
    ])
    func tokenOptionOverridesTheEnvironment(arguments: [String], token: String) async throws {
        var options = SampleQiita.Options()
        options.tokens = [token]
        options.anonymousLimit = 0
        let sample = try SampleQiita(options: options)
        defer { sample.stop() }
        let outcome = try await script.run(
            ["--base-url", sample.baseURL] + arguments, environment: ["QIITA_TOKEN": "from-environment"])
        outcome.expect(status: 0, lineCount: 21)
    }

    @Test func sampleServerAcceptsAnyToken() async throws {
        #expect(try await rows("--token", "any-token", "--all", "--per-page", "4").count > 250)
    }

    @Test func replacesControlCharactersInTags() async throws {
        let json = #"[{"id":"a\u001b[31mb\nc\u202ed","items_count":1,"followers_count":0,"icon_url":null}]"#
        let server = try LoopbackServer { _ in .json(json) }
        defer { server.stop() }
        let outcome = try await script.run(["--base-url", server.baseURL])
        #expect(outcome.lines.count == 2)
        #expect(outcome.lines.last?.hasPrefix("a\u{FFFD}[31mb\u{FFFD}c\u{FFFD}d ") == true)
    }

    /// Returns the width in terminal columns of the texts in these tests.
    private func columnCount(of text: Substring) -> Int {
        text.reduce(0) { sum, character in
            let isWide = character.unicodeScalars.contains {
                (0x2E80...0x9FFF).contains($0.value) || $0.value > 0x1F000
            }
            return sum + (isWide ? 2 : 1)
        }
    }
}
