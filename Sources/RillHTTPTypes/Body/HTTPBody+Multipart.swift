internal import Rill

extension HTTPBody {
    /// Encodes a form as a multipart body.
    ///
    /// Files and streams are read in chunks while the body is sent. If the lengths of all parts are known, the body is
    /// sent with a `Content-Length`, otherwise with chunked transfer coding. Each attempt reads all parts from the
    /// beginning. The request fails if a file shrinks, or if it grows between this call and the time when it is opened. The
    /// progress of a part is reported when its bytes are read.
    ///
    /// In field names and file names, `"` and line breaks are encoded as browsers do: `%22`, `%0D%0A`. All other
    /// characters are sent as UTF-8.
    ///
    /// - Parameter form: The parts and the boundary.
    /// - Returns: A body of type `multipart/form-data`. The request fails with
    ///   ``TransportError/Code-swift.struct/invalidRequest`` if a file cannot be read, the boundary is invalid, or the
    ///   content type of a part contains control characters.
    /// - SeeAlso: RFC 7578;
    ///   <https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data>
    public static func multipart(_ form: MultipartForm) -> HTTPBody {
        HTTPBody {
            let encoder = try MultipartEncoder(form)
            let contentType = "multipart/form-data; boundary=\(form.boundary)"
            if encoder.bodies.allSatisfy({ $0.bytes != nil && $0.report == nil }) {
                return HTTPBody(encoder.bodies.flatMap { $0.bytes ?? [] }, contentType: contentType)
            }
            return .stream(.concat(encoder.bodies.map(\.chunks)), count: encoder.count, contentType: contentType)
        }
    }
}

/// An encoder that converts a form to a sequence of bodies, which are sent one after another.
private struct MultipartEncoder {
    private(set) var bodies: [HTTPBody] = []

    /// The total length in bytes, or `nil` if unknown.
    private(set) var count: Int? = 0

    /// The encoded bytes that are not yet part of a body.
    private var pending: [UInt8] = []

    init(_ form: MultipartForm) throws {
        guard Self.isBoundary(form.boundary) else {
            let message = "the multipart boundary must consist of 1 to 70 letters, digits and '+-._"
            throw TransportError(.invalidRequest, message)
        }
        for part in form.parts {
            pending += try Self.head(of: part, "--\(form.boundary)")
            try append(part.body)
            pending += "\r\n".utf8
        }
        pending += "--\(form.boundary)--\r\n".utf8
        flush()
    }

    private mutating func append(_ body: HTTPBody) throws {
        if let failure = body.failure { throw failure }
        if let bytes = body.bytes, body.report == nil {
            pending += bytes
            return
        }
        let count = try body.checkedCount()
        flush()
        add(count)
        bodies.append(body)
    }

    private mutating func flush() {
        add(pending.count)
        bodies.append(HTTPBody(pending, contentType: nil))
        pending = []
    }

    private mutating func add(_ more: Int?) {
        guard let count, let more else {
            count = nil
            return
        }
        let sum = count.addingReportingOverflow(more)
        self.count = sum.overflow ? nil : sum.partialValue
    }

    // MARK: Part headers

    /// Returns the delimiter line and the header fields of a part.
    private static func head(of part: MultipartForm.Part, _ delimiter: String) throws(TransportError) -> [UInt8] {
        // Each CR, LF or CRLF becomes CRLF, as in browsers. It is a character of its own, also before a combining
        // character.
        let name = part.name.reduce(into: "") { $0 += ["\r", "\n", "\r\n"].contains($1) ? "\r\n" : String($1) }
        var head = "\(delimiter)\r\nContent-Disposition: form-data; name=\"\(escaped(name))\""
        if let fileName = part.fileName { head += "; filename=\"\(escaped(fileName))\"" }
        if let type = part.body.contentType {
            guard type.utf8.allSatisfy(FieldText.isLegal) else {
                throw TransportError(.invalidRequest, "the content type of a part contains control characters")
            }
            head += "\r\nContent-Type: \(type)"
        }
        return Array("\(head)\r\n\r\n".utf8)
    }

    /// Percent-encodes the characters that would end a quoted name.
    private static func escaped(_ name: String) -> String {
        PercentEncoding.encode(name) { !"\"\r\n".utf8.contains($0) }
    }

    private static func isBoundary(_ text: String) -> Bool {
        let legal = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'+-._".utf8)
        return (1...70).contains(text.utf8.count) && text.utf8.allSatisfy(legal.contains)
    }
}
