#if canImport(FoundationNetworking)
    internal import RillHTTP
#endif

/// Counts what a server has sent before the body, which URLSession reports head by head.
struct URLSessionHeadSize {
    private var size = 0
    private var fieldCount = 0
    private var informationalCount = 0

    /// Adds a head; returns the error if it exceeds a limit of the options.
    mutating func add(_ head: HTTPResponse, _ options: TransportOptions) -> TransportError? {
        for field in head.headerFields {
            // With the colon, the space and the end of the line.
            size += field.name.rawName.utf8.count + field.value.utf8.count + 4
            fieldCount += 1
        }
        if !head.isFinal { informationalCount += 1 }
        if size > options.maximumHeadSize {
            return TransportError(.tooLarge, "the response head is larger than \(options.maximumHeadSize) bytes")
        }
        if fieldCount > options.maximumFieldCount {
            return TransportError(.tooLarge, "the response head has more than \(options.maximumFieldCount) fields")
        }
        guard informationalCount > options.maximumInformationalResponses else { return nil }
        let text = "the server sent more than \(options.maximumInformationalResponses) informational responses"
        return TransportError(.tooLarge, text)
    }
}
