import { setTimeout as pause } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { setEnvironment } from '../../../api/derive/environment.ts'
import { changeables, isAsBefore } from './process-state.ts'

/** How long servers and processes that were told to end may take, in milliseconds. */
const GRACE_MS = 2_000

setEnvironment('test')
// Before the test file itself is read, which may set its clock and start its portal at once.
const before = changeables.map(({ read }) => read())

// Test files share a worker: each leaves it as it was, and one that does not fails, rather than another after it.
afterAll(async () => {
  const left: string[] = []
  for (const [index, { read, putBack, says, endsSoon }] of changeables.entries()) {
    for (let waited = 0; endsSoon && waited < GRACE_MS && !isAsBefore(before[index], read()); waited += 25)
      await pause(25)
    const now = read()
    if (isAsBefore(before[index], now)) continue
    left.push(says(before[index], now))
    await putBack(before[index])
  }
  if (left.length > 0) throw new Error(`This file ${left.join('; it ')}`)
})
