internal import Rill

/// Answers by address, up to a number of bytes: the one that was not used for longest goes first.
final class CacheStore: @unchecked Sendable {  // what changes is guarded by `lock`
    /// How many answers of one address are kept, one for each selection of fields.
    private static let variantLimit = 32

    private struct Entry {
        let number: Int
        let address: String
        var answer: CachedAnswer
        let size: Int
        var lastUse: Int
    }

    let capacity: Int
    private let lock = Lock()
    private var entries: [Int: Entry] = [:]
    private var numbers: [String: [Int]] = [:]
    private var totalSize = 0

    /// All uses in order; one that is not the last of its entry means nothing.
    private var uses: [(number: Int, use: Int)] = []
    private var firstUse = 0
    private var clock = 0
    private var changeCount = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// How many bytes are kept, about.
    var size: Int { lock.withLock { totalSize } }

    /// How many times something was to be forgotten.
    var changes: Int { lock.withLock { changeCount } }

    /// The answer that a request may be given, or that the server may be asked about.
    func answer(to request: HTTPRequest, of identity: [String: [String]]) -> CachedAnswer? {
        lock.withLock {
            let all = numbers[request.address] ?? []
            guard
                let number = all.last(where: { entries[$0]?.answer.selection.matches(request, of: identity) ?? false })
            else {
                return nil
            }
            note(useOf: number)
            return entries[number]?.answer
        }
    }

    /// Keeps an answer in the place of the one for the same requests.
    ///
    /// - Parameters:
    ///   - answer: What to keep; too large, it is not.
    ///   - address: What was asked for.
    ///   - changes: How many times something had been forgotten when it was asked for.
    func keep(_ answer: CachedAnswer, at address: String, changes: Int) {
        let size = answer.size + address.utf8.count
        let gone: [Entry] = lock.withLock {
            var gone: [Entry] = []
            var same = (numbers[address] ?? []).filter { entries[$0]?.answer.selection == answer.selection }
            if same.isEmpty, let oldest = numbers[address]?.first, numbers[address]?.count == Self.variantLimit {
                same = [oldest]
            }
            for number in same { gone += remove(number) }
            guard size <= capacity else { return gone }
            clock += 1
            var entry = Entry(number: clock, address: address, answer: answer, size: size, lastUse: clock)
            entry.answer.isDoubtful = changes != changeCount
            entries[entry.number] = entry
            numbers[address, default: []].append(entry.number)
            totalSize += size
            note(useOf: entry.number)
            while totalSize > capacity, let number = popLeastUsed() { gone += remove(number) }
            return gone
        }
        // Released after the lock.
        withExtendedLifetime(gone) {}
    }

    /// Forgets the answer for a request.
    func remove(_ answer: CachedAnswer, at address: String) {
        let gone = lock.withLock {
            (numbers[address] ?? []).filter { entries[$0]?.answer.selection == answer.selection }.flatMap { remove($0) }
        }
        withExtendedLifetime(gone) {}
    }

    /// Forgets all answers of some addresses, and distrusts those that are on their way.
    func invalidate(_ addresses: [String]) {
        let gone = lock.withLock {
            changeCount += 1
            return addresses.flatMap { numbers[$0] ?? [] }.flatMap { remove($0) }
        }
        withExtendedLifetime(gone) {}
    }

    /// Forgets everything.
    func removeAll() {
        let gone = lock.withLock {
            changeCount += 1
            defer {
                entries = [:]
                numbers = [:]
                uses = []
                firstUse = 0
                totalSize = 0
            }
            return entries
        }
        withExtendedLifetime(gone) {}
    }

    // MARK: Under the lock

    private func remove(_ number: Int) -> [Entry] {
        guard let entry = entries.removeValue(forKey: number) else { return [] }
        totalSize -= entry.size
        numbers[entry.address]?.removeAll { $0 == number }
        if numbers[entry.address]?.isEmpty == true { numbers[entry.address] = nil }
        return [entry]
    }

    private func note(useOf number: Int) {
        clock += 1
        entries[number]?.lastUse = clock
        uses.append((number, clock))
        guard uses.count > 64, uses.count > 4 * entries.count else { return }
        uses = uses[firstUse...].filter { entries[$0.number]?.lastUse == $0.use }
        firstUse = 0
    }

    private func popLeastUsed() -> Int? {
        while firstUse < uses.count {
            let (number, use) = uses[firstUse]
            firstUse += 1
            if entries[number]?.lastUse == use { return number }
        }
        return nil
    }
}
