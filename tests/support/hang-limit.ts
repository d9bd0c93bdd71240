import { Script } from 'node:vm'
import { withinSeconds } from './limits.ts'

/** Far more than work takes that grows with its input on a slow machine, far less than an attack that succeeds. */
const HANG_MS = withinSeconds(100)

const call = new Script('workThatMayHang()')

/** Runs work that waits for nothing; ends it with an error where it hangs, which nobody else in this process could. */
export function endsBeforeLong<Result>(work: () => Result): Result {
  const scope = globalThis as { workThatMayHang?: () => Result }
  scope.workThatMayHang = work
  try {
    return call.runInThisContext({ timeout: HANG_MS }) as Result
  } finally {
    delete scope.workThatMayHang
  }
}

/** Waits for an answer, or fails where what makes it hangs. */
export async function answersBeforeLong<Answer>(what: string, answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no answer within ${HANG_MS / 1000} s`)), HANG_MS)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
