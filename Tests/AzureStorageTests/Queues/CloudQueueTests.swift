import AzureStorage
import Foundation
import Rill
import RillHTTP
import ServiceTestSupport
import Testing

/// Every operation of the queues, but the worker.
@Suite(.timeLimit(.minutes(5)))
struct CloudQueueTests {
    /// What a stale receipt is answered with.
    private static let refusals: Set<AzureStorageError.Code?> = [.popReceiptMismatch, .messageNotFound]

    // MARK: Queues

    @Test func aQueueIsMadeOnceAndDeleted() async throws {
        try await Place.run { place in
            let queues = place.queues()
            #expect(try await queues.createQueue(place.name, metadata: ["owner": "rill"]).firstValue())
            #expect(try await queues.createQueue(place.name, metadata: ["owner": "rill"]).firstValue() == false)
            let other = try await failure(of: queues.createQueue(place.name, metadata: ["owner": "me"]))
            #expect(other.status == .conflict)
            #expect(other.azureStorage?.code == .queueAlreadyExists)
            try await queues.deleteQueue(place.name).firstValue()
            let calls: [Observable<Void>] = [
                queues.properties(ofQueue: place.name).map { _ in }, queues.peek(at: place.name).map { _ in },
                queues.send("a", to: place.name).map { _ in }, queues.deleteQueue(place.name),
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
    func aNameThatNoQueueCanHave(_ name: String) async throws {
        try await Place.run { place in
            let error = try await failure(of: place.queues().createQueue(name))
            #expect(error.status == .badRequest)
            let codes: Set<AzureStorageError.Code?> = [.outOfRangeInput, .invalidResourceName]
            #expect(codes.contains(error.azureStorage?.code), "\(error)")
        }
    }

    @Test func metadataIsKeptBesideAQueueAndReplaced() async throws {
        try await Place.withQueue { place, queues in
            #expect(try await queues.properties(ofQueue: place.name).firstValue().metadata.isEmpty)
            try await queues.setMetadata(["a": "1", "b_2": "two   spaces"], ofQueue: place.name).firstValue()
            let both = try await queues.properties(ofQueue: place.name).firstValue()
            #expect(both.metadata == ["a": "1", "b_2": "two spaces"])
            #expect(both.approximateMessageCount == 0)
            try await queues.setMetadata(["c": "3"], ofQueue: place.name).firstValue()
            #expect(try await queues.properties(ofQueue: place.name).firstValue().metadata == ["c": "3"])
        }
    }

    @Test func queuesAreListedPageByPage() async throws {
        try await Place.run { place in
            let queues = place.queues()
            let names = ["a", "b", "c"].map { "\(place.name)-\($0)" }
            for name in names { _ = try await queues.createQueue(name, metadata: ["letter": name]).firstValue() }
            let full = try await queues.queues(prefix: place.name, includesMetadata: true, pageSize: 1).collected()
            #expect(full.map(\.name) == names)
            #expect(full.map(\.metadata) == names.map { ["letter": $0] })
            let bare = try await queues.queues(prefix: place.name).collected()
            #expect(bare.map(\.name) == names && bare.allSatisfy { $0.metadata.isEmpty })
            let pages = try await queues.queuePages(prefix: place.name, pageSize: 2).collected()
            #expect(pages.count >= 2 && pages.flatMap(\.queues).map(\.name) == names)
            #expect(pages.dropLast().allSatisfy { $0.nextMarker != nil } && pages.last?.nextMarker == nil)
            let taken = try await queues.queues(prefix: place.name, pageSize: 1).take(2).collected()
            #expect(taken.map(\.name) == Array(names.prefix(2)))
            for name in names { try await queues.deleteQueue(name).firstValue() }
        }
    }

    // MARK: Messages

    @Test func aMessageIsSentSeenReceivedAndDeleted() async throws {
        try await Place.withQueue { place, queues in
            #expect(try await queues.receive(from: place.name).firstValue().isEmpty)
            let sent = try await queues.send("resize 7.png", to: place.name).firstValue()
            #expect(sent.expiresAt?.timeIntervalSince(sent.insertedAt) == 604_800)
            let seen = try #require(try await queues.peek(at: place.name, count: 32).firstValue().first)
            #expect(seen.id == sent.id && seen.text == "resize 7.png" && seen.dequeueCount == 0)
            #expect(seen.insertedAt == sent.insertedAt && seen.expiresAt == sent.expiresAt)
            let received = try await queues.receive(from: place.name, count: 32, visibilityTimeout: .seconds(3_600))
                .firstValue()
            let message = try #require(received.first)
            #expect(received.count == 1)
            #expect(message.id == sent.id && message.text == "resize 7.png" && message.dequeueCount == 1)
            #expect(message.visibleAt.timeIntervalSince(message.insertedAt) >= 3_600)
            // Nobody else gets it, or sees it; it counts all the same.
            #expect(try await queues.receive(from: place.name).firstValue().isEmpty)
            #expect(try await queues.peek(at: place.name).firstValue().isEmpty)
            #expect(try await queues.properties(ofQueue: place.name).firstValue().approximateMessageCount >= 1)
            try await queues.delete(message, from: place.name).firstValue()
            let gone = try await failure(of: queues.delete(message, from: place.name))
            #expect(gone.azureStorage?.code == .messageNotFound)
        }
    }

    @Test func nobodyGetsAMessageBeforeItsTime() async throws {
        try await Place.withQueue { place, queues in
            let sent = try await queues.send(
                "later", to: place.name, visibleAfter: .seconds(3_600), timeToLive: .limited(to: .seconds(7_200))
            ).firstValue()
            #expect(sent.visibleAt.timeIntervalSince(sent.insertedAt) == 3_600)
            #expect(sent.expiresAt?.timeIntervalSince(sent.insertedAt) == 7_200)
            #expect(try await queues.receive(from: place.name).firstValue().isEmpty)
            #expect(try await queues.peek(at: place.name).firstValue().isEmpty)
            // Its sender has a receipt, too.
            let updated = try await queues.update(id: sent.id, popReceipt: sent.popReceipt, in: place.name).firstValue()
            #expect(updated.popReceipt != sent.popReceipt)
            let message = try #require(try await queues.receive(from: place.name).firstValue().first)
            #expect(message.text == "later" && message.dequeueCount == 1)
        }
    }

    @Test func aMessageMayStayForEver() async throws {
        try await Place.withQueue { place, queues in
            let sent = try await queues.send("for ever", to: place.name, timeToLive: .unlimited).firstValue()
            #expect(sent.expiresAt == nil)
            #expect(try await queues.peek(at: place.name).firstValue().first?.expiresAt == nil)
            let message = try #require(try await queues.receive(from: place.name).firstValue().first)
            #expect(message.expiresAt == nil)
            try await queues.delete(id: message.id, popReceipt: message.popReceipt, from: place.name).firstValue()
        }
    }

    @Test func anUpdateChangesTextAndTimeAndTheReceipt() async throws {
        try await Place.withQueue { place, queues in
            _ = try await queues.send("first", to: place.name).firstValue()
            let first = try #require(
                try await queues.receive(from: place.name, visibilityTimeout: .seconds(60)).firstValue().first)
            // Held for longer, with the same text.
            let held = try await queues.update(first, in: place.name, visibleAfter: .seconds(3_600)).firstValue()
            #expect(held.popReceipt != first.popReceipt && held.text == "first")
            #expect(held.visibleAt.timeIntervalSince(first.visibleAt) >= 3_000)
            let stale: [Observable<Void>] = [
                queues.delete(first, from: place.name), queues.update(first, in: place.name).map { _ in },
            ]
            for call in stale {
                let error = try await failure(of: call)
                #expect(Self.refusals.contains(error.azureStorage?.code), "\(error)")
            }
            // Given back, with another text.
            let returned = try await queues.update(held, in: place.name, text: "second").firstValue()
            #expect(returned.text == "second" && returned.popReceipt != held.popReceipt)
            let again = try #require(try await queues.receive(from: place.name).firstValue().first)
            #expect(again.id == first.id && again.text == "second" && again.dequeueCount == 2)
            #expect(
                Self.refusals.contains(
                    try await failure(of: queues.delete(returned, from: place.name)).azureStorage?.code))
            try await queues.delete(again, from: place.name).firstValue()
        }
    }

    @Test func allMessagesAreDeletedAtOnce() async throws {
        try await Place.withQueue { place, queues in
            for text in ["a", "b", "c"] { _ = try await queues.send(text, to: place.name).firstValue() }
            #expect(try await queues.peek(at: place.name, count: 32).firstValue().count == 3)
            #expect(try await queues.properties(ofQueue: place.name).firstValue().approximateMessageCount >= 3)
            try await queues.clear(place.name).firstValue()
            #expect(try await queues.peek(at: place.name, count: 32).firstValue().isEmpty)
        }
    }

    // MARK: Texts

    @Test(arguments: [
        "", "a", " two  spaces ", "a < b & c > d \"'", "日本語 😀", "a\r\nb\tc\n", "\u{0}\u{1}\u{FFFF}", "aGVsbG8=",
        String(repeating: "é<", count: 16_384),
    ])
    func whateverItSaysATextArrivesInBase64(_ text: String) async throws {
        try await Place.withQueue { place, queues in
            _ = try await queues.send(text, to: place.name).firstValue()
            let message = try #require(try await queues.receive(from: place.name).firstValue().first)
            #expect(message.text == text)
            #expect(message.rawText == Data(text.utf8).base64EncodedString())
            #expect(message.data == Data(text.utf8))
        }
    }

    @Test(arguments: [
        "a", " two  spaces ", "a < b & c > d \"'", "日本語 😀", "a\nb\tc", String(repeating: "é<", count: 21_845),
    ])
    func aPlainTextArrivesAsItIs(_ text: String) async throws {
        try await Place.withQueue(codec: .plain) { place, queues in
            _ = try await queues.send(text, to: place.name).firstValue()
            let message = try #require(try await queues.receive(from: place.name).firstValue().first)
            #expect(message.text == text && message.rawText == text)
            // Whoever expects Base64 takes what is none as it came, and what looks like it for what it would be.
            let none = try await queues.update(message, in: place.name, text: "no Base64!").firstValue()
            #expect(none.rawText == "no Base64!")
            #expect(try await place.queues().peek(at: place.name).firstValue().map(\.text) == ["no Base64!"])
            _ = try await queues.update(none, in: place.name, text: "aGVsbG8=").firstValue()
            #expect(try await place.queues().peek(at: place.name).firstValue().map(\.text) == ["hello"])
        }
    }

    @Test(arguments: MessageCodec.both)
    func bytesArriveAsTheyAre(_ codec: MessageCodec) async throws {
        try await Place.withQueue(codec: codec) { place, queues in
            let data = Data(sampleBytes(49_152))
            _ = try await queues.send(data, to: place.name).firstValue()
            #expect(try await queues.peek(at: place.name).firstValue().map(\.data) == [data])
            #expect(try await queues.receive(from: place.name).firstValue().map(\.data) == [data])
        }
    }

    // MARK: Who may

    @Test func aSharedAccessSignatureAllowsWhatItNames() async throws {
        try await Place.withQueue { place, queues in
            guard case .sharedKey(let key) = place.account.credential else { return }
            _ = try await queues.send("for the guest", to: place.name).firstValue()
            let access = AccountAccess(
                to: .queue, resources: .object, permissions: [.process], until: Date(timeIntervalSinceNow: 3_600),
                requiresHTTPS: place.hasHTTPS)
            var guest = place.account
            guest.credential = .sharedAccessSignature(access.signed(by: key, of: guest.name))
            let reader = QueueClient(guest)
            let message = try #require(try await reader.receive(from: place.name).firstValue().first)
            #expect(message.text == "for the guest")
            let error = try await failure(of: reader.send("more", to: place.name))
            #expect(error.azureStorage?.code == .authorizationPermissionMismatch)
            #expect(!"\(error)".contains("sig=") || "\(error)".contains("sig=<redacted>"))
            try await reader.delete(message, from: place.name).firstValue()
        }
    }
}

extension MessageCodec {
    fileprivate static let both = [MessageCodec.base64, .plain]
}
