import Foundation
import RillHTTPTesting
import RillScript

/// The main program.
enum Script {
    static func run(_ arguments: Arguments) throws {
        do {
            guard arguments.action != .check else { return try check(arguments) }
            var documents = try arguments.files.map { try document($0, arguments) }
            switch arguments.action {
            case .list: try list(documents, arguments)
            case .redact:
                for index in documents.indices {
                    let count = try documents[index].redact()
                    try Output.write("\(documents[index].path): redacted \(exchanges(count))\n")
                }
            case .split, .check:
                for document in documents {
                    for part in try document.split() {
                        try Output.write("\(part.path): \(exchanges(part.summaries.count))\n")
                    }
                }
            }
        } catch let error as TransportError {
            Output.note(error.text)
            throw ExitCode.failure
        }
    }

    private static func document(_ path: String, _ arguments: Arguments) throws -> CassetteDocument {
        try CassetteDocument(URL(fileURLWithPath: path), secretNames: arguments.secretNames)
    }

    /// Reports the problems of all files, also if some cannot be read.
    private static func check(_ arguments: Arguments) throws {
        var problems: [String] = []
        for file in arguments.files {
            do {
                problems += try document(file, arguments).problems(maximumAge: arguments.maximumAge)
            } catch let error as TransportError {
                problems.append(error.text)
            }
        }
        for problem in problems { Output.note(problem) }
        if !problems.isEmpty { throw ExitCode.failure }
    }

    private static func exchanges(_ count: Int) -> String { count == 1 ? "1 exchange" : "\(count) exchanges" }

    private static func list(_ documents: [CassetteDocument], _ arguments: Arguments) throws {
        let rows = documents.flatMap { document in document.summaries.map { Row(document.path, $0) } }
        guard !arguments.isJSON else { return try Output.write(try JSONOutput.text(of: rows)) }
        let files = rows.map { URL(fileURLWithPath: $0.file).lastPathComponent }
        let table = TextTable(
            (documents.count > 1 ? [.text("File", files)] : []) + [
                .text("Method", rows.map(\.method)), .text("URL", rows.map(\.url), style: .bold),
                .text("Status", rows.map { $0.status == 0 ? "failed" : "\($0.status)" }),
                .text("Type", rows.map(\.type)), .counts("Bytes", rows.map(\.bytes)),
                .text("Duration", rows.map { $0.isEndless ? "\($0.milliseconds) ms, open" : "\($0.milliseconds) ms" }),
                .text("Recorded", rows.map(\.recorded)),
            ], terminal: Terminal())
        try Output.write(table.text)
    }
}

/// An exchange in JSON.
struct Row: Encodable {
    let file: String
    let method: String
    let url: String
    let status: Int
    let type: String
    let bytes: Int
    let isEndless: Bool
    let milliseconds: Int
    let recorded: String

    init(_ file: String, _ summary: CassetteDocument.Summary) {
        self.file = file
        method = summary.method
        url = summary.url
        status = summary.status
        type = summary.type
        bytes = summary.size
        isEndless = summary.isEndless
        milliseconds = Int(min(summary.milliseconds, 1e12))
        recorded = summary.date
    }
}
