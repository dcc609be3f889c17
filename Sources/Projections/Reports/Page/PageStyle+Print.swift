extension PageStyle {
  /// Paper: each week on landscape pages.
  static let paper = """
    @page { size: landscape; margin: 8mm; }
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
      .week { font-size: var(--text); line-height: 1; border-radius: 0; }
      .week th, .week td { height: var(--row); padding: 0 2pt; border-width: 0 0 .5pt .5pt;
        vertical-align: middle; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
      .week tr { break-inside: avoid; }
      .week tr > :first-child { position: static; width: 98pt; padding-left: 2pt; }
      .week thead th { position: static; height: 13pt; font-size: 8pt; }
      .week .sum { width: 66pt; }
      .week .sum small { display: inline; }
      .shift, .away { flex-wrap: nowrap; align-items: center; height: var(--chip);
        margin: 0 0 .5pt; padding: 0 2pt 0 6pt; border-radius: 1.5pt; }
      .shift b, .away b { flex: none; } .shift span { flex: 1 1 0; }
      .shift s, .away s { display: none; }
      .shift::before, .key::before { width: 4pt; }
      .gap, .open { border-width: 1pt; } .away { border-width: .5pt; }
      .keys { margin-top: 3pt; font-size: 7pt; line-height: 1.2; gap: 1pt 8pt; }
      .key { padding: 0 4pt 0 8pt; }
      .list { font-size: 8pt; } .list tr { break-inside: avoid; } .list th, .list td { padding: 1.5pt 12pt 1.5pt 0; }
      .list svg { height: 9pt; }
      summary { list-style: none; } details > table { margin-bottom: 4pt; }
      details::details-content { content-visibility: visible; }
      footer { margin-top: 8pt; font-size: 7pt; }
    }

    """
}
