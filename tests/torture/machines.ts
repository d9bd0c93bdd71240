import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { root } from '../../api/platform/config.ts'

/** A process of the torture, which can be killed and started again at the same address. */
export interface Machine {
  url: string
  start(): Promise<void>
  kill(): Promise<void>
}

/** A machine that runs a script; `env` is asked at each start. */
export function machine(script: string, args: readonly string[], port: number, env: () => NodeJS.ProcessEnv): Machine {
  let running: ChildProcess | null = null
  return {
    url: `http://127.0.0.1:${port}`,
    async start() {
      running = spawn(process.execPath, [join(root, script), ...args], {
        env: env(),
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [first] = await Promise.race([once(running.stdout!, 'data'), once(running, 'exit')])
      if (typeof first === 'number') throw new Error(`${script} ended with ${first} before it was ready`)
    },
    async kill() {
      if (!running || running.exitCode !== null || running.signalCode !== null) return
      const gone = once(running, 'exit')
      running.kill('SIGKILL')
      await gone
      running = null
    },
  }
}

/** A port of this machine that nobody uses. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
