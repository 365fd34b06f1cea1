/**
 * A seccomp filter for everything that parses untrusted bytes, as the kernel takes it: BPF instructions of eight
 * bytes. It refuses calls that no reader, tesseract or ffmpeg needs and that Landlock leaves open: network, other
 * processes, signals, owners and modes of files, namespaces, and less tested parts of the kernel. It lists refused
 * calls, not allowed ones, because the calls that Node.js needs change with its versions.
 */
type Architecture = { audit: number; column: 0 | 1; maxCall?: number }

/** Other architectures number system calls differently and have no filter here. */
const architectures: Partial<Record<NodeJS.Architecture, Architecture>> = {
  // Higher numbers belong to the x32 ABI, which numbers the same calls differently.
  x64: { audit: 0xc000_003e, column: 0, maxCall: 0x4000_0000 },
  arm64: { audit: 0xc000_00b7, column: 1 },
}

/** Call numbers on x64 and arm64; -1 where the call does not exist. */
type Calls = Record<string, readonly [number, number]>

const network: Calls = {
  ...{ socket: [41, 198], connect: [42, 203], bind: [49, 200], listen: [50, 201] },
  ...{ accept: [43, 202], accept4: [288, 242] },
}

/** A process may become another program, which stays confined; it may not start one. See also `clone` below. */
const otherProcesses: Calls = {
  ...{ fork: [57, -1], vfork: [58, -1], execveat: [322, 281] },
  ...{ kill: [62, 129], tkill: [200, 130], tgkill: [234, 131] },
  ...{ rt_sigqueueinfo: [129, 138], rt_tgsigqueueinfo: [297, 240] },
  ...{ pidfd_open: [434, 434], pidfd_send_signal: [424, 424], pidfd_getfd: [438, 438] },
  ...{ ptrace: [101, 117], process_vm_readv: [310, 270], process_vm_writev: [311, 271] },
  ...{ process_madvise: [440, 440], process_mrelease: [448, 448], kcmp: [312, 272] },
  ...{ setpriority: [141, 140], ioprio_set: [251, 30], sched_setaffinity: [203, 122] },
  ...{ sched_setscheduler: [144, 119], sched_setparam: [142, 118], sched_setattr: [314, 274] },
  ...{ migrate_pages: [256, 238], move_pages: [279, 239] },
}

const attributesOfFiles: Calls = {
  ...{ chmod: [90, -1], fchmod: [91, 52], fchmodat: [268, 53], fchmodat2: [452, 452] },
  ...{ chown: [92, -1], fchown: [93, 55], lchown: [94, -1], fchownat: [260, 54] },
  ...{ utime: [132, -1], utimes: [235, -1], futimesat: [261, -1], utimensat: [280, 88] },
  ...{ setxattr: [188, 5], lsetxattr: [189, 6], fsetxattr: [190, 7], setxattrat: [463, 463] },
  ...{ removexattr: [197, 14], lremovexattr: [198, 15], fremovexattr: [199, 16], removexattrat: [466, 466] },
  ...{ truncate: [76, 45], file_setattr: [469, 469] },
  // Landlock does not stop inotify: a process could watch a folder that it may not read.
  ...{ inotify_init: [253, -1], inotify_init1: [294, 26], inotify_add_watch: [254, 27] },
  ...{ fanotify_init: [300, 262], fanotify_mark: [301, 263] },
}

const namespaces: Calls = {
  ...{ unshare: [272, 97], setns: [308, 268], mount: [165, 40], umount2: [166, 39] },
  ...{ pivot_root: [155, 41], chroot: [161, 51], fsopen: [430, 430], fsconfig: [431, 431] },
  ...{ fsmount: [432, 432], fspick: [433, 433], move_mount: [429, 429], open_tree: [428, 428] },
  ...{ open_tree_attr: [467, 467], mount_setattr: [442, 442] },
  ...{ name_to_handle_at: [303, 264], open_by_handle_at: [304, 265] },
}

/** Includes io_uring: requests made through it bypass every filter. */
const kernel: Calls = {
  ...{ io_uring_setup: [425, 425], io_uring_enter: [426, 426], io_uring_register: [427, 427] },
  ...{ bpf: [321, 280], perf_event_open: [298, 241], userfaultfd: [323, 282] },
  ...{ keyctl: [250, 219], add_key: [248, 217], request_key: [249, 218] },
  ...{ init_module: [175, 105], finit_module: [313, 273], delete_module: [176, 106] },
  ...{ kexec_load: [246, 104], kexec_file_load: [320, 294], reboot: [169, 142] },
  ...{ swapon: [167, 224], swapoff: [168, 225], acct: [163, 89], syslog: [103, 116] },
  ...{ quotactl: [179, 60], quotactl_fd: [443, 443], settimeofday: [164, 170] },
  ...{ clock_settime: [227, 112], clock_adjtime: [305, 266], adjtimex: [159, 171] },
  ...{ iopl: [172, -1], ioperm: [173, -1], modify_ldt: [154, -1], vhangup: [153, 58] },
  ...{ sethostname: [170, 161], setdomainname: [171, 162], lookup_dcookie: [212, 18] },
}

/** System V IPC, shared with every process of the same user. */
const sharedMemory: Calls = {
  ...{ shmget: [29, 194], shmat: [30, 196], shmctl: [31, 195] },
  ...{ semget: [64, 190], semctl: [66, 191], semop: [65, 193], semtimedop: [220, 192] },
  ...{ msgget: [68, 186], msgsnd: [69, 189], msgrcv: [70, 188], msgctl: [71, 187] },
  ...{ mq_open: [240, 180], mq_unlink: [241, 181] },
}

const refused: Calls = {
  ...network,
  ...otherProcesses,
  ...attributesOfFiles,
  ...namespaces,
  ...kernel,
  ...sharedMemory,
}

const clone = [56, 220] as const
const clone3 = [435, 435] as const
const prlimit = [302, 261] as const

const isThread = 0x1_0000

/** Offsets in the kernel's `seccomp_data`. */
const at = { call: 0, architecture: 4, firstArgument: 16 }

/** BPF opcodes from linux/bpf_common.h. */
const load = (offset: number) => instruction(0x20, 0, 0, offset)
const ifEqual = (value: number, skipIf: number, skipElse: number) =>
  instruction(0x15, skipIf, skipElse, value)
const ifAtLeast = (value: number, skipIf: number, skipElse: number) =>
  instruction(0x35, skipIf, skipElse, value)
const ifBits = (value: number, skipIf: number, skipElse: number) => instruction(0x45, skipIf, skipElse, value)
const answer = (value: number) => instruction(0x06, 0, 0, value)

const allow = answer(0x7fff_0000)
const kill = answer(0x8000_0000)
const refuse = answer(0x0005_0001) // EPERM
const unknown = answer(0x0005_0026) // ENOSYS: the C library then tries the older call

function instruction(code: number, skipIf: number, skipElse: number, value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(skipIf, 2)
  bytes.writeUInt8(skipElse, 3)
  bytes.writeUInt32LE(value, 4)
  return bytes
}

let ownFilter: Buffer | undefined

/** Undefined on an architecture that is not listed above. */
export function syscallFilter(): Buffer | undefined {
  const architecture = architectures[process.arch]
  if (architecture) ownFilter ??= build(architecture)
  return ownFilter
}

function build({ audit, column, maxCall }: Architecture): Buffer {
  const numbers = Object.values(refused)
    .map(call => call[column])
    .filter(number => number >= 0)
  return Buffer.concat([
    ...[load(at.architecture), ifEqual(audit, 1, 0), kill, load(at.call)],
    ...(maxCall === undefined ? [] : [ifAtLeast(maxCall, 0, 1), refuse]),
    ...numbers.flatMap(number => [ifEqual(number, 0, 1), refuse]),
    ...[ifEqual(clone3[column], 0, 1), unknown],
    // clone may start a thread of this process, but no process.
    ...[ifEqual(clone[column], 0, 4), load(at.firstArgument), ifBits(isThread, 0, 1), allow, refuse],
    // prlimit may change the limits of this process (0), but of no other.
    ...[ifEqual(prlimit[column], 0, 3), load(at.firstArgument), ifEqual(0, 1, 0), refuse],
    allow,
  ])
}
