// Clients of a job's stream of events: most read what they are told, some never do.
import { connect } from "node:net";

const [port, token, job, clients, stalled] = process.argv.slice(2);
for (let number = 0; number < Number(clients); number++) {
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => {});
  socket.write(
    `GET /api/v1/jobs/${job}/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  if (number < Number(stalled)) socket.pause();
  else socket.resume();
}
