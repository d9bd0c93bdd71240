import { createHash } from 'node:crypto'
import { Unprocessable } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { now } from './clock.ts'
import { conflict, invalidField, isDuplicate } from './errors.ts'
import { transact } from './transact.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** What of a call a command that is taken once is known by. */
interface Call {
  provider?: string
  headers?: Record<string, string | undefined>
  person?: { id: number }
}

/**
 * Runs a command at most once for its `Idempotency-Key`: the answer is saved in the transaction of the effect, and the
 * same key answers it again; a second that comes meanwhile waits for it. Throws 400 without a key, 422 when the key came
 * with another body, 409 when the first still runs after seconds. `sees` is that of `transact`.
 */
export async function runIdempotent<Result>(
  db: Knex,
  call: Call,
  command: string,
  body: unknown,
  work: (trx: Knex.Transaction) => Promise<Result>,
  sees?: Parameters<typeof transact>[2],
): Promise<Result> {
  const key = call.provider ? requireIdempotencyKey(call) : call.headers?.['idempotency-key']
  if (!key) return transact(db, work, sees)
  const mine = { key, userId: call.person?.id ?? 0 }
  const request = { ...mine, command, bodySha256: sha256(JSON.stringify(body) ?? '') }
  const run = async (trx: Knex.Transaction) => {
    const earlier = await trx('idempotency_key').where(mine).first()
    if (earlier) return answerAgain<Result>(earlier, request)
    await beginAlone(trx, request)
    const result = await work(trx)
    await trx('idempotency_key')
      .where(mine)
      .update({ status: 'DONE', response: JSON.stringify(result), updatedAt: now() })
    return result
  }
  return transact(db, run, sees).catch(error => {
    if (error instanceof AnsweredMeanwhile) return transact(db, run, sees)
    throw error
  })
}

/** The first of two at once with the same key has been answered while the second waited. */
class AnsweredMeanwhile extends Error {}

/** Writes the key, and so waits for another transaction that has just written it. */
async function beginAlone(trx: Knex, request: object) {
  const row = { ...request, status: 'RUNNING', response: null, rowVersion: 1, createdAt: now(), updatedAt: now() }
  try {
    await trx('idempotency_key').insert(row)
  } catch (error) {
    if (isDuplicate(error)) throw new AnsweredMeanwhile()
    throw (error as { errno?: number }).errno === LOCK_WAIT ? stillRunning() : error
  }
}

/** MariaDB: another transaction has held the row for as long as one waits. */
const LOCK_WAIT = 1205

const stillRunning = () => conflict('STILL_RUNNING', 'The same request is still running: ask again in a moment')

/** The key of a command; throws 400 where it has none. */
export function requireIdempotencyKey({ headers }: Call): string {
  const key = headers?.['idempotency-key'] ?? ''
  if (/^[\w-]{8,64}$/.test(key)) return key
  const message = 'Send an Idempotency-Key header of 8 to 64 letters, digits or dashes'
  throw invalidField('Idempotency-Key', 'REQUIRED', message)
}

function answerAgain<Result>(
  earlier: { command: string; bodySha256: string; status: string; response: string | null },
  request: { command: string; bodySha256: string },
): Result {
  if (earlier.command !== request.command || earlier.bodySha256 !== request.bodySha256) {
    const message = 'This Idempotency-Key was used for another request: take a new key'
    throw new Unprocessable(message, { errors: [{ field: 'Idempotency-Key', code: 'KEY_REUSED', message }] })
  }
  if (earlier.response === null) throw stillRunning()
  return JSON.parse(earlier.response)
}
