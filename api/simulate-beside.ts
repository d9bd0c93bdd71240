import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Simulators, StartSimulators } from './platform/simulators.ts'

/** Starts the simulated systems as a process of their own, which ends with this one however it ends. */
export const simulateBeside: StartSimulators = async portal => {
  const child = fork(fileURLToPath(new URL('./simulators/main.ts', import.meta.url)), [portal])
  const [said] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The simulated systems did not start (exit code ${code})`)
    }),
  ])) as [Pick<Simulators, 'url' | 'page'>]
  child.unref()
  child.channel?.unref()
  return {
    ...said,
    async stop() {
      const ended = once(child, 'exit')
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
