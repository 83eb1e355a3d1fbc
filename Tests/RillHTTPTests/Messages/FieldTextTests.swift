import Testing

@testable import RillHTTP
@testable import RillHTTPTypes

@Suite struct FieldTextTests {
    @Test(arguments: [
        ("", [""]), ("a", ["a"]), ("a, b,,", ["a", " b", "", ""]), (#"a="x,y", b"#, [#"a="x,y""#, " b"]),
        (#""\"," , b"#, [#""\"," "#, " b"]), (#""\\", b"#, [#""\\""#, " b"]), (#"a\, b"#, [#"a\"#, " b"]),
        (#"a, "b, c"#, ["a", #" "b, c"#]), ("é,ü", ["é", "ü"]),
    ])
    func splitsAtSeparatorOutsideQuotes(text: String, expected: [Substring]) {
        #expect(FieldText.split(text[...], at: ",") == expected)
    }
}
