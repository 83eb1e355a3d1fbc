import RillHTTP
import RillHTTPTestSupport
import Testing

@testable import RillOAuth

/// Tests of digests with the examples of the RFCs.
@Suite struct DigestCredentialsTests {
    private static let nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
    private static let opaque = "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
    private static let clientNonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"

    private func authorization(
        _ user: String, _ password: String, _ path: String, to challenge: String, clientNonce: String,
        count: UInt32 = 1
    ) throws -> String {
        let request = get("http://www.example.org\(path)")
        let head = HTTPResponse(status: .unauthorized, headerFields: [.wwwAuthenticate: challenge])
        return DigestCredentials(user: user, password: password).authorization(
            for: request, to: try #require(try DigestChallenge.strongest(in: head, to: request)),
            clientNonce: clientNonce, count: count)
    }

    /// RFC 7616, 3.9.1, and the same request with the `-sess` variants.
    @Test(arguments: [
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
        ("MD5-sess", "e783283f46242139c486a698fec7211d"),
        ("sha-256-SESS", "2fd51b3a77ad75bad6afad6003e818d767133c46d9e2749e7f5232ae1ea3efd7"),
    ])
    func computesDigestOfRFC7616(algorithm: String, response: String) throws {
        let challenge =
            "Digest realm=\"http-auth@example.org\", qop=\"auth, auth-int\", algorithm=\(algorithm), "
            + "nonce=\"\(Self.nonce)\", opaque=\"\(Self.opaque)\""
        #expect(
            try authorization(
                "Mufasa", "Circle of Life", "/dir/index.html", to: challenge, clientNonce: Self.clientNonce)
                == "Digest username=\"Mufasa\", realm=\"http-auth@example.org\", uri=\"/dir/index.html\", "
                + "algorithm=\(algorithm), nonce=\"\(Self.nonce)\", nc=00000001, cnonce=\"\(Self.clientNonce)\", qop=auth, "
                + "response=\"\(response)\", opaque=\"\(Self.opaque)\"")
    }

    @Test func computesDigestOfRFC2617() throws {
        let challenge = """
            Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", \
            opaque="5ccc069c403ebaf9f0171e9517f40e41"
            """
        let value = try authorization(
            "Mufasa", "Circle Of Life", "/dir/index.html", to: challenge, clientNonce: "0a4f113b")
        #expect(value.contains("response=\"6629fae49393a05397450978507c4ef1\""))
        #expect(!value.contains("algorithm"))
    }

    /// The example of RFC 2069 with the response of its erratum.
    @Test func computesDigestWithoutQuality() throws {
        let challenge = """
            Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", \
            opaque="5ccc069c403ebaf9f0171e9517f40e41"
            """
        #expect(
            try authorization(
                "Mufasa", "CircleOfLife", "/dir/index.html", to: challenge, clientNonce: "0a4f113b")
                    == """
                    Digest username="Mufasa", realm="testrealm@host.com", uri="/dir/index.html", \
                    nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", response="1949323746fe6a43ef61f9606e7febea", \
                    opaque="5ccc069c403ebaf9f0171e9517f40e41"
                    """)
    }

    /// RFC 7616, 3.9.2, with SHA-256 in place of SHA-512-256.
    @Test(arguments: [
        (", userhash=true", "username=\"5a1a8a47df5c298551b9b42ba9b05835174a5bd7d511ff7fe9191d8e946fc4e7\"", true),
        ("", "username*=UTF-8''J%C3%A4s%C3%B8n%20Doe", false),
    ])
    func encodesUserName(more: String, user: String, isHashed: Bool) throws {
        let challenge = """
            Digest realm="api@example.org", qop="auth", algorithm=SHA-256, charset=UTF-8, \
            nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK"\(more)
            """
        // The user name in Normalization Form D has the same digest.
        for name in ["Jäsøn Doe", "Ja\u{308}søn Doe"] {
            let value = try authorization(
                name, "Secret, or not?", "/doe.json", to: challenge,
                clientNonce: "NTg6RKcb9boFIAS3KrFK9BGeh+niz/sm")
            #expect(value.hasPrefix("Digest \(user), realm="))
            #expect(value.contains("response=\"06d0c14162099f487a92ebceaf71097534ee5f90d858386449c337ab69f7f6b8\""))
            #expect(value.hasSuffix(", userhash=true") == isHashed)
        }
    }

    @Test func escapesQuotesAndBackslashes() throws {
        let challenge = #"Digest realm="a \"b\" \\c", nonce="\"n", qop=auth"#
        let value = try authorization(#"do"ma\in"#, "p", "/x?y=1", to: challenge, clientNonce: "c", count: 0x1F)
        #expect(value.hasPrefix(#"Digest username="do\"ma\\in", realm="a \"b\" \\c", uri="/x?y=1", nonce="\"n", "#))
        #expect(value.contains(#"nonce="\"n", nc=0000001f, cnonce="c", qop=auth, response=""#))
    }

    @Test func sendsOtherNamesInUTF8IfServerDoesNotAnnounceIt() throws {
        let value = try authorization(
            "Jäsøn", "p", "/", to: "Digest realm=\"r\", nonce=\"n\"", clientNonce: "c")
        #expect(value.hasPrefix("Digest username=\"Jäsøn\", realm=\"r\", "))
    }
}
