@testable import RillWebSocket

extension WebSocketOptions {
    init(messageSize: Int, frameSize: Int? = nil) {
        self.init()
        maximumMessageSize = messageSize
        maximumFrameSize = frameSize
    }
}
