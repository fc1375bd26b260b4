import Testing

@Suite("verify --update")
struct UpdateTests {
  /// Updates a file from the output of `cat`, or of another command, and returns its new text.
  private func updated(
    _ text: String, _ arguments: String..., command: String = "cat", file: String = "x.rpc"
  ) throws -> (text: String, output: Sandbox.Output) {
    var result: (String, Sandbox.Output)?
    try Sandbox.use { sandbox in
      let path = try sandbox.write(text, to: file)
      let output = try sandbox.run(["verify", "--update", path, "--command", command] + arguments)
      // The updated file must verify.
      if output.status == .exited(0) {
        #expect(try sandbox.run(["verify", path, "--command", command]).status == .exited(0))
      }
      result = (try sandbox.text(file), output)
    }
    return try #require(result)
  }

  struct Case: CustomTestStringConvertible {
    var name: String
    var before: String
    var after: String

    var testDescription: String { name }
  }

  @Test(arguments: [
    Case(
      name: "a matching transcript stays unchanged to the byte", before: "--> {\"id\":1}\n<-- { \"id\" : \"…\" }\n",
      after: "--> {\"id\":1}\n<-- { \"id\" : \"…\" }\n"),
    Case(
      name: "a value is changed; comments and wildcards are kept",
      before: "# one\n--> {\"id\":1,\"x\":2,\"y\":3}\n# two\n  <-- {\"id\":1,\"x\":\"…\",\"y\":4}\n# three\n",
      after: "# one\n--> {\"id\":1,\"x\":2,\"y\":3}\n# two\n  <-- {\"id\":1,\"x\":\"…\",\"y\":3}\n# three\n"),
    Case(
      name: "a missing message is removed; its comment stays",
      before: "--> {\"id\":1}\n# gone\n<-- {\"method\":\"m\"}\n<-- {\"id\":1}\n",
      after: "--> {\"id\":1}\n# gone\n<-- {\"id\":1}\n"),
    Case(
      name: "a new message is added in its order",
      before: "--> {\"method\":\"m\"}\n--> {\"id\":1}\n--> {\"method\":\"n\"}\n\n# end\n<-- {\"id\":1}\n",
      after: "--> {\"method\":\"m\"}\n--> {\"id\":1}\n--> {\"method\":\"n\"}\n\n# end\n"
        + "<-- {\"method\":\"m\"}\n<-- {\"id\":1}\n<-- {\"method\":\"n\"}\n"),
    Case(
      name: "a group keeps its order",
      before: "! unordered\n--> {\"id\":1}\n--> {\"id\":2,\"x\":1}\n<-- {\"id\":2}\n<-- {\"id\":1}\n! end\n",
      after: "! unordered\n--> {\"id\":1}\n--> {\"id\":2,\"x\":1}\n<-- {\"id\":2,\"x\":1}\n<-- {\"id\":1}\n! end\n"),
    Case(
      name: "a transcript without responses is filled in, paragraph by paragraph",
      before: "# one\n--> {\"id\":1}\n\n--> {\"id\":2}\n--> {\"id\":3}\n\n# last\n  --> {\"method\":\"m\"}\n",
      after:
        "# one\n--> {\"id\":1}\n<-- {\"id\":1}\n\n--> {\"id\":2}\n--> {\"id\":3}\n<-- {\"id\":2}\n<-- {\"id\":3}\n"
        + "\n# last\n  --> {\"method\":\"m\"}\n  <-- {\"method\":\"m\"}\n"),
    Case(
      name: "new lines end like the others",
      before: "--> {\"id\":1}\r\n<-- {\"id\":1,\"x\":1}\r\n\r\n--> {\"id\":2}\r\n",
      after: "--> {\"id\":1}\r\n<-- {\"id\":1}\r\n\r\n--> {\"id\":2}\r\n<-- {\"id\":2}\r\n"),
    Case(
      name: "a text that only looks the same is changed",
      before: "--> {\"id\":\"e\u{301}\"}\n<-- {\"id\":\"\u{E9}\"}\n",
      after: "--> {\"id\":\"e\u{301}\"}\n<-- {\"id\":\"e\u{301}\"}\n"),
    Case(
      name: "a value that differs between runs becomes a wildcard",
      before: "# title\n\n  --> {\"id\":1,\"x\":[{\"starredAt\":1}],\"epoch\":2}\n",
      after: "# title\n\n  ! any epoch starredAt\n  --> {\"id\":1,\"x\":[{\"starredAt\":1}],\"epoch\":2}\n"
        + "  <-- {\"id\":1,\"x\":[{\"starredAt\":1}],\"epoch\":2}\n"),
    Case(
      name: "in an edited transcript only at existing wildcards",
      before: "! any x epoch\n--> {\"id\":1,\"epoch\":2,\"starredAt\":3}\n\n",
      after: "! any x epoch\n--> {\"id\":1,\"epoch\":2,\"starredAt\":3}\n"
        + "<-- {\"id\":1,\"epoch\":2,\"starredAt\":\"…\"}\n\n"),
    Case(
      name: "also in additions, in a new line and in an existing one",
      before: "--> {\"id\":1}\n<-- {\"id\":1}\n--> {\"id\":2,\"x\":[{\"epoch\":1}]}\n<-- {\"id\":2,\"x\":[]}\n\n"
        + "--> {\"id\":3,\"path\":\"/\"}\n",
      after: "--> {\"id\":1}\n<-- {\"id\":1}\n--> {\"id\":2,\"x\":[{\"epoch\":1}]}\n"
        + "<-- {\"id\":2,\"x\":[{\"epoch\":\"…\"}]}\n\n--> {\"id\":3,\"path\":\"/\"}\n<-- {\"id\":3,\"path\":\"…\"}\n"
    ),
    Case(
      name: "but not a value that was fixed and still matches",
      before: "--> {\"id\":1,\"epoch\":2,\"path\":3,\"x\":3}\n<-- {\"id\":1,\"epoch\":2,\"path\":4,\"x\":4}\n",
      after: "--> {\"id\":1,\"epoch\":2,\"path\":3,\"x\":3}\n<-- {\"id\":1,\"epoch\":2,\"path\":\"…\",\"x\":3}\n"),
    Case(
      name: "a group is filled in", before: "! unordered\n--> {\"id\":1}\n--> {\"id\":2}\n! end\n--> {\"id\":3}\n",
      after: "! unordered\n--> {\"id\":1}\n--> {\"id\":2}\n<-- {\"id\":1}\n<-- {\"id\":2}\n! end\n--> {\"id\":3}\n"
        + "<-- {\"id\":3}\n"),
    Case(
      name: "a restarted server gets its requests again",
      before: "--> {\"id\":1}\n! exit 0\n\n! server 1\n--> {\"id\":2}\n\n--> {\"id\":3}\n",
      after: "--> {\"id\":1}\n<-- {\"id\":1}\n! exit 0\n\n! server 1\n--> {\"id\":2}\n<-- {\"id\":2}\n\n"
        + "--> {\"id\":3}\n<-- {\"id\":3}\n"),
    Case(
      name: "two servers have their own lines",
      before: "! server 2\n--> {\"id\":1}\n2--> {\"id\":2}\n<-- {\"id\":3}\n2<-- {\"id\":2,\"x\":1}\n",
      after: "! server 2\n--> {\"id\":1}\n2--> {\"id\":2}\n<-- {\"id\":1}\n2<-- {\"id\":2}\n"),
    Case(
      name: "times do not separate messages that arrive together",
      before: "--> {\"id\":1}\n<-- {\"method\":\"m\"}\n# +20 ms\n<-- {\"id\":1,\"x\":1}\n",
      after: "--> {\"id\":1}\n# +20 ms\n<-- {\"id\":1}\n"),
    Case(
      name: "a name is sent with the value that it received",
      before: "--> {\"id\":7}\n<-- {\"id\":\"…id\",\"x\":1}\n--> {\"id\":\"…id\"}\n<-- {\"id\":8}\n",
      after: "--> {\"id\":7}\n<-- {\"id\":\"…id\"}\n--> {\"id\":\"…id\"}\n<-- {\"id\":7}\n"),
  ])
  func `the server's current messages are written where they belong`(_ test: Case) throws {
    let (text, output) = try updated(test.before)
    #expect(Array(text.utf8) == Array(test.after.utf8), "\(text)")
    #expect(output.text.hasSuffix("1 passed, 0 failed\n"))
    #expect(output.text.contains("lines changed") == !test.before.utf8.elementsEqual(test.after.utf8))
  }

  @Test func `a server's message is written after the message of another server that caused it`() throws {
    try Sandbox.use { sandbox in
      let path = try sandbox.write(
        """
        ! server 2
        2--> {"jsonrpc":"2.0","id":1,"method":"favorites"}

        --> {"jsonrpc":"2.0","id":1,"method":"star","params":{"movie":{"id":"x:1","title":"One"}}}

        2--> {"jsonrpc":"2.0","id":2,"method":"unstar","params":{"id":"x:1"}}
        """, to: "x.rpc")
      #expect(try sandbox.run(["verify", "--update", path]).status == .exited(0))
      let text = try sandbox.text("x.rpc")
      #expect(try sandbox.run(["verify", path]).text == "1 passed, 0 failed\n", "\(text)")
    }
  }

  @Test func `a transcript that was updated, continued and updated again verifies`() throws {
    try Sandbox.use { sandbox in
      var text = #"--> {"jsonrpc":"2.0","id":1,"method":"search","params":{"query":"okja"}}"# + "\n"
      for more in [
        #"--> {"jsonrpc":"2.0","id":2,"method":"star","params":{"id":"builtin:tt3967856"}}"#,
        #"--> {"jsonrpc":"2.0","id":3,"method":"initialize"}"#,
      ] {
        let path = try sandbox.write(text, to: "x.rpc")
        #expect(try sandbox.run(["verify", "--update", path]).status == .exited(0))
        text = try sandbox.text("x.rpc") + "\n\(more)\n"
      }
      let path = try sandbox.write(text, to: "x.rpc")
      #expect(try sandbox.run(["verify", "--update", path]).status == .exited(0))
      text = try sandbox.text("x.rpc")
      #expect(try sandbox.run(["verify", path]).text == "1 passed, 0 failed\n", "\(text)")
      #expect(text.contains(#""starredAt":"…""#))
    }
  }

  @Test func `secrets of the server are written as placeholders, and the transcript holds afterwards`() throws {
    let before = """
      --> {"id":1,"result":{"requestToken":"SECRET-1","url":"x/SECRET-1"}}
      <-- {"id":1,"result":{"requestToken":"of-last-time"}}

      --> {"id":2,"result":{"token":"SECRET-2"}}
      <-- {"id":2,"result":{"token":"…mine"}}
      --> {"id":3,"result":{"detail":"SECRET-1 and SECRET-2","token":"SECRET-2"}}
      <-- {"id":3,"result":{}}

      """
    // The server sends these in response to whatever comes, so the secrets are not in the client's lines.
    let said = before.split(separator: "\n").filter { $0.hasPrefix("--> ") }.map { $0.dropFirst(4) }
    let command = said.map { "read -r line; echo '\($0)'" }.joined(separator: "; ")
    var text = before
    for line in said { text.replace("--> \(line)", with: #"--> {"id":1,"method":"x"}"#) }
    let (after, _) = try updated(text, command: command)
    #expect(
      after == """
        --> {"id":1,"method":"x"}
        <-- {"id":1,"result":{"requestToken":"…requestToken","url":"…url"}}

        --> {"id":1,"method":"x"}
        <-- {"id":2,"result":{"token":"…mine"}}
        --> {"id":1,"method":"x"}
        <-- {"id":3,"result":{"detail":"…detail","token":"…mine"}}

        """)
  }

  @Test func `in a document only the lines of blocks change`() throws {
    let (text, output) = try updated(
      "x\n\n  ```rpc\n  --> {\"id\":1}\n  <-- {\"id\":2}\n  ```\n\ny\n```rpc\n--> 1\n<-- \"…\"\n```\n", file: "x.md")
    #expect(text == "x\n\n  ```rpc\n  --> {\"id\":1}\n  <-- {\"id\":1}\n  ```\n\ny\n```rpc\n--> 1\n<-- \"…\"\n```\n")
    #expect(output.text.hasSuffix("2 passed, 0 failed\n"))
  }

  @Test func `blocks of one document can be selected one by one, although their lines move`() throws {
    try Sandbox.use { sandbox in
      let block = "```rpc\n--> {\"id\":1}\n```\n"
      let path = try sandbox.write(block + block, to: "x.md")
      let output = try sandbox.run(["verify", "--update", "--command", "cat", "\(path):2", "\(path):5"])
      #expect(output.text.hasSuffix("2 passed, 0 failed\n"))
      let filled = "```rpc\n--> {\"id\":1}\n<-- {\"id\":1}\n```\n"
      #expect(try sandbox.text("x.md") == filled + filled)
    }
  }

  @Test(arguments: ["cat >/dev/null", "true", "echo x; cat", "cat; exit 3"])
  func `if responses are missing, the file stays unchanged`(_ command: String) throws {
    let before = "--> {\"id\":1}\n<-- {\"id\":1,\"x\":1}\n"
    let (text, output) = try updated(before, "--timeout-ms", "300", command: command)
    #expect(text == before)
    #expect(output.status == .exited(1))
    #expect(output.text.contains("x.rpc:"))
  }
}
