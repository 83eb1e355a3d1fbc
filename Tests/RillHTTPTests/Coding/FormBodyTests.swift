import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import Testing

@Suite struct FormBodyTests {
    private static let texts: [(text: String, encoded: String)] = [
        ("", ""), ("a b", "a+b"), ("a+b", "a%2Bb"), ("100%", "100%25"), ("a&b=c", "a%26b%3Dc"), ("*-._", "*-._"),
        ("~", "%7E"), ("日本 語", "%E6%97%A5%E6%9C%AC+%E8%AA%9E"), ("🎌", "%F0%9F%8E%8C"),
        ("\r\n\0", "%0D%0A%00"), ("!'()", "%21%27%28%29"), ("/?#[]@", "%2F%3F%23%5B%5D%40"), ("azAZ09", "azAZ09"),
        ("%20", "%2520"),
    ]

    @Test(arguments: texts)
    func encodesNamesAndValuesAsInBrowsers(text: String, encoded: String) throws {
        let body = HTTPBody.form([text: text, "x": 1])
        #expect(body.bytes == Array("\(encoded)=\(encoded)&x=1".utf8))
        #expect(body.contentType == "application/x-www-form-urlencoded")
    }

    @Test func encodesNameWithoutValueAsEmptyValue() {
        var items: QueryItems = ["a": 1]
        items.append(flag: "b c")
        #expect(HTTPBody.form(items).bytes == Array("a=1&b+c=".utf8))
        #expect(HTTPBody.form([:]).bytes == [])
    }

    @Test func encodesEncodableValues() {
        struct Login: Encodable {
            var userName: String
            var scopes: [String]
            var otp: Int?
        }
        let login = Login(userName: "Zoë K", scopes: ["read", "write"])
        #expect(HTTPBody.form(encoding: login).bytes == Array("userName=Zo%C3%AB+K&scopes=read&scopes=write".utf8))
        let body = HTTPBody.form(encoding: login, by: QueryEncoder(lists: .brackets, keys: .convertToSnakeCase))
        #expect(body.bytes == Array("user_name=Zo%C3%AB+K&scopes%5B%5D=read&scopes%5B%5D=write".utf8))
        #expect(body.contentType == "application/x-www-form-urlencoded")
        #expect(HTTPBody.form(encoding: [1]).failure is EncodingError)
    }

    #if os(Linux)
        @Test func serverDecodesOriginalValues() throws {
            let server = try LoopbackServer { request in .text(String(decoding: request.body, as: UTF8.self)) }
            defer { server.stop() }
            let items = QueryItems(Self.texts.enumerated().map { QueryItems.Item(name: "\($0)", value: $1.text) })
            let request = Anything<Data>(method: .post, body: .form(items))
            let client = Client(baseURL: server.baseURL, transport: CurlTransport())
            _ = try client.send(request).toArray().wait(timeout: .seconds(30))
            let received = try #require(server.requests.first)
            #expect(received.fields[.contentType] == "application/x-www-form-urlencoded")
            let pairs = String(decoding: received.body, as: UTF8.self).split(separator: "&")
                .map { $0.split(separator: "=", omittingEmptySubsequences: false)[1].replacing("+", with: " ") }
            #expect(pairs.map { PercentEncoding.decode($0) } == Self.texts.map(\.text))
        }
    #endif
}
