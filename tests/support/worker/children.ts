import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'

// Noted as they begin: what Node says of this process counts none that keeps it from no end. It is noted for the whole
// worker, for which this file is read more than once.
const worker = globalThis as { biltyChildren?: Set<ChildProcess> }
const children = worker.biltyChildren ?? new Set<ChildProcess>()
if (!worker.biltyChildren) {
  worker.biltyChildren = children
  subscribe('child_process', message => void children.add((message as { process: ChildProcess }).process))
}

const isRunning = ({ pid, exitCode, signalCode }: ChildProcess) =>
  pid !== undefined && exitCode === null && signalCode === null

/** The processes that were begun in this worker and did not end yet. */
export function runningChildren(): ReadonlySet<ChildProcess> {
  for (const child of children) if (child.pid !== undefined && !isRunning(child)) children.delete(child)
  return new Set([...children].filter(isRunning))
}

/** What a process was begun with, in short: its program and the first file that it was given. */
export function nameOf({ spawnfile, spawnargs }: ChildProcess): string {
  const file = spawnargs.slice(1).find(one => !one.startsWith('-')) ?? ''
  return [spawnfile, file].map(path => path.split('/').at(-1)).join(' ')
}
