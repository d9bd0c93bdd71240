import { beforeAll } from 'vitest'
import { setClock } from '../../api/platform/clock.ts'

// Files share a worker: none begins at the time at which another one stopped the clock.
beforeAll(() => setClock(null))
