internal import Foundation

extension Tape {
    /// Marks each key that repeats an earlier key of the same object, so that searches ignore it.
    func markDuplicates(in object: Int, isLarge: Bool) {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 16) { bits in
            bits.initialize(repeating: 0)
            var keys: Set<[UInt8]> = []
            var key = object + 1
            while key < count {
                let hash = UInt16(bitPattern: nodes[key].exponentOrHash)
                let bit = 1 << UInt64(hash & 63) as UInt64
                let word = Int(hash >> 6 & 15)
                if isLarge {
                    if !keys.insert(Array(content(nodes[key]))).inserted { nodes[key].kind = .null }
                } else if bits[word] & bit != 0, occurs(nodes[key], from: object + 1, to: key) {
                    nodes[key].kind = .null
                }
                bits[word] |= bit
                key = index(after: key + 1)
            }
        }
    }

    @inline(never)
    private func occurs(_ key: Node, from first: Int, to end: Int) -> Bool {
        var other = first
        while other < end {
            let node = nodes[other]
            if node.exponentOrHash == key.exponentOrHash, node.payload == key.payload,
                memcmp(bytes + Int(node.start), bytes + Int(key.start), Int(key.payload)) == 0
            {
                return true
            }
            other = index(after: other + 1)
        }
        return false
    }
}
