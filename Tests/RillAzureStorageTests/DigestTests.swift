import RillDigests
import RillTestSupport
import Testing

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct DigestTests {
    /// The examples of FIPS 180-4, and a longer message of NIST.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ])
    func sha256MatchesStandardVectors(_ message: String, _ digest: String) {
        #expect(hexadecimal(SHA256.digest(of: message.utf8)) == digest)
    }

    @Test func sha256OfOneMillionBytes() {
        let message = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        #expect(
            hexadecimal(SHA256.digest(of: message))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    /// RFC 1321, section A.5.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        (
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
            "d174ab98d277d9f5a5611c2c9f419d9f"
        ),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "57edf4a22be3c955ac49da2e2107b67a"
        ),
    ])
    func md5MatchesStandardVectors(_ message: String, _ digest: String) {
        #expect(hexadecimal(MD5.digest(of: message.utf8)) == digest)
    }

    /// The results of Microsoft's azure-storage-extensions 0.1.0.
    private static let checksums: [(message: [UInt8], value: UInt64)] = [
        ([], 0), ([UInt8]("a".utf8), 0x8C2F_8445_B4CB_FC3C), ([UInt8]("hello".utf8), 0x3377_8570_0652_4257),
        ([UInt8]("123456789".utf8), 0xAE8B_1486_0A79_9888), ([UInt8](0...255), 0xFF71_E212_79D9_966E),
        ((0..<100_000).map { (index: Int) -> UInt8 in UInt8((index * 31 + index / 251) % 256) }, 0xD3D9_9526_7BDF_8527),
    ]

    @Test(arguments: checksums)
    func crc64MatchesVectorsOfMicrosoft(_ message: [UInt8], _ value: UInt64) {
        let digest = withUnsafeBytes(of: value.littleEndian) { Array($0) }
        #expect(CRC64.digest(of: message) == digest)
        for size in [1, 3, 8, 13] {
            var checksum = CRC64()
            for start in stride(from: 0, to: message.count, by: size) {
                checksum.update(message[start..<min(start + size, message.count)])
            }
            #expect(checksum.digest == digest)
        }
    }

    /// RFC 4231, sections 4.2 to 4.8.
    ///
    /// In the fifth test case, the authentication code is truncated to 128 bits.
    private static let authenticationCodes: [(key: [UInt8], message: [UInt8], code: String)] = [
        (
            [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            Array(UInt8(1)...25), [UInt8](repeating: 0xCD, count: 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        (
            [UInt8](repeating: 0x0C, count: 20), Array("Test With Truncation".utf8),
            "a3b6167473100ee06e0c796c2955552b"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131),
            Array(
                ("This is a test using a larger than block-size key and a larger than block-size data. "
                    + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ]

    @Test(arguments: authenticationCodes)
    func hmacMatchesStandardVectors(_ key: [UInt8], _ message: [UInt8], _ code: String) {
        #expect(hexadecimal(SHA256.authenticationCode(for: message, key: key)).hasPrefix(code))
    }

    /// Updates of various sizes, and message lengths around multiples of the 64-byte block.
    @Test func incrementalUpdatesProduceSameDigest() {
        let message = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for length in 0...message.count {
            let whole = message.prefix(length)
            var (sha, md5) = (SHA256(), MD5())
            var rest = whole
            var size = 1
            while !rest.isEmpty {
                sha.update(rest.prefix(size))
                md5.update(rest.prefix(size).lazy.map { $0 })
                rest = rest.dropFirst(size)
                size = size % 67 + 13
            }
            #expect(sha.digest == SHA256.digest(of: whole), "\(length) bytes")
            #expect(md5.digest == MD5.digest(of: whole), "\(length) bytes")
        }
    }

    @Test func digestCanBeReadBetweenUpdates() {
        var sha = SHA256()
        sha.update("ab".utf8)
        _ = sha.digest
        sha.update("c".utf8)
        #expect(sha.digest == SHA256.digest(of: "abc".utf8))
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
