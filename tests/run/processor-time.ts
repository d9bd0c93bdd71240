import { readdirSync, readFileSync } from 'node:fs'

/**
 * The processor seconds of this process, of those below it, and of those of them that ended; without `/proc` only its
 * own. Linux counts hundredths of a second.
 */
export function secondsOfTree(): number {
  const processes = processesBelow(process.pid)
  if (processes.size === 0) return process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6
  return sum([...processes.values()].map(({ own, ended }) => own + ended)) / 100
}

/**
 * Looks at the processes below one from time to time; the function returned ends that, and says what they spent in
 * seconds, or null without `/proc`. A browser ends its processes in a way that the system counts to nobody's account.
 */
export function watchTree(pid: number): () => number | null {
  const spent = new Map<string, number>()
  const look = () => {
    for (const { id, own } of processesBelow(pid).values()) spent.set(id, own)
  }
  const timer = setInterval(look, 500)
  look()
  return () => {
    clearInterval(timer)
    return spent.size === 0 ? null : sum([...spent.values()]) / 100
  }
}

interface Process {
  /** Its number and start, as numbers are given again. */
  id: string
  parent: number
  /** Hundredths of a second that it spent, and that those of its children spent that ended and were waited for. */
  own: number
  ended: number
}

function processesBelow(root: number): Map<number, Process> {
  const all = allProcesses()
  const isBelow = (pid: number): boolean => pid === root || (all.has(pid) && isBelow(all.get(pid)!.parent))
  return new Map([...all].filter(([pid]) => isBelow(pid)))
}

function allProcesses(): Map<number, Process> {
  const found = new Map<number, Process>()
  for (const pid of folders().filter(name => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The name of the program, which may hold blanks, stands in brackets before.
      const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const [user, system, userOfEnded, systemOfEnded] = rest.slice(9, 13).map(Number) as [
        number,
        number,
        number,
        number,
      ]
      const own = user + system
      found.set(Number(pid), {
        id: `${pid} ${rest[17]}`,
        parent: Number(parent),
        own,
        ended: userOfEnded + systemOfEnded,
      })
    } catch {
      // It ended meanwhile.
    }
  }
  return found
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

function folders(): string[] {
  try {
    return readdirSync('/proc')
  } catch {
    return []
  }
}
