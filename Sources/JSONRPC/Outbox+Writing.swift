extension Outbox {
  func mustWait(_ state: State) -> Bool {
    !state.waiting.isEmpty || state.unsentBytes > foldingBytes && state.isThreadWriting
  }

  func append(_ output: WaitingMessages.Output, to state: inout State) {
    if output.isPart {
      state.ready += output.bytes
    } else {
      observer?.sent(output.bytes)
      state.framing.append(output.bytes, to: &state.ready)
    }
    state.releasable += output.counted
  }

  /// Changes the state, then releases memory without the lock, because the gate resumes tasks.
  func update(_ change: (inout State) -> Void) {
    let (released, isClosed) = monitor.withLock { state in
      change(&state)
      defer { state.releasable = 0 }
      return (state.releasable, state.isClosed)
    }
    if released > 0 { gate.release(released) }
    if isClosed { gate.close() }
  }

  /// Writes as much as the pipe accepts without blocking and hands the rest to the writer thread.
  func pump(_ state: inout State) {
    guard !state.isThreadWriting, !state.isClosed else { return }
    guard state.corks == 0 || state.ready.count > Self.directBytes else { return }
    while state.written < state.ready.count {
      let left = state.ready.count - state.written
      let room = left <= Self.directBytes ? pipe.room() : 0
      guard room > 0 else { return handOver(&state) }
      let count = state.ready.withUnsafeBytes { bytes in
        write(descriptor, bytes.baseAddress! + state.written, min(left, room))
      }
      if count < 0 {
        guard errno == EINTR || errno == EAGAIN else { return close(&state, errno) }
        if errno == EAGAIN { return handOver(&state) }
      } else {
        state.written += count
        state.sentBytes += count
      }
    }
    state.ready.removeAll(keepingCapacity: state.ready.capacity <= 2 * Self.directBytes)
    state.written = 0
    // A `flush` may be waiting for output that another thread had corked.
    monitor.notify()
  }

  private func handOver(_ state: inout State) {
    if !state.hasThread {
      do throws(ThreadError) {
        try startThread { [self] in writeForever() }
        state.hasThread = true
      } catch {
        return writeWithoutThread(&state)
      }
    }
    state.isThreadWriting = true
    monitor.notify()
  }

  /// Writes on the sender's thread, with the lock held. What the client has not read after a while waits.
  func writeWithoutThread(_ state: inout State) {
    while state.written < state.ready.count {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      let ready = poll(&request, 1, Self.stallMilliseconds)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { break }
      let count = state.ready.withUnsafeBytes { bytes in
        write(descriptor, bytes.baseAddress! + state.written, min(state.ready.count - state.written, Int(PIPE_BUF)))
      }
      if count >= 0 {
        state.written += count
        state.sentBytes += count
      } else if errno != EINTR, errno != EAGAIN {
        return close(&state, errno)
      }
    }
    state.ready.removeFirst(state.written)
    state.written = 0
    monitor.notify()
  }

  private func writeForever() {
    while true {
      let chunk: ArraySlice<UInt8> = monitor.wait(until: { $0.isThreadWriting }) { state in
        if state.written == state.ready.count, !state.waiting.isEmpty {
          state.ready.removeAll(keepingCapacity: true)
          state.written = 0
          for output in state.waiting.dequeue(bytes: 64 << 10, lossNotice: lossNotice) { append(output, to: &state) }
        }
        let chunk = state.ready[state.written...]
        state.handedOver = chunk.count
        state.ready = []
        state.written = 0
        return chunk
      }
      guard writeAll(chunk) else { return }
      update { state in
        state.handedOver = 0
        if state.ready.isEmpty && state.waiting.isEmpty { state.isThreadWriting = false }
        monitor.notify()
      }
    }
  }

  /// Writes all bytes, and waits for a slow client without limit. Returns false if the client is gone.
  private func writeAll(_ chunk: ArraySlice<UInt8>) -> Bool {
    var rest = chunk
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress!, min($0.count, Self.writeBytes)) }
      if count >= 0 {
        rest = rest.dropFirst(count)
        update { state in
          state.handedOver = rest.count
          state.sentBytes += count
        }
        monitor.notify()
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
      default:
        let code = errno
        update { close(&$0, code) }
        return false
      }
    }
    return true
  }

  private func close(_ state: inout State, _ code: Int32) {
    guard !state.isClosed else { return }
    state.isClosed = true
    // Anything else loses messages that the client would have read, such as a full disk.
    if code != EPIPE && code != ECONNRESET { state.error = code }
    state.ready = []
    state.written = 0
    state.handedOver = 0
    state.waiting = WaitingMessages()
    monitor.notify()
    // Without a thread, the end of the client's input ends the connection.
    try? startThread(onClosed)
  }
}

/// Asks the system how much can be written to a descriptor without blocking.
struct OutputPipe {
  private let descriptor: Int32
  #if os(Linux)
    /// The capacity of the pipe; -1 if the descriptor is not a pipe.
    private let capacity: Int
  #endif

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    #if os(Linux)
      // F_GETPIPE_SZ (Linux 2.6.35), which Swift does not import from the C library.
      capacity = Int(fcntl(descriptor, 1_032))
    #endif
  }

  /// A number of bytes that the client's pipe accepts without blocking.
  func room() -> Int {
    #if os(Linux)
      // One write for a whole page wakes the client once, and not once per PIPE_BUF.
      var unread: Int32 = 0
      if capacity > 0, ioctl(descriptor, UInt(FIONREAD), &unread) == 0, unread == 0 { return capacity }
    #endif
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // An error or a hang-up polls writable as well; the write then reports it.
    guard poll(&request, 1, 0) > 0 else { return 0 }
    // A pipe that polls writable accepts PIPE_BUF bytes without blocking (POSIX, write(2)).
    return Int(PIPE_BUF)
  }
}
