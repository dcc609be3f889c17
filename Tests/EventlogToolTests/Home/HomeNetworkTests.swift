import Foundation
import Testing

/// Networks that cut a connection at some byte, and servers that stand still and wake.
@Suite(
  .serialized, .besideServers,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"))
struct HomeNetworkTests {
  /// Passes bytes on to a server; of the first connection only so many in one direction, then it cuts the
  /// connection, or swallows everything.
  private static let proxy = """
    import socket, sys, threading
    target, direction, limit, swallows = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4] == "1"
    server = socket.create_server(("127.0.0.1", 0))
    print(server.getsockname()[1], flush=True)
    def carry(source, sink, limit, other):
        passed = 0
        try:
            while True:
                data = source.recv(65536)
                if not data: break
                if limit is not None and passed + len(data) >= limit:
                    sink.sendall(data[:limit - passed])
                    if swallows:
                        while source.recv(65536): pass
                    break
                passed += len(data)
                sink.sendall(data)
        except OSError: pass
        for end in (source, sink):
            try: end.shutdown(socket.SHUT_RDWR)
            except OSError: pass
    first = True
    while True:
        client, _ = server.accept()
        upstream = socket.create_connection(("127.0.0.1", target))
        up = limit if first and direction == "up" else None
        down = limit if first and direction == "down" else None
        first = False
        threading.Thread(target=carry, args=(client, upstream, up, None), daemon=True).start()
        threading.Thread(target=carry, args=(upstream, client, down, None), daemon=True).start()
    """

  private static func register(_ user: String) -> String {
    Story.event("r-\(user)", "user.registered", user, user, nil, #"{"roles":["employee"]}"#)
  }

  /// A proxy before a server, and the port that it listens at.
  private static func startProxy(
    _ folder: LogFolder, _ server: PostgresServer, _ direction: String, _ limit: Int, swallows: Bool
  ) -> (proxy: ToolProcess, port: String) {
    let proxy = folder.startProgram(
      "python3", ["-c", proxy, "\(server.port)", direction, "\(limit)", swallows ? "1" : "0"])
    while !proxy.outputSoFar.hasSuffix("\n"), proxy.isRunning { usleep(5_000) }
    return (proxy, proxy.outputSoFar.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  @Test(arguments: ["up", "down"])
  func `a connection is cut at any byte: each event is recorded once`(direction: String) {
    let server = PostgresServer()
    let folder = LogFolder()
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    var (recorded, count) = (0, 0)
    // An append takes some 7,000 bytes up and 2,000 down.
    let cuts = stride(
      from: 40, to: direction == "up" ? 7_600 : 2_600, by: direction == "up" ? 420 : 130)
    for cut in cuts {
      let (proxy, port) = Self.startProxy(folder, server, direction, cut, swallows: false)
      let address = server.address("store").replacing(":\(server.port)/", with: ":\(port)/")
      let copy = LogFolder()
      count += 1
      let cache = ["XDG_CACHE_HOME": copy.file("cache")]
      let ending = copy.start(
        ["append", "-", "-v", "-f", address],
        input: .bytes(Array((Self.register("u\(cut)") + "\n").utf8)),
        environment: cache
      ).wait(seconds: 60)
      #expect(ending.code == 0, "cut at \(cut): \(ending.output)\(ending.errors)")
      recorded += ending.errors.contains("had been recorded") ? 1 : 0
      proxy.signal(SIGKILL)
      _ = proxy.wait()
    }
    #expect(folder.run("pull").code == 0)
    #expect(folder.logLines.count == count)
    #expect(folder.run("verify", "--home").code == 0)
    print("cut \(direction): \(count) appends, of which \(recorded) had been recorded unseen")
  }

  @Test func `a connection goes silent: the deadline, and the same id again is recorded once`() {
    let server = PostgresServer()
    let folder = LogFolder()
    let copy = LogFolder()
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    for (direction, limit) in [("up", 4_000), ("down", 1_500)] {
      let (proxy, port) = Self.startProxy(folder, server, direction, limit, swallows: true)
      let address = server.address("store").replacing(":\(server.port)/", with: ":\(port)/")
      let user = "u-\(direction)"
      var endings: [Ending] = []
      for _ in 0..<2 {
        endings.append(
          copy.start(
            ["append", "-", "--lock-timeout", "3", "-f", address],
            input: .bytes(Array((Self.register(user) + "\n").utf8)),
            environment: ["XDG_CACHE_HOME": copy.file("cache-\(direction)")]
          ).wait(seconds: 60))
      }
      #expect(endings[1].code == 0, "\(direction): \(endings[1].output)\(endings[1].errors)")
      proxy.signal(SIGKILL)
      _ = proxy.wait()
    }
    #expect(folder.run("pull").code == 0)
    #expect(folder.logLines.count == 2)
    #expect(folder.run("verify", "--home").code == 0)
  }

  @Test
  func
    `a primary stands still, the other host takes over; it wakes, and nothing is acknowledged there`()
  {
    let primary = PostgresServer()
    let standby = PostgresServer(following: primary)
    primary.waitForStandby()
    let folder = LogFolder()
    #expect(folder.run("init", "--home", primary.address("store", or: standby)).code == 0)
    #expect(folder.append([Self.register("max")]).code == 0)
    primary.signalAll(SIGSTOP)
    standby.promote()
    let ending = folder.append([Self.register("eva")], "--lock-timeout", "30")
    #expect(ending.code == 0, "\(ending.output)\(ending.errors)")
    primary.signalAll(SIGCONT)
    for _ in 0..<2 {
      let refused = folder.append([Self.register("tom")], "--lock-timeout", "8")
      #expect(refused.code == 65 && refused.output.contains("short"), "\(refused.output)")
    }
    primary.stop("immediate")
    #expect(folder.append([Self.register("tom")]).code == 0)
    #expect(folder.logLines.count == 3)
    #expect(folder.run("verify", "--home").code == 0)
  }
}
