import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import Testing

/// Compares the elements of streamed arrays with the elements that Foundation decodes from the whole document.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct JSONArrayComparisonTests {
    private static let corpus = [
        #"{"a":[1,{"b":"x"},[2]],"c":null}"#, #"{"c":{"a":[0]},"a":["\u00e9\"]",true]}"#, #"{ "a" : [ ] }"#,
        #"{"a":[{"a":[]},-1.5e3,"é日"],"a":1}"#,
    ]

    private struct Outcome: Equatable {
        let values: [JSONValue]
        let error: String?
    }

    private func outcome(of bytes: [UInt8], cut: Int, at path: String = "a") -> Outcome {
        let source = Observable.of(Array(bytes[..<cut]), Array(bytes[cut...])).jsonArray(of: JSONValue.self, at: path)
        let recorder = Recorder(source)
        return Outcome(values: recorder.values, error: recorder.events.last?.error.map { "\($0)" })
    }

    /// Returns the elements of an array that Foundation decodes, or `nil` if the document is invalid or has no such array.
    private func elementsDecodedByFoundation(_ bytes: [UInt8], at path: String) -> [JSONValue]? {
        let document = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        let value = path.split(separator: ".").reduce(document) { (value: JSONValue?, key) -> JSONValue? in
            if case .array? = value { Int(key).flatMap { value?[$0] } } else { value?[String(key)] }
        }
        return value?.arrayValue
    }

    /// The fuzz corpus and other documents, without duplicate keys, of which Foundation returns any value.
    private static func documents() throws -> [[UInt8]] {
        let folder = PackageFiles.root.appending(path: "Tests/Fuzzing/Corpus/json-arrays")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let more = [
            #"{"a":[{"id":1,"tags":["x","\ud83d\ude00"],"b":null},{"id":-2.50e-1,"tags":[]}],"total":2}"#,
            #"[ 0 , {"a":[ "}" , "]" , "," , {"a":[1]} ] } , [[]] ]"#,
            " [\n\t[[1],[ ]],\r\n\"日本\u{1F600}\" , false ]\n",
            #"{"a":{"a":[1]},"b":[]}"#, #"{"a":[1,2"#, #"[1,"a\"]"#, "[1 2]",
        ]
        return try files.sorted { $0.path < $1.path }.map { try [UInt8](Data(contentsOf: $0)) }
            + (corpus.dropLast() + more).map { Array($0.utf8) }
    }

    /// Checks that the elements and the error do not depend on the position at which the document is cut.
    @Test func everyCutHasTheElementsThatFoundationDecodes() throws {
        let documents = try Self.documents()
        #expect(documents.count == 14)
        var arrays = 0
        for bytes in documents {
            for path in ["", "a", "1.a"] {
                let expected = elementsDecodedByFoundation(bytes, at: path)
                let whole = outcome(of: bytes, cut: bytes.count, at: path)
                #expect((whole.error == nil) == (expected != nil))
                if let expected {
                    arrays += 1
                    #expect(whole.values == expected)
                }
                for cut in 0..<bytes.count {
                    let text = "\(String(decoding: bytes, as: UTF8.self)), path \(path), cut at \(cut)"
                    #expect(outcome(of: bytes, cut: cut, at: path) == whole, "\(text)")
                }
            }
        }
        #expect(arrays == 11)
    }

    /// Checks that every document that Foundation decodes is accepted and has the same elements.
    @Test func mutatedDocumentsHaveTheElementsThatFoundationDecodes() throws {
        var mutations = Mutations(seed: 5, corpus: Self.corpus.map { Array($0.utf8) })
        var valid = 0
        for number in 0..<20_000 {
            let bytes = mutations.next()
            let result = outcome(of: bytes, cut: number % (bytes.count + 1))
            guard let document = try? JSONDecoder().decode([String: JSONValue].self, from: Data(bytes)),
                case .array(let expected)? = document["a"]
            else { continue }
            // Foundation's decoder returns any of several values of a duplicate key, and accepts a byte order mark and
            // trailing commas.
            let text = String(decoding: bytes, as: UTF8.self)
            if text.ranges(of: "\"a\"").count > 1 || text.hasPrefix("\u{FEFF}") { continue }
            if text.contains(/,\s*[\]}]/) { continue }
            valid += 1
            #expect(result == Outcome(values: expected, error: nil), "\(text)")
        }
        #expect(valid > 500)
    }
}
