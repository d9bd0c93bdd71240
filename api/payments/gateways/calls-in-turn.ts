import { now } from '../../platform/clock.ts'
import { atMost } from '../../platform/drain.ts'
import { type GatewayAccount, type Unknown, unknown } from './gateway.ts'

/** A call that got no answer, with the reason. */
export type NoAnswer = Unknown & { why: 'TIMEOUT' | 'ERROR' | 'LIMITED' }

/** What waits at one account: the end of the last call, and until when no call leaves, in milliseconds. */
interface Line {
  last: Promise<unknown>
  closedUntil: number
  pause: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** By account; each process keeps its own, since one alone asks by the clock and the others only for payers who come back. */
const lines = new Map<string, Line>()

/**
 * Makes a call to an account once those before it have ended. After an answer that too much was asked no call leaves for a
 * minute, then for twice as long each time, at most an hour. Who has waited `patience` milliseconds for their turn gives up.
 */
export async function inTurn<Answer>(
  account: Pick<GatewayAccount, 'askAt' | 'identities'>,
  patience: number,
  call: () => Promise<Answer | NoAnswer>,
): Promise<Answer | NoAnswer> {
  const line = lineOf(account)
  if (isClosed(line)) return limited()
  const before = line.last
  let leave = () => {}
  const mine = new Promise<void>(resolve => {
    leave = resolve
  })
  line.last = before.then(() => mine)
  try {
    if (!(await isOver(before, patience))) return unknown('TIMEOUT', 'The gateway is still busy with other questions')
    if (isClosed(line)) return limited()
    const answer = await call()
    if (isLimit(answer)) close(line)
    else if (!isNothing(answer)) line.pause = 0
    return answer
  } finally {
    leave()
  }
}

function lineOf({ askAt, identities }: Pick<GatewayAccount, 'askAt' | 'identities'>): Line {
  const key = JSON.stringify([askAt, identities])
  const line = lines.get(key) ?? { last: Promise.resolve(), closedUntil: 0, pause: 0 }
  lines.set(key, line)
  return line
}

function close(line: Line) {
  line.pause = Math.min(line.pause === 0 ? MINUTE : line.pause * 2, HOUR)
  line.closedUntil = Date.parse(now()) + line.pause
}

/** A clock that was set back closes nothing for longer than the pause. */
const isClosed = ({ closedUntil, pause }: Line) => {
  const left = closedUntil - Date.parse(now())
  return left > 0 && left <= pause
}

async function isOver(work: Promise<unknown>, patience: number): Promise<boolean> {
  let over = false
  await atMost(
    patience,
    work.then(() => {
      over = true
    }),
  )
  return over
}

const limited = () => unknown('LIMITED', 'The gateway allows no more questions for now: it is asked again later')

const isNothing = (answer: unknown): answer is NoAnswer =>
  typeof answer === 'object' && answer !== null && (answer as Partial<Unknown>).status === 'UNKNOWN'

const isLimit = (answer: unknown) => isNothing(answer) && answer.why === 'LIMITED'
