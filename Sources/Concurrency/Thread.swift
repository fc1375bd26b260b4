import Platform

/// The system's refusal to start a thread, for want of memory or at a limit. A later attempt may succeed.
public struct ThreadError: Error, Hashable, Sendable, CustomStringConvertible {
  public let code: Int32

  public var description: String { "cannot start a thread: \(String(cString: strerror(code)))" }
}

public func startThread(_ body: @escaping @Sendable () -> Void) throws(ThreadError) {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  defer { pthread_attr_destroy(&attributes) }
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let box = Unmanaged.passRetained(Box(body))
  let status = pthread_create(
    &thread, &attributes,
    { argument in
      #if canImport(Darwin)
        let box = Unmanaged<Box>.fromOpaque(argument).takeRetainedValue()
      #else
        let box = Unmanaged<Box>.fromOpaque(argument!).takeRetainedValue()
      #endif
      box.body()
      return nil
    }, box.toOpaque())
  guard status == 0 else {
    box.release()
    throw ThreadError(code: status)
  }
}
