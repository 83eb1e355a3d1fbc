import Foundation
import RillHTTP
import RillSampleServices
import RillTestSupport
import Testing

/// Tests leases of the sample server against the tables of states in the documentation.
@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests")) struct SampleAzureLeaseTests {
    private static let first = "11111111-1111-1111-1111-111111111111"
    private static let second = "22222222-2222-2222-2222-222222222222"
    private static let third = "33333333-3333-3333-3333-333333333333"

    /// A state of a lease with the ID `first`.
    enum State: String, CaseIterable, Sendable {
        case available
        case leased
        case breaking
        case broken
        case expired
    }

    private func lease(
        _ sample: SampleAzure, _ action: String, _ fields: [String: String] = [:],
        _ target: String = "/con/a?comp=lease"
    ) async throws -> SampleAzure.Response {
        let fields = fields.merging(["x-ms-lease-action": action]) { own, _ in own }
        return try await sample.sendSigned(.blob, .put, target, fields)
    }

    /// Runs a test with a blob, or a container, in a state.
    private func with(
        _ state: State, _ target: String = "/con/a?comp=lease", _ body: (SampleAzure) async throws -> Void
    ) async throws {
        try await SampleAzure.withContainer { sample async throws in
            #expect(try await sample.put("a", "hello").status == 201)
            if state != .available {
                let acquired = try await lease(
                    sample, "acquire", ["x-ms-lease-duration": "15", "x-ms-proposed-lease-id": Self.first], target)
                #expect(acquired.status == 201)
                #expect(acquired["x-ms-lease-id"] == Self.first)
            }
            switch state {
            case .available, .leased: break
            case .breaking: #expect(try await lease(sample, "break", [:], target)["x-ms-lease-time"] == "15")
            case .broken:
                let broken = try await lease(sample, "break", ["x-ms-lease-break-period": "0"], target)
                #expect(broken.status == 202 && broken["x-ms-lease-time"] == "0")
            case .expired: sample.clock.advance(by: 15)
            }
            try await body(sample)
        }
    }

    @Test(
        arguments: [
            (
                "acquire", ["x-ms-proposed-lease-id": first],
                ["201", "201", "LeaseIsBreakingAndCannotBeAcquired", "201", "201"]
            ),
            (
                "acquire", ["x-ms-proposed-lease-id": second],
                ["201", "LeaseAlreadyPresent", "LeaseAlreadyPresent", "201", "201"]
            ),
            ("acquire", [:], ["201", "LeaseAlreadyPresent", "LeaseAlreadyPresent", "201", "201"]),
            (
                "renew", ["x-ms-lease-id": first],
                ["mismatch", "200", "LeaseIsBrokenAndCannotBeRenewed", "LeaseIsBrokenAndCannotBeRenewed", "200"]
            ),
            ("renew", ["x-ms-lease-id": second], ["mismatch", "mismatch", "mismatch", "mismatch", "mismatch"]),
            (
                "change", ["x-ms-lease-id": first, "x-ms-proposed-lease-id": second],
                ["absent", "200", "LeaseIsBreakingAndCannotBeChanged", "absent", "absent"]
            ),
            (
                "change", ["x-ms-lease-id": second, "x-ms-proposed-lease-id": first],
                ["absent", "200", "mismatch", "absent", "absent"]
            ),
            (
                "change", ["x-ms-lease-id": second, "x-ms-proposed-lease-id": third],
                ["absent", "mismatch", "mismatch", "absent", "absent"]
            ),
            ("release", ["x-ms-lease-id": first], ["mismatch", "200", "200", "200", "200"]),
            ("release", ["x-ms-lease-id": second], ["mismatch", "mismatch", "mismatch", "mismatch", "mismatch"]),
            ("break", ["x-ms-lease-break-period": "0"], ["absent", "202", "202", "202", "202"]),
            ("break", ["x-ms-lease-break-period": "10"], ["absent", "202", "202", "202", "202"]),
        ] as [(String, [String: String], [String])])
    func appliesOperationsInEachState(_ action: String, _ fields: [String: String], _ outcomes: [String]) async throws {
        for target in ["/con/a?comp=lease", "/con?restype=container&comp=lease"] {
            for (state, outcome) in zip(State.allCases, outcomes) {
                try await with(state, target) { sample async throws in
                    let fields = fields.merging(action == "acquire" ? ["x-ms-lease-duration": "20"] : [:]) { own, _ in
                        own
                    }
                    let response = try await lease(sample, action, fields, target)
                    let expected =
                        switch outcome {
                        case "mismatch": "LeaseIdMismatchWithLeaseOperation"
                        case "absent": "LeaseNotPresentWithLeaseOperation"
                        default: outcome
                        }
                    #expect(response.code ?? "\(response.status)" == expected, "\(state)")
                    if response.code != nil { #expect(response.status == 409, "\(state)") }
                }
            }
        }
    }

    @Test(
        arguments: [
            (nil, [nil, "LeaseIdMissing", "LeaseIdMissing", nil, nil]),
            (first, ["LeaseNotPresentWithBlobOperation", nil, nil, "LeaseLost", "LeaseLost"]),
            (
                second,
                ["LeaseNotPresentWithBlobOperation"]
                    + [String?](repeating: "LeaseIdMismatchWithBlobOperation", count: 4)
            ),
        ] as [(String?, [String?])])
    func checksLeaseOfWrites(_ id: String?, _ codes: [String?]) async throws {
        let fields = id.map { ["x-ms-lease-id": $0] } ?? [:]
        for (state, code) in zip(State.allCases, codes) {
            for target in ["/con/a?comp=metadata", "/con/a?comp=properties", "/con/a?comp=block&blockid=AAAA"] {
                try await with(state) { sample async throws in
                    let response = try await sample.sendSigned(.blob, .put, target, fields, text: "1")
                    #expect(response.code == code, "\(state) \(target)")
                    if code != nil { #expect(response.status == 412) }
                }
            }
            try await with(state) { sample async throws in
                #expect(try await sample.put("a", "other", fields).code == code, "\(state)")
            }
            try await with(state) { sample async throws in
                let list = "<BlockList />"
                let commit = try await sample.sendSigned(.blob, .put, "/con/a?comp=blocklist", fields, text: list)
                #expect(commit.code == code, "\(state)")
            }
            try await with(state) { sample async throws in
                let copy = fields.merging(["x-ms-copy-source": "\(sample.storage.blobEndpoint)/con/a"]) { $1 }
                #expect(try await sample.sendSigned(.blob, .put, "/con/a", copy).code == code, "\(state)")
            }
            try await with(state) { sample async throws in
                #expect(try await sample.sendSigned(.blob, .delete, "/con/a", fields).code == code, "\(state)")
            }
        }
    }

    @Test(
        arguments: [
            (nil, [nil, nil, nil, nil, nil]),
            (first, ["LeaseNotPresentWithBlobOperation", nil, nil, "LeaseLost", "LeaseLost"]),
            (
                second,
                ["LeaseNotPresentWithBlobOperation"]
                    + [String?](repeating: "LeaseIdMismatchWithBlobOperation", count: 4)
            ),
        ] as [(String?, [String?])])
    func checksLeaseOfReads(_ id: String?, _ codes: [String?]) async throws {
        let fields = id.map { ["x-ms-lease-id": $0] } ?? [:]
        for (state, code) in zip(State.allCases, codes) {
            try await with(state) { sample async throws in
                for target in ["/con/a", "/con/a?comp=metadata", "/con/a?comp=blocklist"] {
                    #expect(try await sample.sendSigned(.blob, .get, target, fields).code == code, "\(state) \(target)")
                }
            }
        }
    }

    @Test(arguments: [
        (State.available, "unlocked", nil), (.leased, "locked", "fixed"), (.breaking, "locked", nil),
        (.broken, "unlocked", nil), (.expired, "unlocked", nil),
    ])
    func reportsState(_ state: State, _ status: String, _ duration: String?) async throws {
        try await with(state) { sample async throws in
            let head = try await sample.sendSigned(.blob, .head, "/con/a")
            #expect(head["x-ms-lease-state"] == state.rawValue && head["x-ms-lease-status"] == status)
            #expect(head["x-ms-lease-duration"] == duration)
            let list = try await sample.sendSigned(.blob, .get, "/con?restype=container&comp=list")
            #expect(list.first("LeaseState") == state.rawValue && list.first("LeaseStatus") == status)
            #expect(list.first("LeaseDuration") == duration)
        }
        try await with(state, "/con?restype=container&comp=lease") { sample async throws in
            let head = try await sample.sendSigned(.blob, .head, "/con?restype=container")
            #expect(head["x-ms-lease-state"] == state.rawValue && head["x-ms-lease-status"] == status)
            let list = try await sample.sendSigned(.blob, .get, "/?comp=list")
            #expect(list.first("LeaseState") == state.rawValue && list.first("LeaseDuration") == duration)
        }
    }

    @Test func leaseOfContainerProtectsItFromDeletion() async throws {
        let target = "/con?restype=container"
        try await with(.leased, "\(target)&comp=lease") { sample async throws in
            #expect(try await sample.sendSigned(.blob, .delete, target).code == "LeaseIdMissing")
            let other = ["x-ms-lease-id": Self.second]
            #expect(
                try await sample.sendSigned(.blob, .delete, target, other).code
                    == "LeaseIdMismatchWithContainerOperation")
            // Other changes do not require the ID, but check it.
            try await expectOutcomes(
                (sample.sendSigned(.blob, .put, "\(target)&comp=metadata"), "200"),
                (
                    sample.sendSigned(.blob, .put, "\(target)&comp=metadata", other),
                    "LeaseIdMismatchWithContainerOperation"
                ), (sample.put("b", "1"), "201"))
            let own = ["x-ms-lease-id": Self.first]
            #expect(try await sample.sendSigned(.blob, .delete, target, own).status == 202)
        }
    }

    @Test func writeAfterExpirationPreventsRenewal() async throws {
        try await with(.expired) { sample async throws in
            try await expectOutcomes(
                (sample.put("a", "other"), "201"),
                (lease(sample, "renew", ["x-ms-lease-id": Self.first]), "LeaseIdMismatchWithLeaseOperation"))
        }
    }

    @Test func replacedBlobRemainsLeased() async throws {
        try await with(.leased) { sample async throws in
            #expect(try await sample.put("a", "other", ["x-ms-lease-id": Self.first]).status == 201)
            #expect(try await sample.sendSigned(.blob, .head, "/con/a")["x-ms-lease-state"] == "leased")
        }
    }

    @Test func breakPeriodDoesNotExtendLease() async throws {
        try await with(.leased) { sample async throws in
            sample.clock.advance(by: 10)
            #expect(try await lease(sample, "break", ["x-ms-lease-break-period": "60"])["x-ms-lease-time"] == "5")
            #expect(try await lease(sample, "break", ["x-ms-lease-break-period": "2"])["x-ms-lease-time"] == "2")
            #expect(try await lease(sample, "break")["x-ms-lease-time"] == "2")
            sample.clock.advance(by: 2)
            #expect(try await sample.sendSigned(.blob, .head, "/con/a")["x-ms-lease-state"] == "broken")
        }
    }

    @Test func infiniteLeaseDoesNotExpire() async throws {
        try await SampleAzure.withContainer { sample async throws in
            #expect(try await sample.put("a", "hello").status == 201)
            let acquired = try await lease(sample, "acquire", ["x-ms-lease-duration": "-1"])
            let id = try #require(acquired["x-ms-lease-id"])
            #expect(UUID(uuidString: id) != nil)
            sample.clock.advance(by: 1e9)
            let head = try await sample.sendSigned(.blob, .head, "/con/a")
            #expect(head["x-ms-lease-state"] == "leased" && head["x-ms-lease-duration"] == "infinite")
            #expect(try await lease(sample, "break", ["x-ms-lease-break-period": "7"])["x-ms-lease-time"] == "7")
            #expect(try await lease(sample, "release", ["x-ms-lease-id": id.uppercased()]).status == 200)
        }
    }

    @Test(
        arguments: [
            ([:], "MissingRequiredHeader"), (["x-ms-lease-action": "take"], "InvalidHeaderValue"),
            (["x-ms-lease-action": "acquire"], "MissingRequiredHeader"),
            (["x-ms-lease-action": "acquire", "x-ms-lease-duration": "14"], "InvalidHeaderValue"),
            (["x-ms-lease-action": "acquire", "x-ms-lease-duration": "61"], "InvalidHeaderValue"),
            (["x-ms-lease-action": "acquire", "x-ms-lease-duration": "0"], "InvalidHeaderValue"),
            (
                ["x-ms-lease-action": "acquire", "x-ms-lease-duration": "15", "x-ms-proposed-lease-id": "x"],
                "InvalidHeaderValue"
            ), (["x-ms-lease-action": "renew"], "MissingRequiredHeader"),
            (["x-ms-lease-action": "renew", "x-ms-lease-id": "x"], "InvalidHeaderValue"),
            (["x-ms-lease-action": "change", "x-ms-lease-id": first], "MissingRequiredHeader"),
            (["x-ms-lease-action": "release"], "MissingRequiredHeader"),
            (["x-ms-lease-action": "break", "x-ms-lease-break-period": "61"], "InvalidHeaderValue"),
        ] as [([String: String], String)])
    func rejectsInvalidFields(_ fields: [String: String], _ code: String) async throws {
        try await with(.available) { sample async throws in
            let response = try await sample.sendSigned(.blob, .put, "/con/a?comp=lease", fields)
            #expect(response.code == code && response.status == 400)
        }
    }

    @Test func reportsMissingResources() async throws {
        try await SampleAzure.withContainer { sample async throws in
            let fields = ["x-ms-lease-duration": "15"]
            try await expectOutcomes(
                (lease(sample, "acquire", fields), "BlobNotFound"),
                (lease(sample, "acquire", fields, "/none?restype=container&comp=lease"), "ContainerNotFound"))
        }
    }
}
