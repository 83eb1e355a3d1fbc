import RillWebSocket

let chat = Chat()
let subscription = chat.post("hello").subscribe(onError: { error in print(error) })
for try await message in chat.messages.values {
    print("\(message.from): \(message.text)")
}
