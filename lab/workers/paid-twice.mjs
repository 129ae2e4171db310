/** Answers are published after so long at the latest; with a look a second, a tree, and a push on a busy machine. */
const [PUBLISHED_MS, SLACK_MS] = [10_000, 6000];
const seconds = (ms) => (ms / 1000).toFixed(1);

/**
 * Which answers were asked for again, and after what. An answer may be lost if its machine is killed or stopped within 10 seconds, or
 * while the remote is away.
 */
export const paidTwice = (asked, events) => {
  const disasters = events.filter(({ what }) => what !== "cut");
  const counts = new Map(disasters.map((event) => [event, { paid: 0, asked: 0 }]));
  const faults = [];
  let [paid, unexplained, oldest] = [0, 0, 0];
  for (const what of new Set(asked.map((each) => each.what))) {
    const all = asked.filter((each) => each.what === what);
    for (const [at, lost] of all.slice(0, -1).entries()) {
      const again = all[at + 1].at;
      const machine = lost.by.split(".")[0];
      const of = disasters.find(
        ({ who, from, to }) => who === machine && from <= again && to + PUBLISHED_MS >= lost.at,
      );
      const isPaid = lost.answeredAt !== null;
      if (isPaid) paid += 1;
      const count = counts.get(of);
      if (count === undefined) {
        unexplained += 1;
        faults.push(`${what} of ${lost.by} was asked again by ${all[at + 1].by} after no disaster of that machine`);
        continue;
      }
      count[isPaid ? "paid" : "asked"] += 1;
      const age = isPaid ? of.from - lost.answeredAt : 0;
      const isRemoteAway = events.some(
        ({ who, from, to }) => who === "remote" && from <= of.from && to + SLACK_MS >= of.from - PUBLISHED_MS,
      );
      if (isRemoteAway) continue;
      oldest = Math.max(oldest, age);
      if (age > PUBLISHED_MS + SLACK_MS)
        faults.push(`${what} was answered ${seconds(age)} s before the ${of.what} of ${of.who}, and paid twice`);
    }
  }
  const lines = ["kill", "stop"].map((kind) => {
    const of = [...counts].filter(([{ what }]) => what === kind).map(([, count]) => count);
    const [each, asking] = [of.map(({ paid }) => paid), of.map(({ asked }) => asked)];
    const sum = (list) => list.reduce((a, b) => a + b, 0);
    return `${kind}s: ${of.length}; answers paid twice ${sum(each)} (${each.join(" ")}); asked again before an answer came ${sum(asking)}`;
  });
  const whole = `answers: ${asked.length} asked, ${paid} paid twice, ${unexplained} of them after no disaster; the oldest that a disaster cost was ${seconds(oldest)} s old`;
  return { lines: [whole, ...lines], faults };
};
