"""Runs a program in a pseudo-terminal, and copies what it writes to standard output.

Usage: pseudo-terminal.py COLUMNS ROWS STEPS PROGRAM ARGUMENT...

STEPS is a JSON list of {"after": TEXT, "type": TEXT}: once the first text was written, the second is typed; null closes the terminal.
"""

import fcntl
import json
import os
import pty
import struct
import sys
import termios

columns, rows, steps = int(sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3])
size = struct.pack("HHHH", rows, columns, 0, 0)
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, size)
    os.environ["TERM"] = "xterm-256color"
    os.execvp(sys.argv[4], sys.argv[4:])

written = b""
closed = False
while not closed:
    try:
        part = os.read(terminal, 65536)
    except OSError:
        break
    if not part:
        break
    os.write(1, part)
    written += part
    while steps and steps[0]["after"].encode() in written:
        written = written.split(steps[0]["after"].encode(), 1)[1]
        typed = steps.pop(0)["type"]
        if typed is None:
            os.close(terminal)
            closed = True
            break
        os.write(terminal, typed.encode())
_, status = os.waitpid(child, 0)
sys.exit(os.waitstatus_to_exitcode(status))
