// Says "ready" and stays, whatever it is asked.
process.on("SIGTERM", () => console.log("no"));
process.on("SIGINT", () => console.log("no"));
console.log("ready");
setInterval(() => {}, 1000);
