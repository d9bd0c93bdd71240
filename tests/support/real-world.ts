import { beforeAll } from 'vitest'
import { setEnvironment } from '../../api/derive/environment.ts'
import { setClock } from '../../api/platform/clock.ts'

// Test files share a worker: an earlier file may have stopped the clock, or started a portal in production.
beforeAll(() => {
  setClock(null)
  setEnvironment('test')
})
