import Qiita
import Testing

@Suite struct LinkHeaderTests {
    @Test func readsQiitasForm() {
        let header = LinkHeader(
            "<https://qiita.com/api/v2/tags?page=1&per_page=2>; rel=\"first\", "
                + "<https://qiita.com/api/v2/tags?page=3&per_page=2>; rel=\"next\"")
        #expect(header["first"] == "https://qiita.com/api/v2/tags?page=1&per_page=2")
        #expect(header["next"] == "https://qiita.com/api/v2/tags?page=3&per_page=2")
        #expect(header["prev"] == nil)
    }

    @Test(arguments: [
        "</a>;rel=next", "</a> ; rel = \"next\"", "</a>; REL=\"NEXT\"", "</a>; rel=\"last next\"",
        "</x>; rel=prev,</a>; rel=next", "</a>; page=\"2\"; rel=\"next\"", "</a>; title=\"a, b; c\"; rel=next",
        "garbage, </a>; rel=next", "</a>; rel=next; rel=prev", "</a>; rel=next, </b>; rel=next", " \t</a>; rel=next ,",
    ])
    func readsOtherForms(value: String) {
        #expect(LinkHeader(value)["next"] == "/a")
    }

    @Test func splitsNothingInsideAnAddress() {
        #expect(LinkHeader("</a?x=1,2;3>; rel=\"next\"")["next"] == "/a?x=1,2;3")
    }

    @Test(arguments: [
        "", ",", "<", "<>", "</a>", "</a>; rel", "</a>; rel=", "/a; rel=next", "</a; rel=next", "\"</a>; rel=next",
    ])
    func findsNothingInWhatIsMalformed(value: String) {
        #expect(LinkHeader(value)["next"] == nil)
    }
}
