// Reads standard input to its end, then says how much there was.
let bytes = 0;
process.stdin.on("data", (chunk) => {
  bytes += chunk.length;
});
process.stdin.on("end", () => console.log(`${bytes} bytes`));
