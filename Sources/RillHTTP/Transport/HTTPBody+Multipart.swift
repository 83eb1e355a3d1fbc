internal import Rill

extension HTTPBody {
    /// Sends a form of several parts.
    ///
    /// Files and streams are read while they are sent, in pieces; what lies in memory is sent as it is. The body is sent
    /// with a `Content-Length` if the lengths of all parts are known, otherwise chunked. Each attempt to send it reads all
    /// parts from the beginning. A file whose length changes between this call and its being sent fails the request.
    ///
    /// In the names of fields and files, `"` and line ends are written as browsers write them: `%22`, `%0D%0A`. All else is
    /// sent in UTF-8.
    ///
    /// - Parameter form: The parts.
    /// - Returns: The body, of type `multipart/form-data`.
    /// - Throws: ``TransportError/Code-swift.struct/invalidRequest`` if a file cannot be read, if the boundary is not one, or
    ///   if the type of a part has control characters.
    /// - SeeAlso: RFC 7578; <https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data>
    public static func multipart(_ form: MultipartForm) throws(TransportError) -> HTTPBody {
        let pieces = try MultipartPieces(form)
        let contentType = "multipart/form-data; boundary=\(form.boundary)"
        if pieces.bodies.allSatisfy({ $0.bytes != nil }) {
            return HTTPBody(pieces.bodies.flatMap { $0.bytes ?? [] }, contentType: contentType)
        }
        let bodies = pieces.bodies
        return .stream(.concat(bodies.map(\.chunks)), count: pieces.count, contentType: contentType)
    }
}

/// A form as bodies to be sent one behind the other.
private struct MultipartPieces {
    private(set) var bodies: [HTTPBody] = []

    /// How many bytes they have together; nil if that is not known.
    private(set) var count: Int? = 0

    private var waiting: [UInt8] = []

    init(_ form: MultipartForm) throws(TransportError) {
        guard Self.isBoundary(form.boundary) else {
            let flaw = "the boundary of its form is not made of 1 to 70 letters, digits and '+-._"
            throw TransportError(.invalidRequest, flaw)
        }
        for part in form.parts {
            waiting += try Self.head(of: part, "--\(form.boundary)")
            try append(part.body)
            waiting += "\r\n".utf8
        }
        waiting += "--\(form.boundary)--\r\n".utf8
        flush()
    }

    private mutating func append(_ body: HTTPBody) throws(TransportError) {
        if let bytes = body.bytes {
            waiting += bytes
            return
        }
        let count = try body.checkedCount()
        flush()
        add(count)
        bodies.append(body)
    }

    private mutating func flush() {
        guard !waiting.isEmpty else { return }
        add(waiting.count)
        bodies.append(HTTPBody(waiting, contentType: nil))
        waiting = []
    }

    private mutating func add(_ more: Int?) {
        guard let count, let more else {
            count = nil
            return
        }
        let sum = count.addingReportingOverflow(more)
        self.count = sum.overflow ? nil : sum.partialValue
    }

    // MARK: Heads

    /// The line between parts, and the fields of the part that follows.
    private static func head(of part: MultipartForm.Part, _ delimiter: String) throws(TransportError) -> [UInt8] {
        var head = "\(delimiter)\r\nContent-Disposition: form-data; name=\"\(escaped(withWholeLineEnds(part.name)))\""
        if let fileName = part.fileName { head += "; filename=\"\(escaped(fileName))\"" }
        if let type = part.body.contentType {
            guard type.utf8.allSatisfy(FieldText.isLegal) else {
                throw TransportError(.invalidRequest, "the type of a part of its form has control characters")
            }
            head += "\r\nContent-Type: \(type)"
        }
        return Array("\(head)\r\n\r\n".utf8)
    }

    /// Takes out what would end a quoted name.
    private static func escaped(_ name: String) -> String {
        var bytes: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes += "%22".utf8
            case UInt8(ascii: "\r"): bytes += "%0D".utf8
            case UInt8(ascii: "\n"): bytes += "%0A".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Makes each line end, of which kind it ever is, a CR and an LF, as browsers do in the names of fields.
    private static func withWholeLineEnds(_ name: String) -> String {
        var result = String.UnicodeScalarView()
        var last: Unicode.Scalar?
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\r": result += "\r\n".unicodeScalars
            case "\n" where last == "\r": break
            case "\n": result += "\r\n".unicodeScalars
            default: result.append(scalar)
            }
            last = scalar
        }
        return String(result)
    }

    private static func isBoundary(_ text: String) -> Bool {
        let legal = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'+-._".utf8)
        return (1...70).contains(text.utf8.count) && text.utf8.allSatisfy(legal.contains)
    }
}
