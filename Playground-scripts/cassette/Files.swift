import Foundation
import RillHTTPTesting
import RillScript

/// Reads a HAR file.
func document(_ path: String) throws -> CassetteDocument {
    try CassetteDocument(URL(fileURLWithPath: path), secretNames: secretNames)
}

/// Reports the problems of all files, also if some cannot be read.
func check(_ files: [String], maximumAge: Duration?) throws {
    var problems: [String] = []
    for file in files {
        do {
            problems += try document(file).problems(maximumAge: maximumAge)
        } catch let error as TransportError {
            problems.append(error.text)
        }
    }
    for problem in problems { Output.note(problem) }
    if !problems.isEmpty { throw ExitCode.failure }
}

/// Returns a number of exchanges as text.
func exchanges(_ count: Int) -> String { count == 1 ? "1 exchange" : "\(count) exchanges" }

/// Writes the exchanges of all files as a table or as a JSON array.
func list(_ documents: [CassetteDocument], asJSON isJSON: Bool) throws {
    let rows = documents.flatMap { document in document.summaries.map { Row(document.path, $0) } }
    let files = rows.map { URL(fileURLWithPath: $0.file).lastPathComponent }
    try Output.write(
        rows, asJSON: isJSON,
        columns: (documents.count > 1 ? [.text("File", files)] : []) + [
            .text("Method", rows.map(\.method)), .text("URL", rows.map(\.url), style: .bold),
            .text("Status", rows.map { $0.status == 0 ? "failed" : "\($0.status)" }),
            .text("Type", rows.map(\.type)), .counts("Bytes", rows.map(\.bytes)),
            .text("Duration", rows.map { $0.isEndless ? "\($0.milliseconds) ms, open" : "\($0.milliseconds) ms" }),
            .text("Recorded", rows.map(\.recorded)),
        ])
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
