/// The style of a page, written into it.
enum PageStyle {
  static let text = page + week + lists + phone + paper

  /// Colours in light and dark, fonts, headings.
  private static let page = """
    :root { --rest: transparent; --ink: #18212f; --soft: #545f70; --line: #d8dde5; --page: #ffffff; --band: #f3f5f8;
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
    @media (forced-colors: active) { :root { --rest: Canvas; --mark: Highlight; }
      span.bar0 { border: .3rem solid; } }
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
    nav ul { display: flex; gap: 0 1rem; margin: 0; padding: 0; list-style: none; overflow-x: auto;
      white-space: nowrap; }
    @media screen and (min-width: 80rem) {
      main { display: grid; grid-template-columns: 1fr 1fr; gap: 0 3rem; align-items: start; }
      .sheet, .wide { grid-column: 1 / -1; }
    }

    """
}

extension PageStyle {
  /// Tables, bars and the map.
  static let lists = """
    .list { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .875rem; }
    .list th, .list td { padding: .3rem 1.25rem .3rem 0; text-align: left; vertical-align: top;
      border-bottom: 1px solid var(--line); }
    .list thead th { color: var(--soft); font-weight: 600; font-size: .8125rem; white-space: nowrap; }
    .bars th, .bars td { padding-right: .75rem; }
    .list.bars thead th { white-space: normal; vertical-align: bottom; }
    .list tbody th { font-weight: 600; }
    .list .id { overflow-wrap: anywhere; }
    .list .number { width: 1%; text-align: right; }
    .list .short { width: 1%; white-space: nowrap; }
    .list .chart { width: 40%; vertical-align: middle; }
    .list svg { display: block; width: 100%; height: 1.1rem; }
    .bar0 { fill: var(--mark); } .bar1 { fill: var(--none); stroke: var(--p); }
    span.bar0, span.bar1 { display: inline-block; width: .8rem; height: .6rem; background: var(--mark); }
    span.bar1 { margin-left: .5rem; background: var(--none); border: 1px solid var(--p); }
    .sign { display: flex; gap: 2rem; margin-top: 3.5rem; }
    .sign p { flex: 1 1 0; min-width: 0; overflow-wrap: anywhere; padding-top: .2rem; border-top: 1px solid var(--ink); }
    figure { margin: .5rem 0; break-before: avoid; }
    .map { width: 40rem; max-width: 100%; height: auto; }
    .map text { fill: var(--ink); font-size: 12px; }
    .map .frame { fill: var(--band); stroke: var(--line); }
    .map .scale { stroke: var(--ink); stroke-width: 2; }
    .map .m0 { fill: var(--c0); } .map .m1 { fill: var(--c1); } .map .m2 { fill: var(--c2); }
    .map .m3 { fill: var(--c3); } .map .m4 { fill: var(--c4); } .map .m5 { fill: var(--c5); }

    """

  /// Narrower screens: a day at a time, and rows as cards.
  static let phone = """
    @media screen and (max-width: 76rem) {
      body { padding: .75rem .75rem 2rem; }
      .week { font-size: .75rem; } .week tr > :first-child { width: 7rem; padding-left: .4rem; }
      .week th, .week td { padding: .15rem; } .week .sum { width: 4rem; }
      .shift { padding: .1rem .1rem .1rem .4rem; } .shift::before { width: .3rem; } .shift i { font-size: .6875rem; }
      .list { font-size: .8125rem; } .list th, .list td { padding-right: .6rem; } .list thead th { white-space: normal; }
      .list .short { width: auto; white-space: normal; }
      .list .long { min-width: 6rem; overflow-wrap: anywhere; } .shift span { white-space: normal; }
    }
    @media screen and (max-width: 47rem) {
      h1 { font-size: 1.25rem; }
      .facts { gap: .35rem; } .facts li { padding: .2rem .5rem; }
      .pick { display: block; position: fixed; top: 0; opacity: 0; width: 1px; height: 1px; margin: 0; }
      .days { display: grid; grid-template-columns: repeat(7, 1fr); gap: .25rem; position: sticky;
        top: 0; z-index: 4; padding: .4rem 0; background: var(--page); }
      .days label { padding: .3rem 0; text-align: center; border: 2px solid var(--rest);
        border-radius: .4rem; background: var(--band); font-size: .8125rem; line-height: 1.2;
        cursor: pointer; }
      .days b { display: block; font-size: 1rem; } .days small { font-size: .6875rem; }
      .days .now { background: var(--now); color: var(--nowink); }
      .pick:nth-of-type(1):checked ~ .days :nth-child(1), .pick:nth-of-type(2):checked ~ .days :nth-child(2),
      .pick:nth-of-type(3):checked ~ .days :nth-child(3), .pick:nth-of-type(4):checked ~ .days :nth-child(4),
      .pick:nth-of-type(5):checked ~ .days :nth-child(5), .pick:nth-of-type(6):checked ~ .days :nth-child(6),
      .pick:nth-of-type(7):checked ~ .days :nth-child(7) { border-color: var(--mark); }
      .pick:focus-visible ~ .days { outline: 2px solid var(--mark); }
      .week, .week tbody { display: flex; flex-direction: column; font-size: .9375rem; border: 0; }
      .week thead { display: none; }
      .week tr { display: flex; border-bottom: 1px solid var(--line); }
      .week tr > :nth-child(n) { display: none; border: 0; padding: .3rem; }
      .week tr > :first-child { display: block; flex: 0 0 9rem; width: 9rem; position: static;
        padding-left: .25rem; }
      .pick:nth-of-type(1):checked ~ .grid tr > :nth-child(2), .pick:nth-of-type(2):checked ~ .grid tr > :nth-child(3),
      .pick:nth-of-type(3):checked ~ .grid tr > :nth-child(4), .pick:nth-of-type(4):checked ~ .grid tr > :nth-child(5),
      .pick:nth-of-type(5):checked ~ .grid tr > :nth-child(6), .pick:nth-of-type(6):checked ~ .grid tr > :nth-child(7),
      .pick:nth-of-type(7):checked ~ .grid tr > :nth-child(8) { display: block; flex: 1 1 0; min-width: 0; }
      .pick:nth-of-type(1):checked ~ .grid .f1, .pick:nth-of-type(2):checked ~ .grid .f2,
      .pick:nth-of-type(3):checked ~ .grid .f3, .pick:nth-of-type(4):checked ~ .grid .f4,
      .pick:nth-of-type(5):checked ~ .grid .f5, .pick:nth-of-type(6):checked ~ .grid .f6,
      .pick:nth-of-type(7):checked ~ .grid .f7 { order: 1; color: var(--soft); }
      .pick:nth-of-type(1):checked ~ .grid .wanted .f1, .pick:nth-of-type(2):checked ~ .grid .wanted .f2,
      .pick:nth-of-type(3):checked ~ .grid .wanted .f3, .pick:nth-of-type(4):checked ~ .grid .wanted .f4,
      .pick:nth-of-type(5):checked ~ .grid .wanted .f5, .pick:nth-of-type(6):checked ~ .grid .wanted .f6,
      .pick:nth-of-type(7):checked ~ .grid .wanted .f7 { display: none; }
      .week .sums { order: -1; flex-direction: row; margin-bottom: .3rem; border-radius: .4rem; background: var(--band); }
      .week .sums tr { flex: 1; border: 0; }
      .week .sums tr > :first-child { flex: 0 0 auto; width: auto; background: none; font-weight: 400; }
      .week .sums td { background: none; }
      .shift { padding: .15rem .35rem .15rem .75rem; } .shift::before { width: .45rem; }
      .shift i { font-size: inherit; }
      .list, .list tbody, .list tr { display: block; font-size: .875rem; }
      .list thead { display: none; }
      .list tr { padding: .4rem 0; border-bottom: 1px solid var(--line); }
      .list th, .list td { display: flex; gap: .5rem; max-width: none; padding: .1rem 0; border: 0;
        overflow-wrap: anywhere; }
      .list td:empty { display: none; }
      .list td::before { content: attr(data-title); flex: 0 0 7rem; color: var(--soft); }
      .list .number { width: auto; text-align: left; }
      .bars tr { display: grid; grid-template-columns: 1fr; }
      .list .chart { width: auto; } .list .chart::before { content: none; }
      .list svg { width: 100%; }
      .map text { font-size: 20px; } .map .name { display: none; }
    }

    """

  /// Paper of sheets alone: a browser may take the page without a name for the first one.
  static let paperOfSheets = "@page { size: portrait; margin: 12mm; }\n"

  /// Paper: each week on landscape pages.
  static let paper = """
    @page { size: landscape; margin: 8mm; }
    @page signed { size: portrait; margin: 12mm; }
    @media print {
      :root { --ink: #000; --soft: #333; --line: #aaa; --page: #fff; --band: #eee; --mark: #333;
        --now: #f8f0cf; --nowink: #000; --urgent: #a00; --urgentband: #fff; --p: #777; --none: #eee;
        --b0: #e3eefd; --b1: #ffecdb; --b2: #e0f5ea; --b3: #f4e9fc; --b4: #fce7ef; --b5: #f5f2d3;
        --b6: #def4f8; --b7: #ece9e4; --c0: #1d5bb8; --c1: #b85400; --c2: #0a7a4d; --c3: #7b2fb5;
        --c4: #b81d5b; --c5: #716500; --c6: #00748a; --c7: #5f5548;
        print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      body { max-width: none; padding: 0; font-size: 8.5pt; }
      nav, .days, .pick { display: none; }
      h1 { font-size: 13pt; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
      .facts { margin: 1pt 0 2pt; gap: 0 10pt; }
      .facts li, .facts .urgent { padding: 0; background: none; }
      .facts b { display: inline; font-size: inherit; }
      h2 { margin: 10pt 0 3pt; font-size: 10pt; break-after: avoid; }
      .sheet > h2 { margin-top: 0; }
      .sheet { break-after: page; }
      .signed { page: signed; break-before: page; } .signed:first-child { break-before: auto; } .signed h2 { font-size: 13pt; }
      .sheets > header, .sheets > footer { display: none; }
      .signed .list { font-size: 9pt; } .signed .list th, .signed .list td { padding: 2.5pt 9pt 2.5pt 0; white-space: nowrap; }
      .sign { margin-top: 26pt; break-inside: avoid; }
      .week { font-size: var(--text); line-height: 1; border-radius: 0; }
      .week th, .week td { height: var(--row); padding: 0 2pt; border-width: 0 0 .5pt .5pt;
        vertical-align: middle; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
      .week tr { break-inside: avoid; }
      .week tr > :first-child { position: static; width: 98pt; padding-left: 2pt; }
      .week thead th { position: static; height: 13pt; font-size: 8pt; }
      .week .long { font-size: var(--small); white-space: var(--names, nowrap); }
      .week .closed td { height: auto; white-space: normal; }
      .shift .both { font-size: var(--small); }
      .tight .shift b, .tight .shift i { font-weight: 400; }
      .tight .shift em { font-size: 0; } .tight .shift em::after { content: "!"; font-size: var(--text); }
      .week .sum { width: 66pt; }
      .week .sum small { display: inline; }
      .shift, .away { display: var(--box, flex); grid-template: auto auto / auto minmax(0, 1fr);
        flex-wrap: nowrap; align-items: center; align-content: center; height: var(--chip);
        margin: 0 0 .5pt; padding: 0 2pt 0 6pt; border-radius: 1.5pt; }
      .shift b, .away b { flex: none; } .shift span { flex: 1 1 0; } .shift b, .shift b + span { grid-column: 1 / -1; }
      .shift small, .away small { display: none; }
      .shift::before, .key::before { width: 0; background: none; border-left: var(--edge, 4pt solid) var(--p); }
      .p1 { --edge: 4pt dashed; } .p2 { --edge: 4pt dotted; } .p3 { --edge: 4pt double; } .p4 { --edge: 2pt dotted; }
      .p5 { --edge: 2pt dashed; } .p6 { --edge: 2pt solid; } .p7 { --edge: 1pt solid; }
      .gap, .open { border-width: 1pt; } .away { border-width: .5pt; }
      .tight .keys em { display: inline; } .keys { margin-top: 3pt; font-size: 7pt; line-height: 1.2; gap: 1pt 8pt; }
      .key { padding: 0 4pt 0 8pt; border-radius: 0; }
      .list { font-size: 8pt; } .list tr { break-inside: avoid; } .list th, .list td { padding: 1.5pt 12pt 1.5pt 0; }
      .list svg { height: 9pt; }
      summary { list-style: none; } details > table { margin-bottom: 4pt; }
      details::details-content { content-visibility: visible; }
      footer { margin-top: 8pt; font-size: 7pt; }
    }

    """

  /// The week: people and days, shifts with the colours and patterns of their labels.
  static let week = """
    .week { width: 100%; table-layout: fixed; border-collapse: separate; border-spacing: 0;
      font-size: .8125rem; line-height: 1.3; border: 1px solid var(--line); border-radius: .5rem; }
    .week th, .week td { padding: .25rem .3rem; text-align: left; vertical-align: top;
      border: 0 solid var(--line); border-width: 0 0 1px 1px; }
    .week tr > :first-child { position: sticky; left: 0; z-index: 1; width: 12.5rem; padding-left: .6rem;
      border-left: 0; background: var(--page); }
    .week tbody:last-child tr:last-child > * { border-bottom: 0; }
    .week thead th { position: sticky; top: 0; z-index: 2; background: var(--band); overflow-wrap: anywhere; }
    .week thead tr > :first-child { z-index: 3; background: var(--band); border-radius: .5rem 0 0 0; }
    .week thead small { color: var(--nowink); }
    .week tbody th { font-weight: 600; overflow: hidden; text-overflow: ellipsis; }
    .two { display: flex; gap: .3em; } .two small { flex: none; font: inherit; }
    .two span { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
    .week .now { background: var(--now); }
    .week thead .now { color: var(--nowink); }
    .week .sum { width: 5.5rem; text-align: right; font-variant-numeric: tabular-nums; }
    .week .sum small { display: block; color: var(--soft); }
    .sums th, .sums td { font-weight: 600; font-variant-numeric: tabular-nums; }
    .week .sums th, .week .sums td { background: var(--band); }
    .week .sums .now { background: var(--now); }
    .sums b { color: var(--urgent); }
    .shift, .away { display: flex; flex-wrap: wrap; align-items: baseline; column-gap: .4em;
      position: relative; margin-bottom: .2rem; padding: .1rem .35rem .1rem .75rem;
      border-radius: .25rem; overflow: hidden; background: var(--none); }
    .shift:last-child, .away:last-child { margin-bottom: 0; }
    .shift > *, .away > * { overflow: hidden; text-overflow: ellipsis; overflow-wrap: anywhere; }
    .shift span { white-space: nowrap; }
    .shift b, .away b { font-weight: 600; font-variant-numeric: tabular-nums; }
    .shift small, .away small { font: inherit; }
    .shift i, .keys i { font-style: normal; font-weight: 600; text-decoration: underline; }
    .away i, em { font-style: normal; } .keys em { display: none; }
    .closed td { color: var(--nowink); overflow-wrap: anywhere; }
    .shift::before, .key::before { content: ""; position: absolute; left: 0; top: 0; bottom: 0;
      width: .45rem; background: var(--pattern, var(--p)); }
    .away { padding-left: .35rem; border: 1px dashed var(--p); color: var(--soft); background: var(--page); }
    .gap { border: 1.5px solid var(--urgent); }
    .gap i { color: var(--urgent); }
    .open { border: 1.5px dashed var(--urgent); }
    .c0 { background: var(--b0); --p: var(--c0); } .c1 { background: var(--b1); --p: var(--c1); }
    .c2 { background: var(--b2); --p: var(--c2); } .c3 { background: var(--b3); --p: var(--c3); }
    .c4 { background: var(--b4); --p: var(--c4); } .c5 { background: var(--b5); --p: var(--c5); }
    .c6 { background: var(--b6); --p: var(--c6); } .c7 { background: var(--b7); --p: var(--c7); }
    .p1 { --pattern: repeating-linear-gradient(45deg, var(--p), var(--p) 3px, transparent 3px, transparent 5px); }
    .p2 { --pattern: repeating-linear-gradient(0deg, var(--p), var(--p) 2px, transparent 2px, transparent 4px); }
    .p3 { --pattern: linear-gradient(90deg, var(--p) 33%, transparent 33%, transparent 66%, var(--p) 66%); }
    .p4 { --pattern: radial-gradient(circle, var(--p) 1.6px, transparent 1.8px) 0 0 / .45rem .3rem; }
    .p5 { --pattern: repeating-linear-gradient(-45deg, var(--p), var(--p) 2px, transparent 2px, transparent 5px); }
    .p6 { --pattern: repeating-linear-gradient(0deg, var(--p), var(--p) 6px, transparent 6px, transparent 9px); }
    .p7 { --pattern: repeating-conic-gradient(var(--p) 0 25%, transparent 0 50%) 0 0 / .45rem .45rem; }
    .keys { display: flex; flex-wrap: wrap; gap: .3rem .75rem; margin: .6rem 0 0; padding: 0;
      list-style: none; font-size: .8125rem; }
    .keys li { overflow-wrap: anywhere; }
    .key { position: relative; padding: .1rem .5rem .1rem .85rem; border-radius: .25rem;
      overflow: hidden; background: var(--none); }
    .days, .pick { display: none; }

    """
}
