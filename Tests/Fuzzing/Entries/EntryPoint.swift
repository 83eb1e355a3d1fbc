/// The function that libFuzzer calls with each input, and the replay driver with each file.
///
/// - Parameters:
///   - bytes: The input, or `nil` if it is empty.
///   - count: The number of bytes.
/// - Returns: Zero, which lets libFuzzer add the input to the corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    FuzzTarget.selected.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
