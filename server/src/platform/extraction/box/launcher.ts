import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { syscallFilter } from './syscall-filter.ts'
import { boxEnvironment, findTool, visiblePaths } from './visible-paths.ts'

/**
 * Confines itself and then becomes the command: Landlock for files, a seccomp filter for everything else. Written in
 * Perl, because Node.js cannot make these system calls, and perl-base is on every Debian and Ubuntu, including
 * Docker's slim images.
 *
 * Arguments: the filter in hexadecimal, the user to become (or -1), whether Landlock is wanted, then paths with their
 * access (`x` read and execute, `r` read, `w` read and write), `--`, and the command.
 */
const script = String.raw`
use strict; use POSIX ();
my ($filter, $user, $confined) = splice @ARGV, 0, 3;
my @paths; while (@ARGV) { my $arg = shift; last if $arg eq '--'; push @paths, $arg }
my $prctl = (POSIX::uname())[4] eq 'aarch64' ? 167 : 157;
sub fail { print STDERR "cannot $_[0]: $!\n"; exit 126 }
sub control { syscall($prctl, @_, 0, 0, 0) }

# Root without capabilities owns its files and nothing else. The bounding set counts at the exec below.
if ($> == 0) { control(24, $_, 0) for 0 .. 63 }
if ($user >= 0) {
  $) = "$user $user";
  $) eq "$user $user" or fail('leave its groups');
  POSIX::setgid($user) && POSIX::setuid($user) or fail('become another user');
}
control(1, 9) == 0 or fail('end with the worker');
control(38, 1) == 0 or fail('give up new privileges');

if ($confined) {
  my $abi = syscall(444, 0, 0, 1);
  $abi >= 1 or fail('use Landlock');
  my $all = (1 << 13) - 1;
  $all |= 1 << 13 if $abi >= 2;
  $all |= 1 << 14 if $abi >= 3;
  $all |= 1 << 15 if $abi >= 5;
  # Handled and granted to nobody: to bind and connect, signals and abstract sockets of others.
  my $rules = pack('QQQ', $all, 3, 3);
  my $size = $abi >= 6 ? 24 : $abi >= 4 ? 16 : 8;
  my $ruleset = syscall(444, $rules, $size, 0);
  $ruleset >= 0 or fail('make Landlock rules');
  my %granted = (x => 1 | 4 | 8, r => 4 | 8, w => 2 | 4);
  for (@paths) {
    my ($access, $path) = /^(.):(.*)$/s;
    sysopen(my $handle, $path, 010000000) or next;
    # 8 is to list a directory, which a file does not know.
    my $rule = pack('Ql', $granted{$access} & (-d $path ? ~0 : ~8), fileno $handle);
    syscall(445, $ruleset, 1, $rule, 0) == 0 or fail("show $path");
  }
  syscall(446, $ruleset, 0) == 0 or fail('confine itself');
  POSIX::close($ruleset);
}

my $program = pack('H*', $filter);
my $loaded = pack('S x6 P', length($program) / 8, $program);
control(22, 2, $loaded) == 0 or fail('load the seccomp filter');
exec { $ARGV[0] } @ARGV or fail("start $ARGV[0]");
`

export type Launch = { confined: boolean; user: number | undefined }

type CommandPaths = { command: string; program?: string; file?: string | undefined }

/** Arguments that go before a command to start it confined. */
export function launcherArgs({ confined, user }: Launch, launched: CommandPaths): string[] {
  const { file } = launched
  const shown = confined ? visiblePaths(launched).map(path => `x:${path}`) : []
  // A command that reads a file of ours keeps our user, because another user could not open the file.
  const userNow = file === undefined ? (user ?? -1) : -1
  return [
    ...[findTool('perl')!, '-e', script, '--', filterInHex(), String(userNow), confined ? '1' : '0'],
    ...shown,
    ...(confined ? ['w:/dev/null', 'r:/dev/urandom'] : []),
    ...(confined && file !== undefined ? [`r:${file}`] : []),
    '--',
  ]
}

const filterInHex = () => syscallFilter()!.toString('hex')

/** User id of `nobody`. Only root can switch to it; otherwise the command keeps our user. */
const nobody = 65_534

/** The strongest launch that works, or why none does. Tried with Node.js itself, which needs the most. */
export async function tryLauncher(confined: boolean): Promise<Launch | { reason: string }> {
  if (process.platform !== 'linux') return { reason: 'Landlock needs Linux' }
  if (!syscallFilter()) return { reason: `system calls of ${process.arch} are not known` }
  if (!findTool('perl')) return { reason: 'perl, which sets Landlock up, is not installed' }
  const users = process.getuid?.() === 0 ? [nobody, undefined] : [undefined]
  let reason = ''
  for (const user of users) {
    const launch = { confined, user }
    const refusal = await refusalOf(launch)
    if (refusal === undefined) return launch
    reason = refusal
  }
  return { reason: `${confined ? 'Landlock' : 'seccomp'} does not work here: ${reason}` }
}

async function refusalOf(launch: Launch): Promise<string | undefined> {
  // Tried with a program of ours: root may have installed it where another user cannot read it.
  const program = fileURLToPath(import.meta.url)
  const launched = { command: process.execPath, program }
  const [perl, ...args] = launcherArgs(launch, launched)
  try {
    const check = ['-e', "require('node:fs').readFileSync(process.argv[1])", program]
    await promisify(execFile)(perl!, [...args, process.execPath, ...check], {
      env: boxEnvironment,
      timeout: 30_000,
    })
    return undefined
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    return (stderr || message).trim().split('\n').at(-1)
  }
}
