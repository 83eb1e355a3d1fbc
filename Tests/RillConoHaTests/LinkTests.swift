import Foundation
import Rill
import RillConoHa
import RillHTTPTesting
import RillServiceTestSupport
import RillTesting
import Testing

@Suite struct LinkTests {
    private func version(_ href: String) -> Exchange<IdentityVersion> {
        let json = """
            {"version":{"id":"v3.14","status":"stable","updated":"2020-04-07T00:00:00Z",\
            "links":[{"rel":"self","href":"\(href)"}]\
            ,"media-types":[]}}
            """
        return Exchange(.json(json)) { $0.version(.v3) }
    }

    @Test(arguments: [
        "http://keystone_api:5000/v3/", "http://[::1]:5000/v3/", "https://identity.c3j1.conoha.io", "/v3/",
    ])
    func decodesURL(href: String) throws {
        #expect(try version(href).value().links.map(\.href.absoluteString) == [href])
    }

    @Test(arguments: ["", "http://[::1"])
    func reportsInvalidURL(href: String) throws {
        let error = try version(href).recorder.failure()
        #expect(error.stage == .decoding)
        for text in ["version.links[0].href", "URL", "\"\(href)\""] { #expect(error.reason.contains(text), "\(text)") }
    }
}
