import Rill
import RillAzureStorage
import RillTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests"))
struct CloudQueueServiceTests {
    @Test func setsAndReturnsServiceProperties() async throws {
        try await StorageFixture.withSample { fixture in
            let queues = QueueClient(fixture.account)
            var properties = ServiceProperties()
            properties.corsRules = [CORSRule(allowedOrigins: ["*"], allowedMethods: ["GET"], maxAgeInSeconds: 5)]
            properties.logging = .init(delete: false, read: true, write: false, retentionPolicy: .init(days: 3))
            try await queues.setServiceProperties(properties).firstValue()
            let read = try await queues.serviceProperties().firstValue()
            #expect(read.corsRules == properties.corsRules)
            #expect(read.logging == properties.logging)
        }
    }
}
