import RillWebSocket

let chat = Chat()
for try await message in chat.messages.values {
    print("\(message.from): \(message.text)")
}
