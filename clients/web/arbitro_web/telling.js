// In what order everybody learns of what stands in a log (the referee's match/feed.py): the events of a turn wait until it
// ends, and what an arbiter does meanwhile comes behind them, but a seat that leaves is told of at once.

/** Whether the turn in which a record answers a question goes on behind it. */
export function goesOn({ kind, question, act, events = [] }) {
  return kind === "answer" && (act === "draw" || question === "color") && !events.some((event) => event.kind === "passed" || event.kind === "round_ended");
}

/** The records of a log, those that wait behind those that were told before them. */
export function asTold(records) {
  const told = [];
  const held = [];
  const aside = [];
  let turn = null; // the seat whose turn goes on
  let before = null;
  const release = () => told.push(...held.splice(0), ...aside.splice(0));
  for (const record of records) {
    const { kind, events = [] } = record;
    const isOrder = kind === "arbiter" || (kind === "retire" && before?.arbiter === "retire" && before.kind === "arbiter");
    if (kind === "end" || (turn === null && !isOrder)) release();
    const leaves = kind === "retire" && events.some((event) => event.kind === "retired" && event.seat === turn);
    const isOver = leaves || events.some((event) => event.kind === "round_ended");
    if (turn !== null && !leaves && isOrder) aside.push(record);
    else if (turn !== null && !isOver && kind === "retire") told.push(record);
    else held.push(record);
    if (isOver || kind === "timeout") turn = null;
    else if (kind === "answer") turn = goesOn(record) ? record.seat : null;
    else if (kind === "refused" && events.length) turn = null; // fined: the turn is lost
    before = record;
  }
  release();
  return told;
}
