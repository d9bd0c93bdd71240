import { readdirSync, readFileSync } from 'node:fs'

/**
 * The processor seconds of this process, of those below it, and of those of them that ended; without `/proc` only its
 * own. Linux counts hundredths of a second.
 */
export function secondsOfTree(): number {
  const processes = allProcesses()
  if (processes.size === 0) return process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6
  const isBelow = (pid: number): boolean =>
    pid === process.pid || (processes.has(pid) && isBelow(processes.get(pid)!.parent))
  let hundredths = 0
  for (const [pid, { spent }] of processes) if (isBelow(pid)) hundredths += spent
  return hundredths / 100
}

function allProcesses() {
  const found = new Map<number, { parent: number; spent: number }>()
  for (const pid of folders().filter(name => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The name of the program, which may hold blanks, stands in brackets before.
      const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const spent = rest.slice(9, 13).reduce((sum, ticks) => sum + Number(ticks), 0)
      found.set(Number(pid), { parent: Number(parent), spent })
    } catch {
      // It ended meanwhile.
    }
  }
  return found
}

function folders(): string[] {
  try {
    return readdirSync('/proc')
  } catch {
    return []
  }
}
