internal import RillSystem

extension ArraySlice<UInt8> {
    /// Returns the range of the first occurrence of some bytes, or `nil` if they do not occur or are empty.
    package func range(of bytes: [UInt8]) -> Range<Int>? {
        withUnsafeBytes { buffer in
            var rest = buffer
            while bytes.count <= rest.count, let start = rest.baseAddress, let first = bytes.first {
                // The functions of the C library are also fast in debug builds.
                guard let found = memchr(start, Int32(first), rest.count - bytes.count + 1) else { return nil }
                if memcmp(found, bytes, bytes.count) == 0 {
                    let offset = buffer.count - rest.count + (UnsafeRawPointer(found) - start)
                    return startIndex + offset..<startIndex + offset + bytes.count
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[(UnsafeRawPointer(found) - start + 1)...])
            }
            return nil
        }
    }

    /// Returns whether the slice begins with some bytes.
    func hasPrefix(_ bytes: [UInt8]) -> Bool {
        withUnsafeBytes { buffer in
            guard bytes.count <= buffer.count, let start = buffer.baseAddress else { return bytes.isEmpty }
            return memcmp(start, bytes, bytes.count) == 0
        }
    }
}
