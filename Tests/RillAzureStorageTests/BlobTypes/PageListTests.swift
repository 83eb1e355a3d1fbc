import Rill
import RillAzureStorage
import RillHTTP
import RillHTTPTesting
import RillTesting
import Testing

@Suite struct PageListTests {
    /// The service also lists ranges that were cleared since a snapshot.
    @Test func ignoresClearedRangesAndRejectsInvalidOnes() throws {
        let ranges = "<PageRange><Start>0</Start><End>511</End></PageRange>"
        let cleared = "<ClearRange><Start>512</Start><End>1023</End></ClearRange>"
        for (list, isValid) in [
            ("\(cleared)\(ranges)", true), ("<PageRange><Start>1</Start><End>0</End></PageRange>", false),
            ("<PageRange><Start>0</Start><End>\(Int.max)</End></PageRange>", false),
            ("<PageRange><Start>-1</Start><End>0</End></PageRange>", false),
        ] {
            let transport = StubTransport { _ in QueueFixtures.xml("\u{FEFF}<PageList>\(list)</PageList>") }
            let blobs = BlobClient(.emulator, transport: transport.asService, scheduler: ImmediateScheduler.shared)
            let recorder = Recorder(blobs.pageRanges(of: BlobPath("a", "b")))
            #expect(recorder.values == (isValid ? [0..<512] : []))
            #expect(recorder.isCompleted == isValid)
            if !isValid { #expect((recorder.error as? APIError)?.stage == .decoding) }
        }
    }
}
