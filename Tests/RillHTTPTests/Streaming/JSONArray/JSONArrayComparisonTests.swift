import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTestSupport
import Testing

/// Compares the elements of streamed arrays with the elements that Foundation decodes from the whole document.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct JSONArrayComparisonTests {
    private static let corpus = [
        #"{"a":[1,{"b":"x"},[2]],"c":null}"#, #"{"c":{"a":[0]},"a":["\u00e9\"]",true]}"#, #"{ "a" : [ ] }"#,
        #"{"a":[{"a":[]},-1.5e3,"é日"],"a":1}"#,
    ]

    private func elements(of bytes: [UInt8], cut: Int) -> (values: [JSONValue], isComplete: Bool) {
        let source = Observable.of(Array(bytes[..<cut]), Array(bytes[cut...])).jsonArray(of: JSONValue.self, at: "a")
        let recorder = Recorder(source)
        return (recorder.values, recorder.events.last?.error == nil)
    }

    /// Checks that every document that Foundation decodes is accepted and has the same elements.
    @Test func mutatedDocumentsHaveTheElementsThatFoundationDecodes() throws {
        var mutations = Mutations(seed: 5, corpus: Self.corpus.map { Array($0.utf8) })
        var valid = 0
        for number in 0..<20_000 {
            let bytes = mutations.next()
            let result = elements(of: bytes, cut: number % (bytes.count + 1))
            guard let document = try? JSONDecoder().decode([String: JSONValue].self, from: Data(bytes)),
                case .array(let expected)? = document["a"]
            else { continue }
            // Foundation's decoder returns any of several values of a duplicate key, and accepts a byte order mark and
            // trailing commas.
            let text = String(decoding: bytes, as: UTF8.self)
            if text.ranges(of: "\"a\"").count > 1 || text.hasPrefix("\u{FEFF}") { continue }
            if text.contains(/,\s*[\]}]/) { continue }
            valid += 1
            #expect(result.values == expected && result.isComplete, "\(text)")
        }
        #expect(valid > 500)
    }
}
