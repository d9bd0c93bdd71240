import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../../api/platform/config.ts'
import { watchTree } from './processor-time.ts'

/** How a child ended, and the processor seconds that it and its own children used; null where the system does not say. */
export interface Ended {
  code: number
  cpuSeconds: number | null
}

/** What hangs is ended, and lets the stages after it run; a part of the proof may take an hour. */
const mostMinutes = () => (process.env.PROOF ? 150 : 40) * (Number(process.env.TEST_SLOWER) || 1)

const running = new Set<ChildProcess>()
// A run that is stopped takes along what it began.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const child of running) child.kill('SIGTERM')
    process.exitCode = 1
  })

/** Runs a script with this Node in the root folder, showing what it prints. */
export function run(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const minutes = mostMinutes()
  const before = cpuOfChildren()
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
      timeout: minutes * 60_000,
    })
    running.add(child)
    const stopWatching = watchTree(child.pid!)
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      running.delete(child)
      if (signal) console.error(`\n!!! Ended by ${signal}; a run may take ${minutes} minutes.`)
      const seen = stopWatching()
      const after = cpuOfChildren()
      // What is short is seen by nobody, and what was killed is counted by nobody.
      const cpuSeconds = before === null || after === null ? null : Math.max(after - before, seen ?? 0)
      resolve({ code: code ?? 1, cpuSeconds })
    })
  })
}

/** The sentence with which a support file says that it cannot find or install what its stage needs; null when it can. */
export function whyMissing(file: string): string | null {
  const { status, stderr } = spawnSync(process.execPath, [file], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status === 0) return null
  return stderr.trim().split('\n').at(-1) || `${file} ended with ${status}.`
}

/** The script of an installed package's command. */
export function command(name: string, bin: string): string {
  const manifest = createRequire(join(root, 'package.json')).resolve(`${name}/package.json`)
  return join(manifest, '..', bin)
}

// Linux adds what ended children used, and what they had waited for, in hundredths of a second.
function cpuOfChildren(): number | null {
  if (!existsSync('/proc/self/stat')) return null
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}
