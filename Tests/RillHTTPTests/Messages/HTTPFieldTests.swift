import RillMiddleware
import Testing

@Suite struct HTTPFieldTests {
    @Test func namesAreCaseInsensitive() throws {
        let name: HTTPField.Name = "CONTENT-type"
        #expect(name == .contentType)
        #expect(name != .contentLength)
        #expect(name.hashValue == HTTPField.Name.contentType.hashValue)
        #expect(name.rawName == "CONTENT-type")
        #expect(name.canonicalName == "content-type")
        #expect("\(name)" == "CONTENT-type")
    }

    @Test(arguments: ["", "a b", "a:", "a\r\n", "ä", "(a)", "a\u{0}", "a/b", "\"a\""])
    func rejectsInvalidTokens(name: String) {
        #expect(HTTPField.Name(name) == nil)
        #expect(HTTPRequest.Method(name) == nil)
        #expect(HTTPRequest.Method(rawValue: name) == nil)
    }

    @Test func acceptsAllTokenCharacters() {
        let token = "!#$%&'*+-.^_`|~09azAZ"
        #expect(HTTPField.Name(token)?.canonicalName == "!#$%&'*+-.^_`|~09azaz")
        #expect(HTTPRequest.Method(token)?.rawValue == token)
        #expect(HTTPField.Name(literal: "X-Ms-Version").canonicalName == "x-ms-version")
    }

    @Test func knownNamesHaveRegisteredSpelling() {
        #expect([HTTPField.Name.eTag, .wwwAuthenticate].map(\.rawName) == ["ETag", "WWW-Authenticate"])
        let names: [HTTPField.Name] = [
            .accept, .acceptEncoding, .authorization, .contentLength, .contentType, .cookie, .date, .eTag, .host,
            .ifNoneMatch, .lastEventID, .link, .location, .retryAfter, .setCookie, .te, .transferEncoding, .userAgent,
            .wwwAuthenticate,
        ]
        for name in names { #expect(HTTPField.Name(name.rawName)?.canonicalName == name.canonicalName) }
    }

    @Test(arguments: [
        ("plain", "plain"), ("", ""), ("a\tb", "a\tb"), ("日本 é", "日本 é"),
        ("a\r\nEvil: 1", "a  Evil: 1"), ("a\u{0}b\u{7F}c\u{1B}d", "a b c d"), (" \ta \t", "a"), ("\r\n", ""),
        ("a\n", "a"),
    ])
    func sanitizesValues(value: String, legal: String) {
        #expect(HTTPField(name: .accept, value: value).value == legal)
        #expect(HTTPField.isValidValue(value) == (value == legal))
        #expect(HTTPField.isValidValue(Array(value.utf8)) == (value == legal))
        #expect(HTTPField.isValidValue(legal))
        var field = HTTPField(name: .accept, value: "")
        field.value = value
        #expect(field.value == legal)
    }

    @Test func decodesBytesAsUTF8OrLatin1() {
        let values = [Array("café".utf8), [0x63, 0xE9, 0x0D]].map { HTTPField(name: .server, lenientValue: $0).value }
        #expect(values == ["café", "cé"])
    }

    @Test func descriptionRedactsSecrets() {
        #expect("\(HTTPField(name: .accept, value: "a/b"))" == "Accept: a/b")
        #expect("\(HTTPField(name: .authorization, value: "Bearer 1"))" == "Authorization: <redacted>")
        #expect(String(reflecting: HTTPField(name: .setCookie, value: "a=1")) == "Set-Cookie: <redacted>")
    }
}
