public func signalSet(_ numbers: [Int32]) -> sigset_t {
  var set = sigset_t()
  sigemptyset(&set)
  for number in numbers { sigaddset(&set, number) }
  return set
}
