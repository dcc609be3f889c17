import Foundation

@main
struct EventLogTool {
  static func main() {
  }
}
