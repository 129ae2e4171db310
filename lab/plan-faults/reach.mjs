/** How far the checks must reach: of 40 faults in plans and 60 in finished code, and on ten good plans. */
export const REACH = { planFaults: 34, falseAlarms: 0, codeFaults: 50 };
