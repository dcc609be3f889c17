extension PageStyle {
  /// Narrower screens: a day at a time, and rows as cards.
  static let phone = """
    @media screen and (max-width: 64rem) {
      .week { font-size: .75rem; } .week tr > :first-child { width: 8.5rem; padding-left: .4rem; }
      .week th, .week td { padding: .15rem; } .week .sum { width: 4rem; }
      .shift { padding: .1rem .15rem .1rem .5rem; } .shift::before { width: .3rem; }
      .list th, .list td { padding-right: .6rem; } .list thead th, .list .short { white-space: normal; }
    }
    @media screen and (max-width: 46rem) {
      body { padding: .75rem .75rem 2rem; }
      h1 { font-size: 1.25rem; }
      .facts { gap: .35rem; } .facts li { padding: .2rem .5rem; }
      .pick { display: block; position: absolute; opacity: 0; width: 1px; height: 1px; margin: 0; }
      .days { display: grid; grid-template-columns: repeat(7, 1fr); gap: .25rem; position: sticky;
        top: 0; z-index: 4; padding: .4rem 0; background: var(--page); }
      .days label { padding: .3rem 0; text-align: center; border: 2px solid transparent;
        border-radius: .4rem; background: var(--band); font-size: .8125rem; line-height: 1.2;
        cursor: pointer; }
      .days b { display: block; font-size: 1rem; }
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
      .people td:empty::after { content: "–"; }
      .week .sums { order: -1; flex-direction: row; margin-bottom: .3rem; border-radius: .4rem; background: var(--band); }
      .week .sums tr { flex: 1; border: 0; }
      .week .sums tr > :first-child { flex: 0 0 auto; width: auto; background: none; font-weight: 400; }
      .week .sums td { background: none; }
      .shift { padding: .15rem .35rem .15rem .75rem; } .shift::before { width: .45rem; }
      .list, .list tbody, .list tr { display: block; }
      .list thead { display: none; }
      .list tr { padding: .4rem 0; border-bottom: 1px solid var(--line); }
      .list th, .list td { display: flex; gap: .5rem; max-width: none; padding: .1rem 0; border: 0;
        overflow-wrap: anywhere; }
      .list td:empty { display: none; }
      .list td::before { content: attr(data-title); flex: 0 0 7rem; color: var(--soft); }
      .list .number { width: auto; text-align: left; }
      .list .short { width: auto; white-space: normal; }
      .bars tr { display: grid; grid-template-columns: 1fr; }
      .list .chart { width: auto; } .list .chart::before { content: none; }
      .list svg { width: 100%; }
      .map text { font-size: 20px; }
    }

    """
}
