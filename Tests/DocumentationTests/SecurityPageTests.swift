import Rill
import RillHTTP
import RillXML
import Testing

/// Verifies the defaults in the table of limits in `SECURITY.md`.
@Suite struct SecurityPageTests {
    @Test func tableContainsDefaults() throws {
        let options = TransportOptions()
        let client = Client(baseURL: "https://example.com")
        let expected = [
            "`TransportOptions.connectTimeout`": seconds(options.connectTimeout),
            "`TransportOptions.responseTimeout`": seconds(options.responseTimeout),
            "`TransportOptions.idleTimeout`": seconds(options.idleTimeout),
            "`TransportOptions.totalTimeout`": seconds(options.totalTimeout),
            "`Client.timeout`": seconds(client.timeout),
            "`TransportOptions.maximumHeadSize`": size(options.maximumHeadSize),
            "`TransportOptions.maximumFieldCount`": options.maximumFieldCount == 10_000 ? "10,000" : "",
            "`TransportOptions.maximumInformationalResponses`": "\(options.maximumInformationalResponses)",
            "`TransportOptions.maximumDecompressedSize`": size(options.maximumDecompressedSize),
            "`Client.bodyLimit`": size(client.bodyLimit),
            "`ReconnectionPolicy.maximumServerDelay`": seconds(ReconnectionPolicy().maximumServerDelay),
            "`Retry.maximumRetryAfter`": seconds(Retry().maximumRetryAfter),
            "`FollowRedirects.limit`": "\(FollowRedirects().limit)",
            "`XMLDecoder.maximumDepth`": "\(XMLDecoder().maximumDepth)",
        ]
        let page = try PackageFiles.text(of: "SECURITY.md")
        let rows = page.matches(of: /\n\| .+ \| (.+) \| (.+) \|/).map { (String($0.1), String($0.2)) }
        let defaults = Dictionary(rows, uniquingKeysWith: { first, _ in first })
        for (name, value) in expected { #expect(defaults[name] == value, "\(name)") }
    }

    private func seconds(_ duration: Duration?) -> String {
        duration.map { "\($0.components.seconds) s" } ?? "none"
    }

    private func size(_ bytes: Int) -> String {
        bytes >= 1 << 30 ? "\(bytes >> 30) GiB" : "\(bytes >> 20) MiB"
    }
}
