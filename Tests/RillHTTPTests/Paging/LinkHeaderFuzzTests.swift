import RillHTTP
import Testing

/// What a server sends is anything.
@Suite struct LinkHeaderFuzzTests {
    /// The links as a careful server would write them.
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

    @Test func readsAnythingAndReadsWhatItHasReadAgain() {
        let corpus = [
            #"<https://h/t?page=1>; rel="first", <https://h/t?page=3>; rel="next""#,
            #"</v1?page=2>; rel="next"; page="2""#, #"</a?x=1,2;3>;title="a, \"b\"; c";rel="last next""#,
            "</a>; rel=next, </b>;;x, ,", #"</日本>; anchor="/x"; rel=prev"#,
        ]
        var mutations = Mutations(seed: 7, corpus: corpus.map { Array($0.utf8) })
        var links = 0
        var next = 0
        var malformed = 0
        for number in 0..<200_000 {
            let input = mutations.next()
            let header = LinkHeader(String(decoding: input, as: UTF8.self))
            links += header.links.count
            if header["next"] != nil { next += 1 }
            if header.isMalformed { malformed += 1 }
            guard number % 8 == 0 else { continue }
            let again = LinkHeader(text(header.links))
            if again.links != header.links || again.isMalformed {
                Issue.record("input \(number), \(input), was read as \(header) and then as \(again)")
                return
            }
        }
        // Not all of it is refused, and not all of it is good.
        #expect(links > 150_000)
        #expect(next > 50_000)
        #expect(malformed > 20_000 && malformed < 150_000)
    }

    @Test(arguments: ["<", "\"", "</a>;", "</a>,", ";", ",", "\\", "</a>; x=\"\\", "</a>; rel=\"next ", "</a> x "])
    func takesTimeInProportion(piece: String) {
        // 64 KiB of it: were anything read twice for each byte, this would take minutes.
        let value = String(repeating: piece, count: 65_536 / piece.utf8.count)
        #expect(LinkHeader(value).links.count <= 65_536 / 4)
    }
}
