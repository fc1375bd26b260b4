import Platform

/// Starts a detached thread that runs `body`.
public func startThread(_ body: @escaping @Sendable () -> Void) {
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
    }, Unmanaged.passRetained(Box(body)).toOpaque())
  precondition(status == 0, "cannot start a thread: error \(status)")
}
