import type { Knex } from 'knex'
import { type PasswordFault, passwordFault } from '../../resources/platform/password-policy.ts'
import { isCommonPassword } from './common-passwords.ts'

/** What the policy has against a password, the list of common ones included; null where nothing. */
export async function weaknessOf(password: string, loginId: string): Promise<PasswordFault | null> {
  return passwordFault(password, loginId) ?? ((await isCommonPassword(password)) ? 'COMMON' : null)
}

/** Lets a person who signed in with a password that the policy of today refuses choose another one first, and notes why. */
export async function demandStrongPassword(
  db: Knex,
  { id, loginId }: { id: number; loginId: string },
  password: string,
): Promise<void> {
  const fault = await weaknessOf(password, loginId)
  if (fault) await db('user').where({ id }).update({ mustChangePassword: 1, passwordFault: fault })
}
