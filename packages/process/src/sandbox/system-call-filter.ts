/** A processor's kernel interface, by the number that a filter sees, with the numbers of calls that are closed in it. */
interface Interface {
  readonly id: number;
  /** add_key, request_key, keyctl; pidfd_getfd. */
  readonly closed: readonly number[];
  /** ptrace: the process that it is for is its second argument. x86's third interface has a number of its own. */
  readonly tracing: readonly number[];
  /** process_vm_readv, process_vm_writev: the process is their first argument. */
  readonly copying: readonly number[];
}

/** The 64-bit interface of each processor, and the 32-bit one that the same kernel may offer (`uapi/linux/audit.h`, `asm/unistd.h`). */
const INTERFACES: readonly Interface[] = [
  { id: 0xc000_003e, closed: [248, 249, 250, 438], tracing: [101, 521], copying: [310, 311, 539, 540] },
  { id: 0x4000_0003, closed: [286, 287, 288, 438], tracing: [26], copying: [347, 348] },
  { id: 0xc000_00b7, closed: [217, 218, 219, 438], tracing: [117], copying: [270, 271] },
  { id: 0x4000_0028, closed: [309, 310, 311, 438], tracing: [26], copying: [376, 377] },
];

/** x86's third interface marks its calls with this bit; their numbers are otherwise those of the first. */
const WITHOUT_X32 = 0xbfff_ffff;
const [LOAD, AND, IF_EQUAL, RETURN] = [0x20, 0x54, 0x15, 0x06];
/** The lower half of an argument is all that the kernel takes of a process's id. */
const [CALL_NUMBER, INTERFACE, FIRST_ARGUMENT, SECOND_ARGUMENT] = [0, 4, 16, 24];
const ALLOWED = 0x7fff_0000;
/** ENOSYS, as if the kernel did not have the call. */
const NOT_THERE = 0x0005_0000 + 38;
/** EPERM, as if the process were another user's. */
const DENIED = 0x0005_0000 + 1;
/** The sandbox's first process: it belongs to bubblewrap, and reports how the command exits. */
const FIRST_PROCESS = 1;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

/**
 * A seccomp filter that keeps commands from what no namespace keeps from them. The kernel's keyrings belong to the user's session: a
 * command could read what other programs keep there, and change it. The sandbox's first process has the same user as the command,
 * which could trace it, write its memory, or take its descriptors, and so report an exit that never was. Nothing else is closed.
 * @returns the program as bubblewrap's `--seccomp` takes it
 */
export const systemCallFilter = (): Buffer => {
  const program: readonly Instruction[] = [
    [LOAD, 0, 0, INTERFACE],
    ...INTERFACES.flatMap(({ id, closed, tracing, copying }): readonly Instruction[] => {
      const judged: readonly Instruction[] = [
        [LOAD, 0, 0, CALL_NUMBER],
        [AND, 0, 0, WITHOUT_X32],
        ...closed.flatMap((call): readonly Instruction[] => [
          [IF_EQUAL, 0, 1, call],
          [RETURN, 0, 0, NOT_THERE],
        ]),
        ...tracing.flatMap((call) => deniedForFirst(call, SECOND_ARGUMENT)),
        ...copying.flatMap((call) => deniedForFirst(call, FIRST_ARGUMENT)),
        [RETURN, 0, 0, ALLOWED],
      ];
      return [[IF_EQUAL, 0, judged.length, id], ...judged];
    }),
    [RETURN, 0, 0, ALLOWED],
  ];
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, ifTrue, ifFalse, operand]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(operand, index * 8 + 4);
  }
  return bytes;
};

/** Decides about one call, by the process that it is for; lets all others pass. */
const deniedForFirst = (call: number, argument: number): readonly Instruction[] => [
  [IF_EQUAL, 0, 4, call],
  [LOAD, 0, 0, argument],
  [IF_EQUAL, 0, 1, FIRST_PROCESS],
  [RETURN, 0, 0, DENIED],
  [RETURN, 0, 0, ALLOWED],
];
