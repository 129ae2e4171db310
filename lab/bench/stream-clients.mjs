// Clients of a job's stream of events: most read what they are told, some never do. A line on standard input names the next job.
import { connect } from "node:net";
import { createInterface } from "node:readline";

const [port, token, clients, stalled] = process.argv.slice(2);
let sockets = [];
createInterface({ input: process.stdin })
  .on("line", (job) => {
    for (const socket of sockets) socket.destroy();
    sockets = Array.from({ length: job === "" ? 0 : Number(clients) }, (_, number) => {
      const socket = connect(Number(port), "127.0.0.1");
      socket.on("error", () => {});
      socket.write(
        `GET /api/v1/jobs/${job}/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      );
      return number < Number(stalled) ? socket.pause() : socket.resume();
    });
  })
  .on("close", () => process.exit());
