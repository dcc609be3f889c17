public import ShiftEvents

extension EventLog {
  /// Folds all acknowledged events into a projection.
  ///
  ///     let roster = try log.fold(into: Roster())
  ///
  /// - Throws: `LogError`; `damaged` names the first line that cannot be read.
  @inlinable
  public func fold<Model: Projection>(into model: Model = Model()) throws(LogError) -> Model {
    var model = model
    let reader = try events()
    while let event = try reader.next() { model.apply(event) }
    try reader.requireUnchanged()
    return model
  }

  /// Folds the events up to a place in the log: what was known when that event was the last.
  ///
  /// Of a batch that the place cuts, nothing is folded: it was recorded whole. A log that ends before is
  /// folded to its end.
  public func fold<Model: Projection>(
    into model: Model = Model(), upTo last: SequenceNumber
  ) throws(LogError) -> Model {
    try fold(model, upTo: last) { $0.sequence <= last }
  }

  /// Folds the events up to a moment: what was known at that time.
  public func fold<Model: Projection>(
    into model: Model = Model(), at moment: Timestamp
  ) throws(LogError) -> Model {
    try fold(model, upTo: nil) { $0.time <= moment }
  }

  private func fold<Model: Projection>(
    _ model: Model, upTo last: SequenceNumber?, while isInScope: (borrowing PlainEvent) -> Bool
  ) throws(LogError) -> Model {
    var model = model
    if last == .zero { return model }
    let reader = try events()
    while let event = try reader.next(while: isInScope) {
      model.apply(event)
      // What lies behind it need not be sound.
      if event.sequence == last, event.isLastOfBatch { return model }
    }
    if reader.cut == nil { try reader.requireUnchanged() }
    return model
  }

  /// Folds all acknowledged events into a replay, beginning with the folds that a writer has left beside the log,
  /// if there are any.
  ///
  /// Every writer leaves them.
  ///
  /// - Complexity: O(n) in the events since then, and in the rows.
  public func replay() throws(LogError) -> Replay {
    let folded = FoldedBefore(path, mapsSnapshot: false)
    var replay = folded?.replay ?? Replay()
    let reader = if let folded { folded.reader } else { try events() }
    while let event = try reader.next() { replay.apply(event) }
    try reader.requireUnchanged()
    return replay
  }
}
