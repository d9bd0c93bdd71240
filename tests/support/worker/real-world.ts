import { setTimeout as pause } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { setEnvironment } from '../../../api/platform/environment.ts'
import { withinSeconds } from '../limits.ts'
import { changeables, isAsBefore } from './process-state.ts'

/** How long servers and processes that were told to end may take, in milliseconds: those that do not end hang. */
const HANG_MS = withinSeconds(30)

setEnvironment('test')
// Before the test file itself is read, which may set its clock and start its portal at once.
const before = changeables.map(({ read }) => read())

// Test files share a worker: each leaves it as it was, and one that does not fails, rather than another after it.
afterAll(async () => {
  const left: string[] = []
  for (const [index, { read, putBack, says, endsSoon }] of changeables.entries()) {
    const hangsAt = performance.now() + (endsSoon ? HANG_MS : 0)
    while (!isAsBefore(before[index], read()) && performance.now() < hangsAt) await pause(10)
    const now = read()
    if (isAsBefore(before[index], now)) continue
    left.push(says(before[index], now))
    await putBack(before[index])
  }
  if (left.length > 0) throw new Error(`This file ${left.join('; it ')}`)
})
