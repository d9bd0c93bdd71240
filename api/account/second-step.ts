import { NotAuthenticated } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { can } from '../../resources/capabilities.ts'
import { heldRolesOf } from '../derive/rights/read-person.ts'
import { readSettings } from '../platform/settings.ts'
import { transact } from '../platform/transact.ts'
import { sendCode, takeCode } from './one-time-code.ts'

interface SigningIn {
  id: number
  name: string
  email: string
  userType: string
  isActive: number
}

/**
 * Whether a mailed code is required after a right password (where the setting `login.mailed_code` is on, for some
 * roles): NONE, a code was just SENT, or the given one was RIGHT or WRONG.
 */
export async function secondStep(
  db: Knex,
  secret: string,
  user: SigningIn,
  code: string | null,
): Promise<'NONE' | 'SENT' | 'RIGHT' | 'WRONG'> {
  if (user.userType !== 'EMPLOYEE' || !user.isActive) return 'NONE'
  if (!(await readSettings(db))['login.mailed_code']) return 'NONE'
  const roles = (await heldRolesOf(db, user.id)).map(({ role }) => role)
  if (!can({ roles }, 'confirmSignInByMail')) return 'NONE'
  if (code === null) {
    await transact(db, trx => sendCode(trx, secret, user, 'SIGN_IN', user.email))
    return 'SENT'
  }
  return (await takeCode(db, secret, user.id, 'SIGN_IN', code)) === null ? 'WRONG' : 'RIGHT'
}

const signInError = (code: string, message: string) =>
  new NotAuthenticated(message, { errors: [{ field: 'code', code, message }] })

export const codeNeeded = () => signInError('CODE_NEEDED', 'Enter the code that we have just mailed to you.')
export const codeWrong = () =>
  signInError('CODE_WRONG', 'This code is wrong or has expired. Sign in again without it to get a new one.')
