import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests all operations of the Queue service, without workers.
@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests"))
struct CloudQueueTests {
    /// The error codes for an outdated pop receipt.
    private static let outdatedReceiptCodes: Set<AzureStorageError.Code?> = [.popReceiptMismatch, .messageNotFound]

    // MARK: Queues

    @Test func createsQueueOnceAndDeletesIt() async throws {
        try await StorageFixture.run { fixture in
            let queues = fixture.queues()
            #expect(try await queues.createQueue(fixture.name, metadata: ["owner": "rill"]).firstValue())
            #expect(try await queues.createQueue(fixture.name, metadata: ["owner": "rill"]).firstValue() == false)
            let other = try await failure(of: queues.createQueue(fixture.name, metadata: ["owner": "me"]))
            #expect(other.status == .conflict)
            #expect(other.azureStorage?.code == .queueAlreadyExists)
            try await queues.deleteQueue(fixture.name).firstValue()
            let calls: [Observable<Void>] = [
                queues.properties(ofQueue: fixture.name).map { _ in }, queues.peek(at: fixture.name).map { _ in },
                queues.send("a", to: fixture.name).map { _ in }, queues.deleteQueue(fixture.name),
            ]
            for call in calls {
                let error = try await failure(of: call)
                #expect(error.status == .notFound)
                #expect(error.azureStorage?.code == .queueNotFound)
                #expect(error.azureStorage?.requestID?.isEmpty == false)
            }
        }
    }

    @Test(arguments: ["ab", "Not_a_Name", "two--hyphens", "-a-a"])
    func reportsInvalidQueueName(_ name: String) async throws {
        try await StorageFixture.run { fixture in
            let error = try await failure(of: fixture.queues().createQueue(name))
            #expect(error.status == .badRequest)
            let codes: Set<AzureStorageError.Code?> = [.outOfRangeInput, .invalidResourceName]
            #expect(codes.contains(error.azureStorage?.code), "\(error)")
        }
    }

    @Test func storesAndReplacesMetadata() async throws {
        try await StorageFixture.withQueue { fixture, queues in
            #expect(try await queues.properties(ofQueue: fixture.name).firstValue().metadata.isEmpty)
            try await queues.setMetadata(["a": "1", "b_2": "two   spaces"], ofQueue: fixture.name).firstValue()
            let both = try await queues.properties(ofQueue: fixture.name).firstValue()
            #expect(both.metadata == ["a": "1", "b_2": "two spaces"])
            #expect(both.approximateMessageCount == 0)
            try await queues.setMetadata(["c": "3"], ofQueue: fixture.name).firstValue()
            #expect(try await queues.properties(ofQueue: fixture.name).firstValue().metadata == ["c": "3"])
        }
    }

    @Test func listsQueuesAsPages() async throws {
        try await StorageFixture.run { fixture in
            let queues = fixture.queues()
            let names = ["a", "b", "c"].map { "\(fixture.name)-\($0)" }
            for name in names { _ = try await queues.createQueue(name, metadata: ["letter": name]).firstValue() }
            let full = try await queues.queues(prefix: fixture.name, includesMetadata: true, pageSize: 1).collected()
            #expect(full.map(\.name) == names)
            #expect(full.map(\.metadata) == names.map { ["letter": $0] })
            let bare = try await queues.queues(prefix: fixture.name).collected()
            #expect(bare.map(\.name) == names && bare.allSatisfy { $0.metadata.isEmpty })
            let pages = try await queues.queuePages(prefix: fixture.name, pageSize: 2).collected()
            #expect(pages.count >= 2 && pages.flatMap(\.queues).map(\.name) == names)
            #expect(pages.dropLast().allSatisfy { $0.nextMarker != nil } && pages.last?.nextMarker == nil)
            let taken = try await queues.queues(prefix: fixture.name, pageSize: 1).take(2).collected()
            #expect(taken.map(\.name) == Array(names.prefix(2)))
            for name in names { try await queues.deleteQueue(name).firstValue() }
        }
    }

    // MARK: Messages

    @Test func sendsPeeksReceivesAndDeletesMessage() async throws {
        try await StorageFixture.withQueue { fixture, queues in
            #expect(try await queues.receive(from: fixture.name).firstValue().isEmpty)
            let sent = try await queues.send("resize 7.png", to: fixture.name).firstValue()
            #expect(sent.expiresAt?.timeIntervalSince(sent.insertedAt) == 604_800)
            let seen = try #require(try await queues.peek(at: fixture.name, count: 32).firstValue().first)
            #expect(seen.id == sent.id && seen.text == "resize 7.png" && seen.dequeueCount == 0)
            #expect(seen.insertedAt == sent.insertedAt && seen.expiresAt == sent.expiresAt)
            let received = try await queues.receive(from: fixture.name, count: 32, visibilityTimeout: .seconds(3_600))
                .firstValue()
            let message = try #require(received.first)
            #expect(received.count == 1)
            #expect(message.id == sent.id && message.text == "resize 7.png" && message.dequeueCount == 1)
            #expect(message.visibleAt.timeIntervalSince(message.insertedAt) >= 3_600)
            // The message is invisible to all clients, but is included in the count.
            #expect(try await queues.receive(from: fixture.name).firstValue().isEmpty)
            #expect(try await queues.peek(at: fixture.name).firstValue().isEmpty)
            #expect(try await queues.properties(ofQueue: fixture.name).firstValue().approximateMessageCount >= 1)
            try await queues.delete(message, from: fixture.name).firstValue()
            try await expectFailure(of: queues.delete(message, from: fixture.name), .messageNotFound)
        }
    }

    @Test func delayedMessageIsInvisible() async throws {
        try await StorageFixture.withQueue { fixture, queues in
            let sent = try await queues.send(
                "later", to: fixture.name, visibleAfter: .seconds(3_600), timeToLive: .limited(to: .seconds(7_200))
            ).firstValue()
            #expect(sent.visibleAt.timeIntervalSince(sent.insertedAt) == 3_600)
            #expect(sent.expiresAt?.timeIntervalSince(sent.insertedAt) == 7_200)
            #expect(try await queues.receive(from: fixture.name).firstValue().isEmpty)
            #expect(try await queues.peek(at: fixture.name).firstValue().isEmpty)
            // The sender also has a pop receipt.
            let updated = try await queues.update(id: sent.id, popReceipt: sent.popReceipt, in: fixture.name)
                .firstValue()
            #expect(updated.popReceipt != sent.popReceipt)
            let message = try #require(try await queues.receive(from: fixture.name).firstValue().first)
            #expect(message.text == "later" && message.dequeueCount == 1)
        }
    }

    @Test func unlimitedMessageHasNoExpiration() async throws {
        try await StorageFixture.withQueue { fixture, queues in
            let sent = try await queues.send("for ever", to: fixture.name, timeToLive: .unlimited).firstValue()
            #expect(sent.expiresAt == nil)
            #expect(try await queues.peek(at: fixture.name).firstValue().first?.expiresAt == nil)
            let message = try #require(try await queues.receive(from: fixture.name).firstValue().first)
            #expect(message.expiresAt == nil)
            try await queues.delete(id: message.id, popReceipt: message.popReceipt, from: fixture.name).firstValue()
        }
    }

    @Test func updateChangesTextTimeoutAndPopReceipt() async throws {
        try await StorageFixture.withQueue { fixture, queues in
            _ = try await queues.send("first", to: fixture.name).firstValue()
            let first = try #require(
                try await queues.receive(from: fixture.name, visibilityTimeout: .seconds(60)).firstValue().first)
            // Extend the visibility timeout without changing the text.
            let renewed = try await queues.update(first, in: fixture.name, visibleAfter: .seconds(3_600)).firstValue()
            #expect(renewed.popReceipt != first.popReceipt && renewed.text == "first")
            #expect(renewed.visibleAt.timeIntervalSince(first.visibleAt) >= 3_000)
            let stale: [Observable<Void>] = [
                queues.delete(first, from: fixture.name), queues.update(first, in: fixture.name).map { _ in },
            ]
            for call in stale {
                let error = try await failure(of: call)
                #expect(Self.outdatedReceiptCodes.contains(error.azureStorage?.code), "\(error)")
            }
            // Make the message visible with another text.
            let returned = try await queues.update(renewed, in: fixture.name, text: "second").firstValue()
            #expect(returned.text == "second" && returned.popReceipt != renewed.popReceipt)
            let again = try #require(try await queues.receive(from: fixture.name).firstValue().first)
            #expect(again.id == first.id && again.text == "second" && again.dequeueCount == 2)
            #expect(
                Self.outdatedReceiptCodes.contains(
                    try await failure(of: queues.delete(returned, from: fixture.name)).azureStorage?.code))
            try await queues.delete(again, from: fixture.name).firstValue()
        }
    }

    @Test func clearDeletesAllMessages() async throws {
        try await StorageFixture.withQueue { fixture, queues in
            for text in ["a", "b", "c"] { _ = try await queues.send(text, to: fixture.name).firstValue() }
            #expect(try await queues.peek(at: fixture.name, count: 32).firstValue().count == 3)
            #expect(try await queues.properties(ofQueue: fixture.name).firstValue().approximateMessageCount >= 3)
            try await queues.clear(fixture.name).firstValue()
            #expect(try await queues.peek(at: fixture.name, count: 32).firstValue().isEmpty)
        }
    }

    // MARK: Texts

    @Test(arguments: [
        "", "a", " two  spaces ", "a < b & c > d \"'", "日本語 😀", "a\r\nb\tc\n", "\u{0}\u{1}\u{FFFF}", "aGVsbG8=",
        String(repeating: "é<", count: 16_384),
    ])
    func base64CodecPreservesText(_ text: String) async throws {
        try await StorageFixture.withQueue { fixture, queues in
            _ = try await queues.send(text, to: fixture.name).firstValue()
            let message = try #require(try await queues.receive(from: fixture.name).firstValue().first)
            #expect(message.text == text)
            #expect(message.rawText == Data(text.utf8).base64EncodedString())
            #expect(message.data == Data(text.utf8))
        }
    }

    @Test(arguments: [
        "a", " two  spaces ", "a < b & c > d \"'", "日本語 😀", "a\nb\tc", String(repeating: "é<", count: 21_845),
    ])
    func plainCodecPreservesText(_ text: String) async throws {
        try await StorageFixture.withQueue(codec: .plain) { fixture, queues in
            _ = try await queues.send(text, to: fixture.name).firstValue()
            let message = try #require(try await queues.receive(from: fixture.name).firstValue().first)
            #expect(message.text == text && message.rawText == text)
            // A client with the Base64 codec returns other text unchanged, and decodes text that is valid Base64.
            let none = try await queues.update(message, in: fixture.name, text: "no Base64!").firstValue()
            #expect(none.rawText == "no Base64!")
            #expect(try await fixture.queues().peek(at: fixture.name).firstValue().map(\.text) == ["no Base64!"])
            _ = try await queues.update(none, in: fixture.name, text: "aGVsbG8=").firstValue()
            #expect(try await fixture.queues().peek(at: fixture.name).firstValue().map(\.text) == ["hello"])
        }
    }

    @Test(arguments: MessageCodec.both)
    func preservesData(_ codec: MessageCodec) async throws {
        try await StorageFixture.withQueue(codec: codec) { fixture, queues in
            let data = Data(sampleBytes(49_152))
            _ = try await queues.send(data, to: fixture.name).firstValue()
            #expect(try await queues.peek(at: fixture.name).firstValue().map(\.data) == [data])
            #expect(try await queues.receive(from: fixture.name).firstValue().map(\.data) == [data])
        }
    }

    // MARK: Shared access signatures

    @Test func sharedAccessSignatureGrantsOnlyItsPermissions() async throws {
        try await StorageFixture.withQueue { fixture, queues in
            guard case .sharedKey(let key) = fixture.account.credential else { return }
            _ = try await queues.send("for the guest", to: fixture.name).firstValue()
            let access = AccountAccess(
                to: .queue, resources: .object, permissions: [.process], until: Date(timeIntervalSinceNow: 3_600),
                requiresHTTPS: fixture.hasHTTPS)
            var guest = fixture.account
            guest.credential = .sharedAccessSignature(try access.signed(by: key, of: guest.name))
            let reader = QueueClient(guest)
            let message = try #require(try await reader.receive(from: fixture.name).firstValue().first)
            #expect(message.text == "for the guest")
            let error = try await failure(of: reader.send("more", to: fixture.name))
            #expect(error.azureStorage?.code == .authorizationPermissionMismatch)
            #expect(!"\(error)".contains("sig=") || "\(error)".contains("sig=<redacted>"))
            try await reader.delete(message, from: fixture.name).firstValue()
        }
    }
}

extension MessageCodec {
    fileprivate static let both = [MessageCodec.base64, .plain]
}
