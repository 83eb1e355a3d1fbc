import RillHTTP
import Testing

@Suite struct LinkHeaderTests {
    @Test func parsesQiitaLinks() {
        let header = LinkHeader(
            "<https://qiita.com/api/v2/tags?page=1&per_page=2>; rel=\"first\", "
                + "<https://qiita.com/api/v2/tags?page=3&per_page=2>; rel=\"next\"")
        let urls = [1, 3].map { "https://qiita.com/api/v2/tags?page=\($0)&per_page=2" }
        #expect([header["first"], header["next"], header["prev"]] == urls + [nil])
        #expect(!header.isMalformed)
    }

    @Test func parsesGitHubLinks() {
        let header = LinkHeader(
            "<https://api.github.com/repositories/1300192/issues?page=2>; rel=\"prev\", "
                + "<https://api.github.com/repositories/1300192/issues?page=4>; rel=\"next\", "
                + "<https://api.github.com/repositories/1300192/issues?page=515>; rel=\"last\", "
                + "<https://api.github.com/repositories/1300192/issues?page=1>; rel=\"first\"")
        #expect(header.links.map(\.relations) == [["prev"], ["next"], ["last"], ["first"]])
        #expect(header["next"] == "https://api.github.com/repositories/1300192/issues?page=4")
    }

    @Test func parsesGarageLinks() {
        let header = LinkHeader(
            "</v1/posts?page=1&per_page=2>; rel=\"first\"; page=\"1\", "
                + "</v1/posts?page=2&per_page=2>; rel=\"next\"; page=\"2\"")
        #expect(header["next"] == "/v1/posts?page=2&per_page=2")
        #expect(header.links.last?.parameters == ["rel": "next", "page": "2"])
    }

    @Test(arguments: [
        "</a>;rel=next", "</a> ; rel = \"next\"", "</a>; REL=\"NEXT\"", "</a>; rel=\"last next\"",
        "</x>; rel=prev,</a>; rel=next", "</a>; page=\"2\"; rel=\"next\"", "</a>; title=\"a, b; c\"; rel=next",
        "</a>; rel=next; rel=prev", "</a>; rel=next, </b>; rel=next", " \t</a>; rel=next ,", ",,</a>; rel=next,,",
        "</a>;;rel=next;", "</a>; title=\"a \\\" b, </c>; rel=x\"; rel=next", "</a>; crossorigin; rel=next",
        "</a>; rel=\" next\tlast \"", "</a>\t;\trel=next", "</b>; rel=next; anchor=\"/other\", </a>; rel=next",
        "</b>; anchor=\"#x\"; rel=next, </a>; rel=next; anchor=\"\"", "</b>; rev=next, </a>; rel=next",
        "</b>; title=rel=next, </a>; rel=next", "</b>, </a>; rel=next", "</a>; rel=prev next",
        "</a>; title*=UTF-8''%e2%82%ac; rel=next", "</b>; rel=nextish, </a>; rel=next",
    ])
    func parsesSyntaxVariants(value: String) {
        let header = LinkHeader(value)
        #expect(header["next"] == "/a")
        #expect(header["NEXT"] == "/a")
        #expect(!header.isMalformed)
    }

    @Test(arguments: [
        "garbage, </a>; rel=next", "</b; rel=prev, </a>; rel=next", "</a> rel=last; rel=next", "</a>; rel=\"next",
        "\"x, y\" z, </a>; rel=next", "</a>; =x; rel=next", "</a>; rel=\"next\" junk, </b>; rel=last",
        "</a>; rel=next, </b>; title=\"", "</a>; rel=next, <", "</a>; rel=next, >", "</a>; (x); rel=next",
    ])
    func skipsAndReportsMalformedElements(value: String) {
        let header = LinkHeader(value)
        #expect(header["next"] == "/a")
        #expect(header.isMalformed)
    }

    @Test func ignoresDelimitersInsideURL() {
        for url in ["/a?x=1,2;3", "/日本?q=\"1\"", ""] {
            #expect(LinkHeader("<\(url)>; rel=\"next\"")["next"] == url)
        }
    }

    @Test(arguments: [
        "", ",", "<", "<>", "</a>", "</a>; rel", "</a>; rel=", "/a; rel=next", "</a; rel=next", "\"</a>; rel=next",
        "</a>; rel=\"\"", "</a>; xrel=next", "</a>; rel*=next", "</a>; rel=n\u{301}ext",
    ])
    func returnsNilWithoutRelation(value: String) {
        #expect(LinkHeader(value)["next"] == nil)
    }

    @Test func parsesSeveralFieldsIndependently() {
        let fields: HTTPFields = [
            .link: "</x>; rel=prev; title=\"never closed", .link: "</a>; rel=next", .server: "</b>; rel=next",
        ]
        let header = LinkHeader(fields)
        #expect(header.links.map(\.target) == ["/x", "/a"])
        #expect(header["next"] == "/a")
        #expect(header.isMalformed)
        #expect(LinkHeader([:]).links.isEmpty)
    }

    @Test func stopsParsingAtByteLimit() {
        let long = String(repeating: "</a>; rel=last, ", count: 4_096)
        let (header, longer) = (LinkHeader(long), LinkHeader(long + "</b>; rel=next"))
        #expect(header.links.count == 4_096)
        #expect(!header.isMalformed)
        #expect(longer["next"] == nil)
        #expect(longer.isMalformed)
    }

    @Test func singleQuotesAreMalformed() {
        let header = LinkHeader("</a?page=2>; rel='next'")
        #expect(header.isMalformed)
        #expect(header["next"] == nil)
    }
}
