import Foundation
import RillTestSupport
import Testing

@testable import RillSampleServices

/// Tests the order of messages without a server, by comparison with a simple model.
@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("single-threaded")) struct SampleAzureMessageQueueTests {
    private static let start = Date(timeIntervalSince1970: 0)

    /// A model of the queue that visits all messages in each operation.
    private struct Model {
        struct Entry {
            let number: Int
            let expires: Date?
            var visible: Date
        }

        var entries: [Entry] = []

        mutating func next(_ maximum: Int, now: Date) -> [Int] {
            entries.removeAll { $0.expires.map { $0 <= now } ?? false }
            let visible = entries.filter { $0.visible <= now }
            return visible.sorted { ($0.visible, $0.number) < ($1.visible, $1.number) }.prefix(maximum).map(\.number)
        }

        mutating func hide(_ number: Int, until date: Date) {
            for index in entries.indices where entries[index].number == number { entries[index].visible = date }
        }
    }

    @Test(arguments: 0..<8) func matchesLinearModel(_ seed: UInt64) throws {
        var random = SampleDice(state: seed)
        var queue = AzureMessageQueue()
        var model = Model()
        var now = Self.start
        var received: [AzureMessage] = []
        for number in 1...2_000 {
            now += Double(Int.random(in: 0...3, using: &random))
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                let delay = Bool.random(using: &random) ? 0 : Int.random(in: 0...20, using: &random)
                let life = Bool.random(using: &random) ? nil : Int.random(in: 21...200, using: &random)
                _ = queue.put("\(number)", now: now, visibilityTimeout: delay, timeToLive: life)
                let expires = life.map { now.addingTimeInterval(Double($0)) }
                model.entries.append(.init(number: number, expires: expires, visible: now + Double(delay)))
            case 4..<7:
                let delay = Int.random(in: 1...30, using: &random)
                let messages = queue.receive(Int.random(in: 1...5, using: &random), now: now, visibilityTimeout: delay)
                let numbers = messages.map { Int($0.text) ?? 0 }
                #expect(numbers == model.next(max(numbers.count, 1), now: now))
                for number in numbers { model.hide(number, until: now + Double(delay)) }
                received += messages
            case 7:
                let peeked = queue.peek(4, now: now).map { Int($0.text) ?? 0 }
                #expect(peeked == model.next(4, now: now))
            default:
                guard !received.isEmpty else { continue }
                let message = received.remove(at: Int.random(in: received.indices, using: &random))
                guard (try? queue.remove(message.id, receipt: message.receipt, now: now)) != nil else { continue }
                model.entries.removeAll { "\($0.number)" == message.text }
            }
            _ = model.next(0, now: now)
            #expect(queue.count(now: now) == model.entries.count)
        }
    }

    /// An implementation that visits all messages for each operation would exceed the suite's time limit.
    @Test func receivesOneHundredThousandMessagesEfficiently() throws {
        let count = 100_000
        var queue = AzureMessageQueue()
        for number in 0..<count {
            _ = queue.put("\(number)", now: Self.start, visibilityTimeout: 0, timeToLive: 604_800)
        }
        var expected = 0
        var isInOrder = true
        while expected < count {
            let messages = queue.receive(32, now: Self.start, visibilityTimeout: 30)
            try #require(!messages.isEmpty)
            for message in messages {
                isInOrder = isInOrder && message.text == "\(expected)"
                expected += 1
                try queue.remove(message.id, receipt: message.receipt, now: Self.start)
            }
        }
        #expect(isInOrder)
        #expect(queue.count(now: Self.start) == 0)
    }
}

/// A random number generator with a fixed sequence.
private struct SampleDice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed &>> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed &>> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed &>> 31
    }
}
