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
    figure { margin: .5rem 0; }
    .map { width: 40rem; max-width: 100%; height: auto; }
    .map text { fill: var(--ink); font-size: 12px; }
    .map .frame { fill: var(--band); stroke: var(--line); }
    .map .scale { stroke: var(--ink); stroke-width: 2; }
    .map .m0 { fill: var(--c0); } .map .m1 { fill: var(--c1); } .map .m2 { fill: var(--c2); }
    .map .m3 { fill: var(--c3); } .map .m4 { fill: var(--c4); } .map .m5 { fill: var(--c5); }

    """
}
