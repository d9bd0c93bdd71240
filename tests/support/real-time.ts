import { beforeAll } from 'vitest'
import { setClock } from '../../api/platform/clock.ts'

// Test files share a worker: reset a clock that an earlier file stopped.
beforeAll(() => setClock(null))
