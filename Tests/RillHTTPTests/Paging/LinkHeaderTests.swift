import RillHTTP
import Testing

@Suite struct LinkHeaderTests {
    @Test func parsesQiitaLinks() {
        let header = LinkHeader(
            "<https://qiita.com/api/v2/tags?page=1&per_page=2>; rel=\"first\", "
                + "<https://qiita.com/api/v2/tags?page=3&per_page=2>; rel=\"next\"")
        #expect(header["first"] == "https://qiita.com/api/v2/tags?page=1&per_page=2")
        #expect(header["next"] == "https://qiita.com/api/v2/tags?page=3&per_page=2")
        #expect(header["prev"] == nil)
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
        #expect(LinkHeader("</a?x=1,2;3>; rel=\"next\"")["next"] == "/a?x=1,2;3")
        #expect(LinkHeader("</日本?q=\"1\">; rel=\"next\"")["next"] == "/日本?q=\"1\"")
        #expect(LinkHeader("<>; rel=\"next\"")["next"]?.isEmpty == true)
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
        #expect(LinkHeader(long).links.count == 4_096)
        #expect(!LinkHeader(long).isMalformed)
        #expect(LinkHeader(long + "</b>; rel=next")["next"] == nil)
        #expect(LinkHeader(long + "</b>; rel=next").isMalformed)
    }

    @Test func singleQuotesAreMalformed() {
        #expect(LinkHeader("</a?page=2>; rel='next'").isMalformed)
        #expect(LinkHeader("</a?page=2>; rel='next'")["next"] == nil)
    }
}
