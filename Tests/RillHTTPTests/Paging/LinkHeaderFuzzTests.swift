import RillHTTP
import RillHTTPTestSupport
import RillTestSupport
import Testing

/// Tests the parsing of mutated `Link` header fields.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct LinkHeaderFuzzTests {
    /// Returns the field value for links, with all values quoted.
    private func text(_ links: [LinkHeader.Link]) -> String {
        links.map { link in
            link.parameters.sorted { $0.key < $1.key }.reduce("<\(link.target)>") { text, parameter in
                var value = ""
                for scalar in parameter.value.unicodeScalars {
                    if scalar == "\"" || scalar == "\\" { value += "\\" }
                    value.unicodeScalars.append(scalar)
                }
                return "\(text); \(parameter.key)=\"\(value)\""
            }
        }
        .joined(separator: ", ")
    }

    @Test func parsedLinksRoundTrip() {
        let corpus = [
            #"<https://h/t?page=1>; rel="first", <https://h/t?page=3>; rel="next""#,
            #"</v1?page=2>; rel="next"; page="2""#, #"</a?x=1,2;3>;title="a, \"b\"; c";rel="last next""#,
            "</a>; rel=next, </b>;;x, ,", #"</日本>; anchor="/x"; rel=prev"#,
        ]
        var mutations = Mutations(seed: 7, corpus: corpus.map { Array($0.utf8) })
        var (links, next, malformed) = (0, 0, 0)
        for number in 0..<200_000 {
            let input = mutations.next()
            let header = LinkHeader(String(decoding: input, as: UTF8.self))
            links += header.links.count
            if header["next"] != nil { next += 1 }
            if header.isMalformed { malformed += 1 }
            guard number % 8 == 0 else { continue }
            let parsedAgain = LinkHeader(text(header.links))
            if parsedAgain.links != header.links || parsedAgain.isMalformed {
                Issue.record("input \(number), \(input), was parsed as \(header) and then as \(parsedAgain)")
                return
            }
        }
        // The mutations produce both valid and malformed fields.
        #expect(links > 150_000, "\(links) \(next)")
        #expect(next > 50_000, "\(links) \(next)")
        #expect(malformed > 20_000 && malformed < 150_000)
    }

    @Test(arguments: ["<", "\"", "</a>;", "</a>,", ";", ",", "\\", "</a>; x=\"\\", "</a>; rel=\"next ", "</a> x "])
    func parsesLongFieldsInLinearTime(pattern: String) {
        // The input is 64 KiB of the pattern. Quadratic parsing would take minutes.
        let value = String(repeating: pattern, count: 65_536 / pattern.utf8.count)
        #expect(LinkHeader(value).links.count <= 65_536 / 4)
    }
}
