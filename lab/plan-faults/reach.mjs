/** How far the checks must reach: of 40 faults in plans, 60 in finished code and 40 in delivered work, and on ten good plans. */
export const REACH = { planFaults: 34, falseAlarms: 0, codeFaults: 50, deliveredFaults: 36 };
