extension PageStyle {
  /// The week: people and days, shifts with the colours and patterns of their labels.
  static let week = """
    .week { width: 100%; table-layout: fixed; border-collapse: separate; border-spacing: 0;
      font-size: .8125rem; line-height: 1.3; border: 1px solid var(--line); border-radius: .5rem; }
    .week th, .week td { padding: .25rem .3rem; text-align: left; vertical-align: top;
      border: 0 solid var(--line); border-width: 0 0 1px 1px; }
    .week tr > :first-child { position: sticky; left: 0; z-index: 1; width: 12.5rem; padding-left: .6rem;
      border-left: 0; background: var(--page); }
    .week tbody:last-child tr:last-child > * { border-bottom: 0; }
    .week thead th { position: sticky; top: 0; z-index: 2; background: var(--band); white-space: nowrap; }
    .week thead tr > :first-child { z-index: 3; background: var(--band); border-radius: .5rem 0 0 0; }
    .week thead small { color: var(--nowink); }
    .week tbody th { font-weight: 600; overflow: hidden; text-overflow: ellipsis; }
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
    .shift > *, .away > * { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
    .shift b, .away b { font-weight: 600; font-variant-numeric: tabular-nums; }
    .shift s, .away s { text-decoration: none; }
    .shift i, .keys i { font-style: normal; font-weight: 600; text-decoration: underline; }
    .away i { font-style: normal; }
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
