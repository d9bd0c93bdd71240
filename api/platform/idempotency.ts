import { createHash } from 'node:crypto'
import { Unprocessable } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { now } from './clock.ts'
import { conflict, invalidField } from './errors.ts'
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
 * same key answers it again. Throws 400 without a key, 422 when the key came with another body, 409 while it still
 * runs.
 */
export async function runIdempotent<Result>(
  db: Knex,
  call: Call,
  command: string,
  body: unknown,
  work: (trx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  const key = call.provider ? requireIdempotencyKey(call) : call.headers?.['idempotency-key']
  if (!key) return transact(db, work)
  const mine = { key, userId: call.person?.id ?? 0 }
  const request = { ...mine, command, bodySha256: sha256(JSON.stringify(body) ?? '') }
  return transact(db, async trx => {
    const known = await trx('idempotency_key').where(mine).first()
    if (known) return answerAgain<Result>(known, request)
    await trx('idempotency_key').insert({
      ...request,
      status: 'RUNNING',
      response: null,
      rowVersion: 1,
      createdAt: now(),
      updatedAt: now(),
    })
    const result = await work(trx)
    await trx('idempotency_key')
      .where(mine)
      .update({ status: 'DONE', response: JSON.stringify(result), updatedAt: now() })
    return result
  })
}

/** The key of a command; throws 400 where it has none. */
export function requireIdempotencyKey({ headers }: Call): string {
  const key = headers?.['idempotency-key'] ?? ''
  if (/^[\w-]{8,64}$/.test(key)) return key
  const message = 'Send an Idempotency-Key header of 8 to 64 letters, digits or dashes'
  throw invalidField('Idempotency-Key', 'REQUIRED', message)
}

function answerAgain<Result>(
  known: { command: string; bodySha256: string; status: string; response: string | null },
  request: { command: string; bodySha256: string },
): Result {
  if (known.command !== request.command || known.bodySha256 !== request.bodySha256) {
    const message = 'This Idempotency-Key was used for another request: take a new key'
    throw new Unprocessable(message, { errors: [{ field: 'Idempotency-Key', code: 'KEY_REUSED', message }] })
  }
  if (known.response === null)
    throw conflict('STILL_RUNNING', 'The same request is still running: ask again in a moment')
  return JSON.parse(known.response)
}
