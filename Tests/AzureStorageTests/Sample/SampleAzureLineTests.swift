import Foundation
import Testing

@testable import SampleServices

/// The order of messages, without a server around it: checked against one that looks at all of them.
@Suite(.timeLimit(.minutes(2))) struct SampleAzureLineTests {
    private static let start = Date(timeIntervalSince1970: 0)

    /// What the line should do, by looking at all messages.
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

    @Test(arguments: 0..<8) func isThatOfAPlainList(_ seed: UInt64) throws {
        var random = SampleDice(state: seed)
        var line = AzureMessageLine()
        var model = Model()
        var now = Self.start
        var held: [AzureMessage] = []
        for number in 1...2_000 {
            now += Double(Int.random(in: 0...3, using: &random))
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                let delay = Bool.random(using: &random) ? 0 : Int.random(in: 0...20, using: &random)
                let life = Bool.random(using: &random) ? nil : Int.random(in: 21...200, using: &random)
                _ = line.put("\(number)", now: now, hiddenFor: delay, livingFor: life)
                let expires = life.map { now.addingTimeInterval(Double($0)) }
                model.entries.append(.init(number: number, expires: expires, visible: now + Double(delay)))
            case 4..<7:
                let delay = Int.random(in: 1...30, using: &random)
                let messages = line.receive(Int.random(in: 1...5, using: &random), now: now, hiddenFor: delay)
                let numbers = messages.map { Int($0.text) ?? 0 }
                #expect(numbers == model.next(max(numbers.count, 1), now: now))
                for number in numbers { model.hide(number, until: now + Double(delay)) }
                held += messages
            case 7:
                let peeked = line.peek(4, now: now).map { Int($0.text) ?? 0 }
                #expect(peeked == model.next(4, now: now))
            default:
                guard !held.isEmpty else { continue }
                let message = held.remove(at: Int.random(in: held.indices, using: &random))
                guard (try? line.remove(message.id, receipt: message.receipt, now: now)) != nil else { continue }
                model.entries.removeAll { "\($0.number)" == message.text }
            }
            _ = model.next(0, now: now)
            #expect(line.count(now: now) == model.entries.count)
        }
    }

    /// One that looked at all messages for each would not be done within the suite's time limit.
    @Test func looksAtFewOfAHundredThousand() throws {
        let count = 100_000
        var line = AzureMessageLine()
        for number in 0..<count { _ = line.put("\(number)", now: Self.start, hiddenFor: 0, livingFor: 604_800) }
        var expected = 0
        var isInOrder = true
        while expected < count {
            let messages = line.receive(32, now: Self.start, hiddenFor: 30)
            try #require(!messages.isEmpty)
            for message in messages {
                isInOrder = isInOrder && message.text == "\(expected)"
                expected += 1
                try line.remove(message.id, receipt: message.receipt, now: Self.start)
            }
        }
        #expect(isInOrder)
        #expect(line.count(now: Self.start) == 0)
    }
}

/// Numbers that are the same in each run.
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
