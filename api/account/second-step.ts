import { NotAuthenticated } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { can } from '../../resources/capabilities.ts'
import { heldRolesOf } from '../derive/rights/person.ts'
import { secondsFromNow } from '../platform/clock.ts'
import { readSettings } from '../platform/settings.ts'
import { transact } from '../platform/transact.ts'
import { sendCode, takeCode } from './one-time-code.ts'

/** Days after which a password must be changed. */
const EMPLOYEE_DAYS = 90
const PARTNER_DAYS = 180

interface SigningIn {
  id: number
  name: string
  email: string
  userType: string
  isActive: number
  passwordChangedAt: string | null
}

/**
 * Whether a mailed code is required after a right password (where the setting `login.mailed_code` is on, for some
 * roles): NONE, a code was just SENT, or the given one was RIGHT or WRONG.
 */
export async function secondStep(
  db: Knex,
  secret: string,
  user: SigningIn,
  code: unknown,
): Promise<'NONE' | 'SENT' | 'RIGHT' | 'WRONG'> {
  if (user.userType !== 'EMPLOYEE' || !user.isActive) return 'NONE'
  if (!(await readSettings(db))['login.mailed_code']) return 'NONE'
  const roles = (await heldRolesOf(db, user.id)).map(({ role }) => role)
  if (!can({ roles }, 'confirmSignInByMail')) return 'NONE'
  if (code === undefined || code === '') {
    await transact(db, trx => sendCode(trx, secret, user, 'SIGN_IN', user.email))
    return 'SENT'
  }
  return (await takeCode(db, secret, user.id, 'SIGN_IN', code)) === null ? 'WRONG' : 'RIGHT'
}

/** Marks a password that is too old, so that it must be changed first. */
export async function requireRecentPassword(db: Knex, { id, userType, passwordChangedAt }: SigningIn): Promise<void> {
  const days = userType === 'EMPLOYEE' ? EMPLOYEE_DAYS : PARTNER_DAYS
  if (passwordChangedAt && passwordChangedAt < secondsFromNow(-days * 24 * 3600))
    await db('user').where({ id }).update({ mustChangePassword: 1 })
}

const signInError = (code: string, message: string) =>
  new NotAuthenticated(message, { errors: [{ field: 'code', code, message }] })

export const codeNeeded = () => signInError('CODE_NEEDED', 'Enter the code that we have just mailed to you.')
export const codeWrong = () =>
  signInError('CODE_WRONG', 'This code is wrong or has expired. Sign in again without it to get a new one.')
