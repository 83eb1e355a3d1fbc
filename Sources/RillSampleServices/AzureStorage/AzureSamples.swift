internal import Foundation
internal import RillDigests

/// The sample data.
enum AzureSamples {
    /// The blobs of the container `pictures`.
    private static let blobs: [(name: String, type: String, content: [UInt8])] = [
        ("2026/10/harbour.txt", "text/plain; charset=utf-8", Array("Boats in the harbour\n".utf8)),
        ("2026/11/pixel.png", "image/png", pixel),
        ("2026/11/日本 語.txt", "text/plain; charset=utf-8", Array("こんにちは\n".utf8)),
        ("2026/index.json", "application/json", Array(#"{"months":[10,11]}"#.utf8)),
        (
            "random.bin", "application/octet-stream",
            (0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 / 256) }
        ),
        ("readme.txt", "text/plain; charset=utf-8", Array("Pictures & more\n".utf8)),
    ]

    /// A PNG image of one pixel.
    private static let pixel = Array(
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        ) ?? Data())

    /// The texts of the queue messages, which are added in Base64.
    private static let messages = ["resize 2026/11/pixel.png", "index 2026", "こんにちは"]

    static func fill(_ store: AzureBlobStore, now: Date) {
        func container(_ access: AzurePublicAccess?) -> AzureContainer {
            AzureContainer(access: access, metadata: AzureMetadata(), modified: now, eTag: store.makeTag())
        }
        var pictures = container(.blob)
        for (name, type, content) in blobs {
            var headers = AzureBlobHeaders()
            headers.type = type
            headers.md5 = Data(MD5.digest(of: content)).base64EncodedString()
            let blob = AzureBlob(
                content: AzureContent(whole: content), headers: headers, metadata: AzureMetadata(), created: now,
                modified: now, eTag: store.makeTag())
            pictures[AzureBlobName(name)] = blob
        }
        _ = store.add(container(nil), "backups")
        _ = store.add(pictures, "pictures")
    }

    static func fill(_ store: AzureQueueStore, now: Date) {
        var queue = AzureQueue()
        for text in messages {
            let encoded = Data(text.utf8).base64EncodedString()
            _ = queue.messages.put(encoded, now: now, visibilityTimeout: 0, timeToLive: 7 * 86_400)
        }
        _ = store.add(queue, "jobs")
    }
}
