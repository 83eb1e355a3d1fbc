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
