// A stream emits elements over time. It is cold: each subscription runs it from the beginning.
import Rill

let words = Observable.of("reactive", "streams", "for", "Swift")

// Operators return new streams.
let lengths =
    words
    .filter { $0.count > 3 }
    .map { "\($0): \($0.count) letters" }

// A subscription receives the elements, and then either the completion or an error.
let subscription = lengths.subscribe(
    onNext: { text in print(text) },
    onError: { error in print(error) },
    onCompleted: { print("completed") })

// Disposal cancels the stream. It has no effect on a stream that has completed.
subscription.dispose()

// Every stream is also an asynchronous sequence.
for try await text in lengths.take(1).values {
    print("first \(text)")
}
