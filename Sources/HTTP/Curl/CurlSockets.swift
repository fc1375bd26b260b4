import CCurl

/// The open sockets of a multi handle, which must not outlive them: another thread can end all of its connections when
/// a peer that sends without end keeps libcurl from returning.
final class CurlSockets: Sendable {
  private struct State {
    var open: Set<Int32> = []
    var isShut = false
  }

  private let state = Mutex(State())

  func use(in easy: UnsafeMutableRawPointer, _ library: CurlLibrary) {
    curl_set_sockets(
      library.functions, easy,
      { sockets, _, address in
        Unmanaged<CurlSockets>.fromOpaque(sockets!).takeUnretainedValue().open(address!)
      },
      { sockets, socket in
        Unmanaged<CurlSockets>.fromOpaque(sockets!).takeUnretainedValue().close(socket)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Ends all connections, on any thread: reading from them returns at once. No socket can be opened any more.
  func shutDown() {
    state.withLock { state in
      state.isShut = true
      for socket in state.open { _ = shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }

  func open(_ address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
    state.withLock { state in
      guard !state.isShut else { return -1 }
      let socket = curl_open_private_socket(address)
      if socket >= 0 { state.open.insert(socket) }
      return socket
    }
  }

  /// Closed with the lock held, so that `shutDown` never meets a descriptor that has been reused.
  private func close(_ socket: curl_socket_t) -> Int32 {
    state.withLock { state in
      state.open.remove(socket)
      return Platform.close(socket)
    }
  }
}
