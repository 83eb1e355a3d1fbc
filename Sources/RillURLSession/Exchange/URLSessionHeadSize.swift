internal import RillHTTPTypes

/// The total size and number of fields of all response heads, including informational ones, checked against the limits.
struct URLSessionHeadSize {
    private var size = 0
    private var fieldCount = 0
    private var informationalCount = 0

    /// Adds a head.
    ///
    /// Returns an error if it exceeds a limit of the options.
    mutating func add(_ head: HTTPResponse, _ options: TransportOptions) -> TransportError? {
        for field in head.headerFields {
            // Four bytes for the colon, the space and the line break.
            size += field.name.rawName.utf8.count + field.value.utf8.count + 4
            fieldCount += 1
        }
        if !head.isFinal { informationalCount += 1 }
        if size > options.maximumHeadSize {
            return TransportError(.tooLarge, "the response head exceeds \(options.maximumHeadSize) bytes")
        }
        if fieldCount > options.maximumFieldCount {
            return TransportError(.tooLarge, "the response head has more than \(options.maximumFieldCount) fields")
        }
        guard informationalCount > options.maximumInformationalResponses else { return nil }
        let text = "more than \(options.maximumInformationalResponses) informational responses"
        return TransportError(.tooLarge, text)
    }
}
