import RillScript

// The only import of this file is RillScript. The file is checked by being compiled.

private func printWidths(_ words: Observable<String>) async throws {
    for try await width in words.map(\.displayWidth).values { try Output.write("\(width)\n") }
}
