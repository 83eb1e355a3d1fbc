import RillHTTP
import RillHTTPTestSupport
import Testing

@testable import RillOAuth

@Suite struct DigestChallengeTests {
    private let request = get("http://a.example/folder/x")

    /// Returns the realm and the algorithm of the strongest challenge.
    private func strongest(_ values: [String]) throws -> String? {
        let fields = HTTPFields(values.map { HTTPField(name: .wwwAuthenticate, value: $0) })
        let head = HTTPResponse(status: .unauthorized, headerFields: fields)
        return try DigestChallenge.strongest(in: head, to: request).map { "\($0.realm) \($0.nonce)" }
    }

    private func failure(_ value: String) -> String? {
        do {
            _ = try strongest([value])
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func choosesStrongestChallenge() throws {
        let md5 = #"Digest realm="r", nonce="md5", algorithm=MD5, qop="auth""#
        let sha = #"Digest realm="r", nonce="sha", algorithm=SHA-256-sess, qop="auth-int, auth""#
        let unknown = #"Digest realm="r", nonce="no", algorithm=SHA-512-256, qop="auth""#
        for (values, challenge) in [
            ([#"Digest realm="r", nonce="n""#], "r n"), ([#"DIGEST nonce = "n" , Realm =  "r",,"#], "r n"),
            (["digest realm=r,nonce=a/b="], "r a/b="),
            (
                [#"Digest realm="a, Basic realm=\"b\"", nonce="n", algorithm="md5", qop="auth""#],
                #"a, Basic realm="b" n"#
            ),
            ([#"Digest nonce="n""#], " n"), ([#"Digest realm="r", nonce="""#], "r "),
            (["Digest realm=, nonce=n, opaque=, domain= , qop="], " n"),
            ([#"Digest realm="r", nonce="n", qop="", unknown=1, stale=maybe"#], "r n"),
            // Several challenges.
            ([md5, sha], "r sha"), (["\(unknown), \(md5), \(sha), Basic realm=\"b\""], "r sha"),
            (["Basic realm=\"b\", \(sha)", md5], "r sha"), (["Negotiate YII/+w==, \(md5)"], "r md5"),
            (["Negotiate, \(unknown)", md5], "r md5"), (["Digest realm=\"r\"", md5], "r md5"),
            ([md5, md5.replacing("\"md5\"", with: "\"second\"")], "r md5"),
            // No challenge.
            ([], nil), (["Basic realm=\"Digest nonce=x\""], nil), (["realm=\"r\", nonce=\"n\""], nil),
            (["\"Digest nonce=n\""], nil), (["Digest nonce=" + String(repeating: "n", count: 16 << 10)], nil),
        ] as [([String], String?)] {
            #expect(try strongest(values) == challenge, "\(values)")
        }
    }

    @Test func reportsUnsupportedChallenge() {
        for (challenge, reason) in [
            (
                #"Digest realm="r", nonce="n", algorithm=SHA-512-256"#,
                "the server requires the algorithm \"SHA-512-256\". MD5, SHA-256 and their -sess variants are supported"
            ),
            (
                #"Digest realm="r", nonce="n", qop="auth-int""#,
                "the server requires qop=\"auth-int\". Only qop=auth is supported, which does not protect the request "
                    + "body. Use https to protect it"
            ),
            (#"Digest realm="r""#, "the server's challenge is malformed: the nonce is missing"),
            ("Digest nonce=", "the server's challenge is malformed: the nonce is missing"),
            ("Digest nonce=,realm=r", "the server's challenge is malformed: the nonce is missing"),
            (
                #"Digest realm="r", nonce="n", algorithm=MD5-sess"#,
                "the server's challenge is malformed: the algorithm MD5-sess requires qop"
            ),
        ] {
            #expect(failure(challenge) == "cannot authenticate with a digest: \(reason)")
        }
    }

    @Test(arguments: [
        #"Digest realm="r", nonce="n"#, #"Digest realm="r", nonce="n\""#, #"Digest nonce="n", nonce="m""#,
        #"Digest realm="r", REALM="s", nonce="n""#,
    ])
    func rejectsMalformedChallenge(value: String) {
        #expect(failure(value)?.hasSuffix("malformed: a parameter is incomplete or repeated") == true)
    }

    @Test func readsHugeAndNestedInputInLinearTime() throws {
        let limit = 16 << 10
        for part in ["\"", "\\", "=", ",", "Digest ", "Digest nonce=n,", "a=\"", "a=b ", "\u{0}", "é"] {
            let value = String(repeating: part, count: limit / part.utf8.count)
            _ = try? strongest([value])
            _ = try? strongest(["Digest nonce=\"n\", realm=\"\(value.dropLast(40))"])
        }
        let longPath = get("http://a.example/" + String(repeating: "a/", count: limit))
        for part in ["a ", "/ ", "//a.example ", "/../ "] {
            let domain = String(repeating: part, count: limit / part.utf8.count - 20)
            let challenge = HTTPField(name: .wwwAuthenticate, value: "Digest nonce=n, domain=\"\(domain)\"")
            let head = HTTPResponse(status: .unauthorized, headerFields: HTTPFields([challenge]))
            #expect(try DigestChallenge.strongest(in: head, to: longPath) != nil)
        }
        let field = HTTPField(name: .wwwAuthenticate, value: "Digest qop=\"auth\"")
        let many = HTTPFields([HTTPField](repeating: field, count: 1_000))
        let head = HTTPResponse(status: .unauthorized, headerFields: many)
        #expect(throws: DigestAuthenticationError.self) { try DigestChallenge.strongest(in: head, to: request) }
    }
}
