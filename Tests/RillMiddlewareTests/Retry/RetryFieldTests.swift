import Foundation
import RillHTTP
import RillHTTPTestSupport
import RillMiddleware
import RillTestSupport
import Testing

/// Tests the parsing of header fields that request a delay.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct RetryFieldTests {
    @Test func parsesSeconds() {
        for (text, seconds) in ["0": 0, "120": 120, " 7\t": 7, "0.25": 0.25, "007": 7, "12.500": 12.5] {
            #expect(ServerDelay.retryAfter(text) == .after(seconds), "\(text)")
        }
    }

    @Test func parsesDates() {
        let date = Date(timeIntervalSince1970: 784_111_777)
        #expect(ServerDelay.retryAfter("Sun, 06 Nov 1994 08:49:37 GMT") == .at(date))
        #expect(ServerDelay.retryAfter(" Sun Nov  6 08:49:37 1994 ") == .at(date))
    }

    @Test(arguments: [
        "", " ", "-1", "+1", "1e3", "1.", ".5", "1.2.3", "0x10", "１２", "1 2", "1,2", "soon", "nan", "inf",
        "9999999999999999999999999999999999",
    ])
    func rejectsInvalidRetryAfter(text: String) {
        #expect(ServerDelay.retryAfter(text) == nil)
    }

    @Test func parsesRateLimitList() {
        for (text, delays) in [
            (#""a";r=0;t=5, "b";r=1;t=9"#, [.after(5)]), (#""a";r=0;t=5,"b" ; r=0 ; t=9"#, [.after(5), .after(9)]),
            (#""a,;r=0;t=1\";r=0;t=2,";r=0;t=5"#, [.after(5)]), ("default;t=5;r=0;pk=:abc=:", [.after(5)]),
            ("remaining=0, limit=3, reset=8", [.after(8)]), ("remaining=2, limit=3, reset=8", []), (#""a";r=0"#, []),
            (#""a;r=0;t=5"#, []), ("", []),
        ] as [(String, [ServerDelay.Moment])] {
            #expect(RateLimitFields.parse(text) == delays, "\(text)")
        }
    }

    @Test func parsesSeveralLimitsInOneField() {
        let fields: HTTPFields = [
            .init(literal: "RateLimit-Remaining"): "4, 0", .init(literal: "RateLimit-Reset"): "5, 60",
        ]
        #expect(Set(RateLimitFields.resets(in: fields, isLimitExceeded: false)) == [.after(5), .after(60)])
    }

    // MARK: Mutated input

    /// Returns a response head with the text in each of the fields.
    private func head(_ text: String) -> HTTPResponse {
        let names = [
            "Retry-After", "Date", "RateLimit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Rate-Remaining",
            "Rate-Reset",
        ]
        return HTTPResponse(
            status: .tooManyRequests,
            headerFields: HTTPFields(names.compactMap(HTTPField.Name.init).map { HTTPField(name: $0, value: text) }))
    }

    @Test func retryAfterParserHandlesMutatedInput() {
        var mutations = Mutations(
            seed: 1,
            corpus: ["120", "0.5", "Sun, 06 Nov 1994 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"].map { Array($0.utf8) })
        var count = 0
        for _ in 0..<200_000 {
            guard let moment = ServerDelay.retryAfter(String(decoding: mutations.next(), as: UTF8.self)) else {
                continue
            }
            count += 1
            if case .after(let seconds) = moment, !(seconds >= 0 && seconds < 1e31) { Issue.record("\(seconds)") }
        }
        #expect(count > 10_000)
    }

    @Test func rateLimitParserHandlesMutatedInput() {
        var mutations = Mutations(
            seed: 2,
            corpus: [
                #""day";r=0;t=30, "hour";r=5;t=4;pk=:YWJj:"#, "limit=10, remaining=0, reset=30", #""a\"b";r=0;t=1"#,
            ]
            .map { Array($0.utf8) })
        var count = 0
        for _ in 0..<200_000 {
            count +=
                RateLimitFields.parse(String(decoding: mutations.next(), as: UTF8.self), isLimitExceeded: true).count
        }
        #expect(count > 10_000)
    }

    @Test func requestedDelayIsAlwaysInRange() {
        var mutations = Mutations(
            seed: 3,
            corpus: ["120", "0", "1700000000", "Sun, 06 Nov 1994 08:49:37 GMT", #""day";r=0;t=30"#].map {
                Array($0.utf8)
            })
        let present = Date(timeIntervalSince1970: 784_111_777)
        var count = 0
        for _ in 0..<20_000 {
            let text = String(decoding: mutations.next(), as: UTF8.self)
            guard let wait = head(text).serverDelay(at: present) else { continue }
            count += 1
            if wait < .zero || wait > .seconds(315_576_000) { Issue.record("\(wait) after \(text)") }
        }
        #expect(count > 1_000)
        for time in [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude] {
            let head = HTTPResponse(
                status: .tooManyRequests, headerFields: [.retryAfter: "Sun, 06 Nov 1994 08:49:37 GMT"])
            let wait = head.serverDelay(at: Date(timeIntervalSince1970: time))
            #expect(wait.map { $0 >= .zero } == true)
        }
    }
}
