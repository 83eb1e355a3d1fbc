import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillSampleServices
import RillTestSupport
import Testing

/// The samples on the page "AzureStorage", which runs against a sample server.
@Suite(.timeLimit(.minutes(10)))
struct AzureStoragePageSamples {
    /// Runs a closure with an account on a sample server.
    private func run(_ body: (StorageAccount) async throws -> Void) async throws {
        let storage = try SampleAzureStorage()
        defer { storage.stop() }
        let account = try StorageAccount(connectionString: storage.connectionString)
        try await body(account)
    }

    @Sendable private func resize(_ text: String) async throws {
        struct Failure: Error {}
        if text == "poison" { throw Failure() }
    }

    @Test func createsAccount() async throws {
        try await run { sample in
            let connectionString =
                "AccountName=\(sample.name);AccountKey=\(SampleAzureStorage.publishedKey);"
                + "BlobEndpoint=\(sample.blobEndpoint);QueueEndpoint=\(sample.queueEndpoint)"
            let account = try StorageAccount(connectionString: connectionString)
            let blobs = BlobClient(account)
            let queues = QueueClient(account)
            #expect(try await blobs.containers().collected().map(\.name) == ["backups", "pictures"])
            #expect(try await queues.queues().collected().map(\.name) == ["jobs"])
            let emulated = QueueClient(.emulator)
            #expect("\(emulated)" == "QueueClient(http://127.0.0.1:10001/devstoreaccount1)")
        }
    }

    @Test func blobs() async throws {
        let files = try TemporaryFiles()
        let (path, copy) = (files.path("film.mp4"), files.path("copy.mp4"))
        let bytes = Data(TemporaryFiles.pattern(2_000))
        try files.write(Array(bytes), to: "film.mp4")
        try await run { account in
            let blobs = BlobClient(account)
            _ = try await blobs.createContainer("films").firstValue()

            let level = blobs.blobs(in: "pictures", prefix: "2026/", delimiter: "/")
            for try await entry in level.values { print(entry.name) }
            #expect(try await level.collected().map(\.name) == ["2026/10/", "2026/11/", "2026/index.json"])

            let film = BlobPath("films", "2026/日本 語.mp4")
            for try await progress in blobs.upload(.file(path, contentType: "video/mp4"), to: film).values {
                print(progress.fraction ?? 0)
            }
            let start = try await blobs.data(of: film, range: 0..<1_000).firstValue()
            let saved = try await blobs.download(film, to: copy, options: DownloadOptions(resumes: true)).collected()
            #expect(start == bytes.prefix(1_000) && saved.last?.isFinished == true)
            #expect(try Data(contentsOf: URL(filePath: copy)) == bytes)

            let details = try await blobs.details(of: film).firstValue()
            let tag = details.properties.eTag
            let marked = blobs.setMetadata(["seen": "yes"], of: film, conditions: AccessConditions(matching: tag))
            let reserved = blobs.put(HTTPBody("{}"), to: BlobPath("films", "lock.json"), conditions: .isNew)
            _ = try await (marked.firstValue(), reserved.firstValue())
            #expect(try await code(of: marked) == .conditionNotMet)
            #expect(try await code(of: reserved) == .blobAlreadyExists)

            let content = blobs.data(of: film).map(Optional.some).catch(as: APIError.self) { error in
                error.azureStorage?.code == .blobNotFound ? .just(nil) : .error(error)
            }
            #expect(try await content.firstValue() == bytes)
            try await blobs.delete(film).firstValue()
            #expect(try await content.firstValue() == nil)
        }
    }

    @Test func delegatesAccess() async throws {
        try await run { account in
            guard case .sharedKey(let key) = account.credential else { return }
            _ = try await BlobClient(account).createContainer("films").firstValue()
            _ = try await BlobClient(account).put(HTTPBody("a"), to: BlobPath("films", "a")).firstValue()
            let tomorrow = Date(timeIntervalSinceNow: 86_400)
            let access = AccountAccess(
                to: .blob, resources: [.container, .object], permissions: [.read, .list], until: tomorrow,
                requiresHTTPS: account.blobEndpoint.hasPrefix("https:"))
            var guest = account
            guest.credential = .sharedAccessSignature(try access.signed(by: key, of: account.name))
            let names = BlobClient(guest).blobs(in: "films").map(\.name)

            var visitor = account
            visitor.credential = .anonymous
            let readme = BlobClient(visitor).data(of: BlobPath("pictures", "readme.txt"))
            #expect(try await names.collected() == ["a"])
            #expect(try await readme.firstValue() == Data("Pictures & more\n".utf8))
        }
    }

    @Test func queues() async throws {
        try await run { account in
            let queues = QueueClient(account)
            _ = try await queues.createQueue("thumbnails").firstValue()
            _ = try await queues.send("resize 7.png", to: "thumbnails").firstValue()
            for message in try await queues.receive(from: "thumbnails", count: 32).firstValue() {
                try await resize(message.text)
                try await queues.delete(message, from: "thumbnails").firstValue()
            }
            let properties = try await queues.properties(ofQueue: "thumbnails").firstValue()
            #expect(properties.approximateMessageCount == 0)
        }
    }

    @Test func workerProcessesMessages() async throws {
        try await run { account in
            let queues = QueueClient(account)
            _ = try await queues.createQueue("thumbnails").firstValue()
            for text in ["poison", "1", "2"] { _ = try await queues.send(text, to: "thumbnails").firstValue() }
            let enough = PublishSubject<Void>()
            let stop = enough.asObservable()
            var count = 0
            let work = queues.processMessages(in: "thumbnails", maxConcurrent: 8, until: stop) { message in
                .task { try await resize(message.text) }
            }
            for try await event in work.values {
                switch event {
                case .handled(let message): print("handled: \(message.text)")
                case .failed(let message, let error): print("failed: \(message.text), \(error)")
                case .deadLettered, .returned, .lost, .unreachable: print(event)
                }
                count += 1
                if count == 3 { enough.onNext(()) }
            }
            #expect(count == 3)
            #expect(try await queues.properties(ofQueue: "thumbnails").firstValue().approximateMessageCount == 1)
        }
    }

    private func code<Element>(of stream: Observable<Element>) async throws -> AzureStorageError.Code? {
        try await #require(throws: APIError.self) { try await stream.collected() }.azureStorage?.code
    }
}
