import { afterAll, expect } from 'vitest'
import { noteCost } from '../../run/costs.ts'
import { noteSources, watchSources } from './sources-run.ts'

// Says what each file took of the processor, its imports included, and in the proof which sources it ran. This file is
// read anew for each test file of a worker, which goes on to be the same process.

const worker = globalThis as { bilty?: { usedBefore: number } }
const used = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}
const before = worker.bilty?.usedBefore ?? 0
await watchSources()

afterAll(async () => {
  const file = expect.getState().testPath!
  await noteSources(file)
  const now = used()
  worker.bilty = { usedBefore: now }
  if (process.env.TEST_STAGE) noteCost(process.env.TEST_STAGE, file, now - before)
})
