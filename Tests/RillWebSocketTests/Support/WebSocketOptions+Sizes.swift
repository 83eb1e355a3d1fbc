@testable import RillWebSocket

extension WebSocketOptions {
    init(_ change: (inout Self) -> Void) {
        self.init()
        change(&self)
    }

    init(messageSize: Int, frameSize: Int? = nil) {
        self.init()
        maximumMessageSize = messageSize
        maximumFrameSize = frameSize
    }
}
