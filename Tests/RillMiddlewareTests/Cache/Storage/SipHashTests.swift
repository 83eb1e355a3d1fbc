import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillMiddleware

@Suite struct SipHashTests {
    private static let key = [UInt8](0..<16)

    /// The hashes that the reference implementation computes for inputs of 0, 1 and 15 bytes.
    @Test func matchesReferenceImplementation() {
        for (count, text) in [
            (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
            (15, "5493e99933b0a8117e08ec0f97cfc3d9"),
        ] {
            var hash = SipHash(key: Self.key)
            hash.update([UInt8](0..<UInt8(count)))
            #expect(hash.text == text)
        }
    }

    @Test func hashIsIndependentOfUpdateBoundaries() {
        let bytes = [UInt8](0..<100)
        var whole = SipHash(key: Self.key)
        whole.update(bytes)
        for first in 0...100 {
            for second in stride(from: first, through: 100, by: 7) {
                var hash = SipHash(key: Self.key)
                hash.update(Array(bytes[..<first]))
                hash.update(Array(bytes[first..<second]))
                hash.update(Array(bytes[second...]))
                #expect(hash.digest == whole.digest)
            }
        }
    }
}
