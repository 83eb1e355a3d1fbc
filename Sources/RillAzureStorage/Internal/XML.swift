internal import Foundation
internal import RillHTTP
internal import RillXML

/// The XML coding of Azure Storage.
enum XML {
    /// The media type of request and response bodies.
    static let contentType = "application/xml"

    static let decoder: XMLDecoder = {
        var decoder = XMLDecoder()
        decoder.capitalizesKeys = true
        decoder.dates = { text in
            guard let date = Date(httpDate: text) else { throw CocoaError(.formatting) }
            return date
        }
        return decoder
    }()

    /// Encodes a request body.
    static func body(_ value: some Encodable, root: String) throws -> HTTPBody {
        var encoder = XMLEncoder()
        encoder.capitalizesKeys = true
        return HTTPBody(try encoder.encode(value, root: root), contentType: contentType)
    }
}

extension ResponseParser where Output: Decodable {
    /// A parser for XML bodies.
    static func xml(root: String) -> ResponseParser {
        ResponseParser(accept: XML.contentType) { _, body, _ in
            try XML.decoder.decode(Output.self, from: body, root: root)
        }
        .validate(contentType: XML.contentType)
    }
}
