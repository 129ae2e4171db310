// Prints argv[2] megabytes without a newline, as fast as the reader takes them, then "END".
import { writeSync } from "node:fs";

const chunk = Buffer.alloc(1024 * 1024, "x");
for (let count = 0; count < Number(process.argv[2]); count++) {
  for (let offset = 0; offset < chunk.length; ) offset += writeAll(chunk.subarray(offset));
}
writeAll(Buffer.from("END"));

function writeAll(bytes) {
  try {
    return writeSync(1, bytes);
  } catch (fault) {
    if (fault.code === "EAGAIN") return 0;
    throw fault;
  }
}
