/// The style of a page, written into it.
enum PageStyle {
  static let text = page + week + lists + phone + paper

  /// Colours in light and dark, fonts, headings.
  private static let page = """
    :root { --ink: #18212f; --soft: #545f70; --line: #d8dde5; --page: #ffffff; --band: #f3f5f8;
      --mark: #1d5bb8; --now: #fff6d6; --nowink: #6b4a00; --urgent: #a8201a; --urgentband: #fdeceb;
      --p: #7d8898; --none: #e9edf2;
      --b0: #dbeafd; --b1: #ffe6cf; --b2: #d6f2e4; --b3: #f1e2fb; --b4: #fbdfe9; --b5: #f2efc5;
      --b6: #d3f0f5; --b7: #e6e2dc;
      --c0: #1d5bb8; --c1: #b85400; --c2: #0a7a4d; --c3: #7b2fb5; --c4: #b81d5b; --c5: #716500;
      --c6: #00748a; --c7: #5f5548; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e8ecf2; --soft: #a9b3c1; --line: #38414e;
      --page: #12161c; --band: #1c222b; --mark: #8ab4f8; --now: #332c10; --nowink: #ffdf85;
      --urgent: #ffa69e; --urgentband: #46201d; --p: #8993a3; --none: #2a323d;
      --b0: #1b3558; --b1: #4d2f10; --b2: #123f2d; --b3: #3b2452; --b4: #4d1b31; --b5: #3d3a0c;
      --b6: #0d3d47; --b7: #39342c;
      --c0: #8ab4f8; --c1: #ffab5e; --c2: #63d6a2; --c3: #d2a8ff; --c4: #ff9bbd; --c5: #dcd363;
      --c6: #6fd9ec; --c7: #cfc3b2; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; padding: 1rem 1.25rem 2rem; max-width: 100rem; color: var(--ink);
      background: var(--page); font: .9375rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto,
      "Noto Sans", "Liberation Sans", "DejaVu Sans", "Hiragino Sans", "Yu Gothic", "Noto Sans CJK JP",
      "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Apple SD Gothic Neo", "Malgun Gothic",
      "Noto Sans CJK KR", "Noto Sans Devanagari", "Noto Sans Thai", "Noto Sans Arabic",
      "Noto Sans Hebrew", "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji", sans-serif; }
    h1 { margin: 0; font-size: 1.5rem; line-height: 1.2; overflow-wrap: anywhere; }
    h2 { margin: 2rem 0 .6rem; font-size: 1.15rem; overflow-wrap: anywhere; }
    .sheet > h2 { margin-top: 1rem; }
    section { min-width: 0; }
    section > details { margin-top: 1.25rem; }
    h2 small { color: var(--soft); font-weight: 400; }
    p { margin: .2rem 0; }
    a, summary { color: var(--mark); }
    summary { cursor: pointer; padding: .3rem 0; }
    summary h2 { display: inline; color: var(--ink); }
    summary small { color: var(--soft); }
    .soft, footer { color: var(--soft); overflow-wrap: anywhere; }
    footer { margin-top: 2rem; font-size: .8125rem; }
    .facts { display: flex; flex-wrap: wrap; gap: .5rem; margin: .75rem 0; padding: 0; list-style: none; }
    .facts li { padding: .35rem .75rem; background: var(--band); border-radius: .5rem; }
    .facts b { display: block; font-size: 1.15rem; line-height: 1.2;
      font-variant-numeric: tabular-nums; }
    .facts .urgent { background: var(--urgentband); color: var(--urgent); }
    nav ul { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0; padding: 0; list-style: none;
      height: 1.5em; overflow: hidden; }
    @media screen and (min-width: 70rem) {
      main { display: grid; grid-template-columns: 1fr 1fr; gap: 0 3rem; align-items: start; }
      .sheet, .wide { grid-column: 1 / -1; }
    }

    """
}
