import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSandboxed } from "./sandbox.fixture.ts";

/** What every program below starts with: a call's result, or the name of its error. */
const START = `
import ctypes, errno, os, signal, struct, time
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
class Piece(ctypes.Structure):
    _fields_ = [("start", ctypes.c_void_p), ("length", ctypes.c_size_t)]
def named(result):
    return result if result >= 0 else errno.errorcode[ctypes.get_errno()]
def attempt(action, *of):
    try: return action(*of)
    except OSError as fault: return errno.errorcode[fault.errno]
def ptrace(request, process):
    return named(libc.ptrace(request, process, None, None))
def copy(call, process, start, mine):
    here = Piece(ctypes.cast(mine, ctypes.c_void_p), 1)
    return named(call(process, ctypes.byref(here), 1, ctypes.byref(Piece(start, 1)), 1, 0))
def taken(process, descriptor):
    return named(libc.syscall(438, libc.syscall(434, process, 0), descriptor, 0))
`;

const open = async (program: string) => {
  const opened = await openSandboxed({ environment: process.env });
  writeFileSync(join(opened.worktree.root, "program.py"), `${START}${program}`);
  return opened;
};

/** Bubblewrap's own process has an event, through which it says how the command exits: a 1 is exit 0. */
const FORGE = `
for descriptor in range(64):
    got = taken(1, descriptor)
    if type(got) is int and "eventfd" in os.readlink(f"/proc/self/fd/{got}"):
        os.write(got, struct.pack("=Q", 1))
        time.sleep(1)
`;

test("a command cannot report an exit that never was", {
  tags: ["bubblewrap", "python3", "system-call-filters"],
}, async () => {
  const { sh } = await open(FORGE);
  expect(await sh("python3 program.py; exit 3")).toMatchObject({ ending: "exited", exitCode: 3 });
});

/** If the call were allowed, the wrong address or descriptor would be the error. */
const REACH = `
mine = ctypes.create_string_buffer(8)
print(taken(1, 0), ptrace(16, 1), ptrace(0x4206, 1))
print(copy(libc.process_vm_readv, 1, 1, mine), copy(libc.process_vm_writev, 1, 1, mine))
`;

test("no call reaches into the sandbox's first process", {
  tags: ["bubblewrap", "python3", "system-call-filters"],
}, async () => {
  const { sh } = await open(REACH);
  const result = await sh("python3 program.py");
  expect(result).toMatchObject({ exitCode: 0, stdoutTail: "ENOSYS EPERM EPERM\nEPERM EPERM\n" });
});

const OPEN = `
def opened(path): return os.open(path, os.O_RDWR)
def tried():
    for name in ["mem", "task/1/mem", "environ", "oom_score_adj"]: print(name, attempt(opened, "/proc/1/" + name))
    for name in ["fd", "task"]: print(name, attempt(os.listdir, "/proc/1/" + name))
    for name in ["root", "cwd", "exe"]: print(name, attempt(os.readlink, "/proc/1/" + name))
tried()
attempt(os.chmod, "/proc/1", 0o700)
print(attempt(os.listdir, "/proc/1"))
tried()
`;

test("no file of the sandbox's first process can be opened", { tags: ["bubblewrap", "python3"] }, async () => {
  const { sh } = await open(OPEN);
  const { exitCode, stdoutTail } = await sh("python3 program.py");
  expect(exitCode).toBe(0);
  const names = ["mem", "task/1/mem", "environ", "oom_score_adj", "fd", "task", "root", "cwd", "exe"];
  // The folder is the command's own, but empty.
  const lines = [...names.map((name) => `${name} EACCES`), "[]", ...names.map((name) => `${name} ENOENT`)];
  expect(stdoutTail).toBe(`${lines.join("\n")}\n`);
});

const OTHERS = `
mine, read = ctypes.create_string_buffer(b"yes"), ctypes.create_string_buffer(8)
child = os.fork()
if child == 0: time.sleep(60)
print(copy(libc.process_vm_readv, child, ctypes.addressof(mine), read), read.value)
print(ptrace(16, child), os.WIFSTOPPED(os.waitpid(child, 0)[1]), ptrace(17, child))
os.kill(child, signal.SIGKILL)
print(attempt(os.close, os.open("/proc/self/mem", os.O_RDWR)))
`;

test("other processes can be traced and read, as debuggers and sanitizers do", {
  tags: ["bubblewrap", "python3"],
}, async () => {
  const { sh } = await open(OTHERS);
  expect((await sh("python3 program.py")).stdoutTail).toBe("1 b'y'\n0 True 0\nNone\n");
});

test("a command has no descriptor but its input and output", { tags: "bubblewrap" }, async () => {
  const { sh } = await openSandboxed();
  // The last one is of the folder that is read.
  expect((await sh("ls /proc/self/fd")).stdoutTail).toBe("0\n1\n2\n3\n");
});

test("programs that list processes show those of the command", { tags: "bubblewrap" }, async () => {
  const { sh } = await openSandboxed();
  const script = `for p in /proc/[0-9]*; do cat "$p/comm"; done 2> /dev/null; test -e /proc/self/stat && echo own`;
  expect((await sh(script)).stdoutTail).toBe("sh\nown\n");
});
