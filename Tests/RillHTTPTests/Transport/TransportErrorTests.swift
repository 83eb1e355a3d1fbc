import Foundation
import RillHTTP
import Testing

@Suite struct TransportErrorTests {
    @Test(arguments: [
        (TransportError(.timeout), "the request timed out"),
        (
            TransportError(.tls, "certificate has expired"),
            "could not establish a secure connection: certificate has expired"
        ),
        // The sentence is not repeated.
        (
            TransportError(.couldNotResolve, "Could not resolve host: qiita.example"),
            "could not resolve host: qiita.example"
        ),
    ])
    func descriptionContainsSentenceAndText(error: TransportError, text: String) {
        #expect("\(error)" == text)
        #expect(error.localizedDescription == text)
    }

    @Test(arguments: [
        (TransportError.Reason.firstByte, Duration.seconds(3), "timed out after 3 s waiting for the response head"),
        (.betweenBytes, .milliseconds(1_500), "timed out after 1.5 s waiting for more of the response body"),
        (.total, .milliseconds(20), "timed out after 0.02 s waiting for the complete response"),
        (.connecting, .seconds(30), "timed out after 30 s while connecting"),
    ])
    func timeoutDescriptionContainsLimit(reason: TransportError.Reason, limit: Duration, text: String) {
        #expect("\(TransportError(timeout: reason, after: limit))" == text)
    }

    @Test func equatableComparesCodeAndText() {
        #expect(TransportError(.other, "a") == TransportError(.other, "a"))
        #expect(TransportError(.other, "a") != TransportError(.other, "b"))
        #expect(Set([TransportError.Code.tls, .tls, .timeout]).count == 2)
        #expect(TransportError.Code.couldNotResolve.description == "couldNotResolve")
    }
}
