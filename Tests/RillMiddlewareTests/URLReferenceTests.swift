import RillHTTPTestSupport
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes

@Suite struct URLReferenceTests {
    private func resolve(_ reference: String, at url: String = "http://a/b/c/d;p?q") -> String? {
        URLReference(reference).resolved(against: get(url)).map {
            "\($0.scheme ?? "")://\($0.authority ?? "")\($0.path ?? "")"
        }
    }

    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"),
        ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"),
        ("g;x?y#s", "http://a/b/c/g;x?y"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
        ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
        ("../../", "http://a/"), ("../../g", "http://a/g"),
        // The abnormal examples.
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/../x", "http://a/b/c/g"),
    ])
    func resolvesExamplesOfRFC3986(_ reference: String, _ url: String) {
        #expect(resolve(reference) == url)
    }

    @Test(arguments: [
        ("HTTPS://B.example:8443/x?y#z", "https://B.example:8443/x?y"), ("https://b.example", "https://b.example/"),
        ("https://b.example?q", "https://b.example/?q"), ("https://b.example#f", "https://b.example/"),
        ("//b.example:80?q/r", "http://b.example:80/?q/r"), ("?", "http://a/b/c/d;p?"), ("/a//b/../c", "http://a/a//c"),
        ("/caf\u{E9} au lait/%zz?ü=\u{301}", "http://a/caf%C3%A9%20au%20lait/%25zz?%C3%BC=%CC%81"),
        ("/a\\b", "http://a/a%5Cb"), ("/%2e%2E/x", "http://a/%2e%2E/x"), ("/x:y", "http://a/x:y"),
        ("./x:y", "http://a/b/c/x:y"),
        ("1x:y", "http://a/b/c/1x:y"), ("///x", "http:///x"), ("/\u{301}x", "http://a/%CC%81x"),
        ("#\u{301}", "http://a/b/c/d;p?q"),
    ])
    func resolvesOtherReferences(_ reference: String, _ url: String) {
        #expect(resolve(reference) == url)
    }

    @Test func doesNotResolveSchemeWithoutHost() {
        #expect(["http:g", "mailto:someone@b.example"].map { resolve($0) } == [nil, nil])
        #expect(URLReference("mailto:someone@b.example").scheme == "mailto")
    }

    @Test func normalizesOrigins() {
        for (first, second, isSame) in [
            ("HTTPS://A.example:443/x", "https://a.EXAMPLE/y", true),
            ("http://a.example:80/", "http://a.example:/", true),
            ("http://a.example/", "https://a.example/", false), ("https://a.example/", "https://a.example:80/", false),
            ("https://a.example/", "https://b.example/", false),
        ] {
            #expect((get(first).origin == get(second).origin) == isSame, "\(first), \(second)")
        }
    }
}
