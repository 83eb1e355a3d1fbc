import Foundation
import RillHTTP
import RillSampleServices
import Testing

/// Tests concurrent clients of the sample server.
@Suite(.timeLimit(.minutes(10))) struct SampleAzureConcurrencyTests {
    @Test func deliversEachMessageOnce() async throws {
        try await SampleAzure.withQueue { sample in
            let count = 200
            let received = try await withThrowingTaskGroup(of: [SampleAzure.Message].self) { group in
                for sender in 0..<4 {
                    group.addTask {
                        for number in 0..<count / 4 {
                            let response = try await sample.send("\(sender)-\(number)")
                            #expect(response.status == 201)
                        }
                        return []
                    }
                }
                try await group.waitForAll()
                for _ in 0..<8 {
                    group.addTask {
                        var own: [SampleAzure.Message] = []
                        while true {
                            let messages = try await sample.receive(3)
                            guard !messages.isEmpty else { return own }
                            own += messages
                        }
                    }
                }
                return try await group.reduce([]) { $0 + $1 }
            }
            #expect(received.count == count)
            #expect(Set(received.map(\.id)).count == count)
            #expect(received.allSatisfy { $0.count == 1 })
        }
    }

    @Test func conditionalPutSucceedsOnce() async throws {
        try await SampleAzure.withContainer { sample in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<16 {
                    group.addTask { try await sample.put("a", "\(number)", ["If-None-Match": "*"]).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [201] + Array(repeating: 409, count: 15))
        }
    }

    @Test func readsNeverSeePartialBlobs() async throws {
        try await SampleAzure.withContainer { sample in
            let texts = ["a", "b"].map { String(repeating: $0, count: 200_000) }
            #expect(try await sample.put("a", texts[0]).status == 201)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for text in texts {
                    group.addTask {
                        for _ in 0..<10 {
                            let response = try await sample.put("a", text)
                            #expect(response.status == 201)
                        }
                    }
                    group.addTask {
                        for _ in 0..<10 {
                            let response = try await sample.get("a")
                            #expect(texts.contains(response.text))
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
