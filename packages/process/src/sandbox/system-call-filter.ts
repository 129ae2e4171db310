/** A processor's kernel interface, by the number that a filter sees, with the numbers of calls that are closed in it. */
interface Interface {
  readonly id: number;
  /** add_key, request_key, keyctl. */
  readonly closed: readonly number[];
}

/** The 64-bit interface of each processor, and the 32-bit one that the same kernel may offer (`uapi/linux/audit.h`, `asm/unistd.h`). */
const INTERFACES: readonly Interface[] = [
  { id: 0xc000_003e, closed: [248, 249, 250] },
  { id: 0x4000_0003, closed: [286, 287, 288] },
  { id: 0xc000_00b7, closed: [217, 218, 219] },
  { id: 0x4000_0028, closed: [309, 310, 311] },
];

/** x86's third interface marks its calls with this bit; their numbers are otherwise those of the first. */
const WITHOUT_X32 = 0xbfff_ffff;
const [LOAD, AND, IF_EQUAL, RETURN] = [0x20, 0x54, 0x15, 0x06];
const [CALL_NUMBER, INTERFACE] = [0, 4];
const ALLOWED = 0x7fff_0000;
/** ENOSYS, as if the kernel had no keyrings. */
const NOT_THERE = 0x0005_0000 + 38;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

/**
 * A seccomp filter that keeps commands from the kernel's keyrings, which belong to the user's session and not to a namespace: a command
 * could read what other programs keep there, and change it. Nothing else is closed.
 * @returns the program as bubblewrap's `--seccomp` takes it
 */
export const systemCallFilter = (): Buffer => {
  const program: readonly Instruction[] = [
    [LOAD, 0, 0, INTERFACE],
    ...INTERFACES.flatMap(({ id, closed }): readonly Instruction[] => {
      const judged: readonly Instruction[] = [
        [LOAD, 0, 0, CALL_NUMBER],
        [AND, 0, 0, WITHOUT_X32],
        ...closed.flatMap((call): readonly Instruction[] => [
          [IF_EQUAL, 0, 1, call],
          [RETURN, 0, 0, NOT_THERE],
        ]),
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
