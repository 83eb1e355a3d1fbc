internal import Foundation
internal import RillHTTP
internal import RillXML

/// How Azure Storage writes XML.
enum XML {
    static let decoder: XMLDecoder = {
        var decoder = XMLDecoder()
        decoder.capitalizesKeys = true
        decoder.dates = { text in
            guard let date = HTTPDate.parse(text) else { throw NoDate() }
            return date
        }
        return decoder
    }()

    /// A body of a request.
    static func body(_ value: some Encodable, root: String) throws -> HTTPBody {
        var encoder = XMLEncoder()
        encoder.capitalizesKeys = true
        return HTTPBody(try encoder.encode(value, root: root), contentType: "application/xml")
    }

    private struct NoDate: Error {}
}

extension ResponseParser where Output: Decodable {
    /// Reads a body that is XML.
    static func xml(root: String) -> ResponseParser {
        ResponseParser(accept: "application/xml") { _, body, _ in
            try XML.decoder.decode(Output.self, from: body, root: root)
        }
    }
}

/// The name of an element, whatever it is.
struct ElementName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        nil
    }
}
