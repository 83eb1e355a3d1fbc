import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

@Suite struct CredentialRedactionTests {
    @Test(arguments: [
        "https://x/c/b?sv=1&amp;sig=abcdefgh%2Bsecret is not there", "abcdefgh+secret", "abcdefgh%2Bsecret",
    ])
    func redactsCopySourceSignatureInErrors(_ text: String) async throws {
        let transport = StubTransport { _ in
            .text(
                "<Error><Code>CannotVerifyCopySource</Code><Message>\(text)</Message><Detail>\(text)</Detail></Error>",
                type: "application/xml", status: .badRequest)
        }
        let copy = RangeStub.client(transport).copy(
            from: "https://x/c/b?sv=1&sig=abcdefgh%2Bsecret", to: RangeStub.blob)
        let error = try await failure(of: copy)
        var dumped = ""
        dump(error, to: &dumped)
        let service = try #require(error.azureStorage)
        for shown in ["\(error)", dumped, "\(service)", service.message, "\(service.details)", error.bodyPrefix] {
            #expect(!shown.contains("abcdefgh"), "\(shown)")
            #expect(shown.contains("<redacted>"), "\(shown)")
        }
    }

    @Test func redactsSecretThatXMLEscapes() async throws {
        let transport = StubTransport { _ in
            .text(
                "<Error><Code>X</Code><Message>abcd&amp;efgh</Message><Detail>abcd&#38;efgh</Detail></Error>",
                type: "application/xml", status: .badRequest)
        }
        let copy = RangeStub.client(transport).copy(from: "https://x/c/b?sv=1&sig=abcd%26efgh", to: RangeStub.blob)
        let service = try #require(try await failure(of: copy).azureStorage)
        #expect(service.message == "<redacted>" && service.details == ["Detail": "<redacted>"])
    }

    @Test(arguments: [true, false])
    func errorKeepsNoTextUnredacted(hasBody: Bool) async throws {
        let text = "abcdefgh\u{85}x\u{202E}"
        let transport = StubTransport { _ in
            let body =
                "<Error><Code>X\(text)</Code><Message>m\(text)</Message><Aabcdefgh>v\(text)</Aabcdefgh></Error>"
            return .text(
                hasBody ? body : "", type: "application/xml", status: .init(code: 403, reasonPhrase: "r \(text)"),
                fields: [
                    .init(literal: "x-ms-request-id"): text, .init(literal: "x-ms-error-code"): "X\(text)",
                ])
        }
        let copy = RangeStub.client(transport).copy(from: "https://x/c/b?sv=1&sig=abcdefgh", to: RangeStub.blob)
        let error = try await failure(of: copy)
        let service = try #require(error.azureStorage)
        #expect(service.code.rawValue == "X<redacted>\u{FFFD}x\u{FFFD}")
        #expect(service.requestID == "<redacted>\u{FFFD}x\u{FFFD}")
        var dumped = ""
        dump(service, to: &dumped)
        for shown in ["\(error)", String(reflecting: error), "\(service)", String(reflecting: service), dumped] {
            #expect(!shown.contains("abcdefgh"), "\(shown)")
            #expect(!shown.unicodeScalars.contains { $0 == "\u{85}" || $0 == "\u{202E}" }, "\(shown)")
        }
    }

    @Test(arguments: ["https://h/a?sv=1&sig=abcdefgh", "https://me:abcdefgh@h/a"])
    func redactsSecretsInEndpoints(_ url: String) {
        let account = StorageAccount(
            name: "acct", credential: .anonymous, blobEndpoint: url, queueEndpoint: url)
        for text in ["\(account)", String(reflecting: account)] + dumps(of: account) {
            #expect(!text.contains("abcdefgh") && text.contains("acct") && text.contains("https://"), "\(text)")
        }
    }

    private func dumps(of account: StorageAccount) -> [String] {
        var (plain, wrapped) = ("", "")
        dump(account, to: &plain)
        dump([account], to: &wrapped)
        return [plain, wrapped]
    }
}
