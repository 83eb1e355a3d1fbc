/// The format of a body according to its content type.
package enum BodyFormat: Equatable {
    case json, form, markup, other
    case parts(boundary: String)

    /// A stream that contains JSON texts, at their positions in the stream.
    case stream([ArraySlice<UInt8>])

    /// Returns the format of a complete body.
    package init(_ type: String?) {
        let type = type ?? ""
        let name = type.prefix { $0 != ";" }.lowercased()
        // A parser of JSON skips the names of the fields of Server-Sent Events.
        if name.contains("json") || name.hasPrefix("text/event-stream") {
            self = .json
        } else if name.hasPrefix("application/x-www-form-urlencoded") {
            self = .form
        } else if name.hasPrefix("multipart/"),
            let boundary = AuthenticationChallenge.parameters("boundary", in: type).first
        {
            self = .parts(boundary: boundary)
        } else {
            self = name.contains("xml") || name.contains("html") ? .markup : .other
        }
    }
}
