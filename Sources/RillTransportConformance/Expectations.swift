internal import Foundation
internal import RillHTTPTesting

/// Throws unless a condition is true.
func expect(_ isTrue: Bool, _ text: @autoclosure () -> String) throws {
    guard isTrue else { throw CaseFailure("expected \(text())") }
}

/// Throws unless a value equals the expected one.
func expect<Value: Equatable>(_ value: Value, is expected: Value, _ subject: String) throws {
    guard value != expected else { return }
    throw CaseFailure("expected \(subject) to be \(short(expected)), got \(short(value))")
}

/// Returns the description of a value, truncated to 300 characters.
private func short(_ value: some Any) -> String {
    let text = "\(value)"
    return text.count > 300 ? "\(text.prefix(300))… (\(text.count) characters)" : text
}

/// Throws unless an error has one of the given codes.
func expect(_ error: TransportError, isOneOf codes: [TransportError.Code]) throws {
    let names = codes.map(\.description).joined(separator: " or ")
    try expect(codes.contains(error.code), "an error with code \(names), got \(error.code): \(error)")
}

/// Throws unless a response has the given status code and body.
func expect(_ response: RecordedEvents, hasStatus status: Int, text: String) throws {
    try expect(response.status, is: status, "the status code")
    try expect(response.text, is: text, "the body")
}

/// Throws unless header fields have the given values.
func expect(_ fields: HTTPFields, contain expected: [HTTPField.Name: [String]]) throws {
    for (name, values) in expected { try expect(fields[values: name], is: values, "the values of \(name)") }
}

/// Throws unless a body equals the server's pattern.
func expectPattern(of size: Int, in response: RecordedEvents) throws {
    try expect(response.byteCount, is: size, "the number of bytes")
    try expect(response.isPattern, "the bytes to match the sent pattern")
}

/// Throws unless the body of each exchange is the given text and the number of the exchange.
func expectTexts(_ text: String = "/", of exchanges: [RunningExchange]) throws {
    for (number, exchange) in exchanges.enumerated() { try exchange.expectText("\(text)\(number)") }
}

/// Throws if an event was delivered.
func expectSilence(_ exchange: RunningExchange) throws {
    let events = exchange.current
    try events.check()
    try expect(events.head == nil && events.end == nil, "no events after disposal, got \(events.summary)")
}

/// Waits until the client has closed a connection.
func expectClose(of connection: Int = 1, _ server: LoopbackServer) throws {
    let closed = try server.waitForEnd(ofConnection: connection, timeout: CaseContext.limit)
    try expect(closed.end, is: .byClient, "the side that ended the connection")
}

/// Disposes of an exchange, and waits until the client has closed the connection.
func expectClose(afterDisposing exchange: RunningExchange, _ server: LoopbackServer) throws {
    exchange.dispose()
    try expectClose(server)
    try exchange.current.check()
}

extension Monitor {
    /// Waits until the state meets a condition, and throws if the wait takes longer than the limit of the case.
    func wait(for subject: String, until condition: (State) -> Bool) throws {
        let isMet = wait(timeout: CaseContext.limit) { condition($0) ? true : nil }
        try expect(isMet == true, subject)
    }
}

extension [UInt8] {
    /// Returns whether two bodies are equal.
    ///
    /// Without optimization, the operator `==` takes many times longer.
    func equals(_ other: [UInt8]) -> Bool { count == other.count && memcmp(self, other, count) == 0 }
}
