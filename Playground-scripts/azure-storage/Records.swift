import Foundation
import RillAzureStorage

/// The JSON output for a container.
struct ContainerRecord: Encodable {
    let name: String
    let publicAccess: String?
    let changed: Date?

    private enum CodingKeys: String, CodingKey {
        case name
        case publicAccess = "public_access"
        case changed
    }

    init(_ container: ContainerItem) {
        name = container.name
        publicAccess = container.publicAccess?.rawValue
        changed = container.lastModified
    }
}

/// A blob or a common prefix as JSON or as a table row.
struct BlobRecord: Encodable {
    let name: String
    let size: Int?
    let type: String?
    let changed: Date?

    init(_ entry: BlobListing) {
        name = entry.name
        switch entry {
        case .blob(let blob):
            size = blob.properties.contentLength
            type = blob.properties.headers.contentType
            changed = blob.properties.lastModified
        case .prefix:
            size = nil
            type = nil
            changed = nil
        }
    }
}

/// The JSON output for a message.
struct MessageRecord: Encodable {
    let id: String
    let text: String
    let inserted: Date
    let dequeued: Int

    init(_ message: QueueMessage) {
        id = message.id
        text = message.text
        inserted = message.insertedAt
        dequeued = message.dequeueCount
    }

    init(_ message: PeekedMessage) {
        id = message.id
        text = message.text
        inserted = message.insertedAt
        dequeued = message.dequeueCount
    }
}
