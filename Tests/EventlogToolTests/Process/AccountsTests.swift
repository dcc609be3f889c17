import Foundation
import Testing

/// Logs, backups and reports that several accounts share.
@Suite(.enabled(if: LocksTests.canDropRights, "needs root and setpriv, to become somebody else"))
struct AccountsTests {
  /// A log of account 20001 with mia, eva and tom, in a folder of group 20009; `as UID` runs a command as another of its
  /// members.
  private static let prelude = """
    as() { local u=$1; shift; setpriv --reuid "$u" --regid 30000 --groups 20009 "$@"; }
    append() { local u=$1; shift; as "$u" "$TOOL" append "$@" --now \(LogFolder.clock) -q >/dev/null; }
    chown 20001:20009 . && chmod 755 . && as 20001 "$TOOL" init -q &&
    for name in Mia Eva Tom; do
      append 20001 user.registered ${name,} --actor mia roles=manager,employee name="$name Secret" || exit 9
    done
    share() { chgrp -R 20009 . && chmod "$1" . && chmod "$2" events.jsonl.d && chmod g+rw events.jsonl events.jsonl.d/*; }

    """

  private static func run(_ script: String) -> Ending {
    LogFolder().shell(prelude + script)
  }

  @Test func `no member of a group locks another out of the log that they write`() {
    let ending = Self.run(
      """
      share 2770 2770 || exit 8
      append 20002 profile.changed eva --actor eva name="Eva Jansen" || exit 1
      append 20001 user.registered bob --actor mia roles=employee name=Bob || exit 2
      as 20002 rm events.jsonl.d/head && append 20002 user.followed mia --actor eva || exit 3
      append 20001 profile.changed eva --actor eva name="Eva de Wit" || exit 4
      append 20002 user.erased tom --actor mia || exit 5
      for account in 20001 20002; do as $account "$TOOL" show users | grep -q 'Eva de Wit' || exit 6; done
      """)
    #expect(ending.code == 0, "\(ending)")
  }

  @Test func `an erased name is gone also where a folder keeps the names of others' files`() {
    let ending = Self.run(
      """
      share 2770 3770 || exit 8
      append 20002 user.erased eva --actor mia && append 20004 user.erased tom --actor mia || exit 1
      grep -rl -e 'Eva Secret' -e 'Tom Secret' . && exit 2
      as 20001 "$TOOL" verify
      """)
    #expect(ending.code == 0, "\(ending)")
  }

  @Test func `a process may write what the account that it acts as may write`() {
    let ending = Self.run(
      """
      setpriv --reuid 20005 --regid 20005 --clear-groups --inh-caps +dac_override --ambient-caps +dac_override \\
        "$TOOL" append user.registered bob --actor mia roles=employee --now \(LogFolder.clock)
      """)
    #expect(ending.code == 0, "\(ending)")
  }

  @Test func `a backup that root once makes stays the account's`() {
    let ending = Self.run(
      """
      as 20001 "$TOOL" backup bk -q || exit 1
      append 20001 profile.changed eva --actor eva name="Eva Jansen"
      "$TOOL" backup bk -q || exit 2
      find bk ! -uid 20001
      as 20001 "$TOOL" backup bk -q && as 20001 "$TOOL" restore bk -f r.jsonl -q
      """)
    #expect(ending.code == 0 && ending.output == "", "\(ending)")
  }

  @Test func `a group gets no right to a report that another group had`() {
    let ending = Self.run(
      """
      as 20001 "$TOOL" show users -o rota.csv && chgrp 40000 rota.csv && chmod 640 rota.csv || exit 1
      as 20001 "$TOOL" show users -o rota.csv && stat -c '%a %u' rota.csv
      """)
    #expect(ending.code == 0 && ending.output == "600 20001\n", "\(ending)")
  }
}
