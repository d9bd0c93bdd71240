import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'
import { sendMail } from '../mail/messages.ts'
import { now, secondsFromNow } from '../platform/clock.ts'

const MINUTES = 10
const MOST_TRIES = 5

type CodePurpose = 'SIGN_IN' | 'NEW_EMAIL'

interface Receiver {
  id: number
  name: string
}

// Keyed with the secret: a reader of the table cannot try the million codes against it.
const hashOf = (secret: string, userId: number, code: string) =>
  createHmac('sha256', secret).update(`${userId} ${code}`).digest('hex')

/**
 * Mails a code of six digits that is valid for ten minutes; earlier codes for the same purpose stop working. A code
 * sent to the same address within the last minute is not sent again.
 */
export async function sendCode(
  trx: Knex,
  secret: string,
  { id, name }: Receiver,
  purpose: CodePurpose,
  target: string,
): Promise<void> {
  const open = await trx('one_time_code')
    .where({ userId: id, purpose, target, tries: 0 })
    .whereNull('usedAt')
    .where('expiresAt', '>', secondsFromNow((MINUTES - 1) * 60))
    .first('id')
  if (open) return
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const at = now()
  await trx('one_time_code').where({ userId: id, purpose }).whereNull('usedAt').update({ expiresAt: at })
  await trx('one_time_code').insert({
    userId: id,
    purpose,
    target,
    codeHash: hashOf(secret, id, code),
    expiresAt: secondsFromNow(MINUTES * 60),
    tries: 0,
    rowVersion: 1,
    createdAt: at,
    updatedAt: at,
  })
  await sendMail(trx, {
    template: 'OTP',
    topic: 'SECURITY',
    to: target,
    values: { name, minutes: String(MINUTES) },
    secrets: { code },
    owner: { type: 'user', id },
  })
}

/**
 * Uses up the last code and returns the address it was sent to; null when it is wrong, expired, used, or was tried five
 * times. Of two calls at once one succeeds.
 */
export async function takeCode(
  db: Knex,
  secret: string,
  userId: number,
  purpose: CodePurpose,
  code: unknown,
): Promise<string | null> {
  const row = await db('one_time_code').where({ userId, purpose }).orderBy('id', 'desc').first()
  if (!row || typeof code !== 'string') return null
  const open = () =>
    db('one_time_code')
      .where({ id: row.id })
      .whereNull('usedAt')
      .where('expiresAt', '>', now())
      .where('tries', '<', MOST_TRIES)
  // Counted before it is compared: of a thousand guesses at once only five are compared.
  if ((await open().update({ tries: db.raw('?? + 1', ['tries']) })) === 0) return null
  const right = timingSafeEqual(Buffer.from(hashOf(secret, userId, code.trim())), Buffer.from(row.codeHash))
  if (!right) return null
  const used = await db('one_time_code').where({ id: row.id }).whereNull('usedAt').update({ usedAt: now() })
  return used === 1 ? row.target : null
}
