import Foundation
import RillHTTP
import Testing

@Suite struct TransportErrorTests {
    @Test func saysWhatHappenedInASentence() {
        #expect("\(TransportError(.timeout))" == "the connection timed out")
        let error = TransportError(.tls, "certificate has expired")
        #expect("\(error)" == "the connection could not be secured: certificate has expired")
        #expect(error.localizedDescription == "\(error)")
    }

    @Test func comparesCodeAndText() {
        #expect(TransportError(.other, "a") == TransportError(.other, "a"))
        #expect(TransportError(.other, "a") != TransportError(.other, "b"))
        #expect(Set([TransportError.Code.tls, .tls, .timeout]).count == 2)
        #expect(TransportError.Code.couldNotResolve.description == "couldNotResolve")
    }
}
