import { isCommonPassword } from './common-passwords.ts'

/** The least and greatest length of a password, and how many of the latest may not be used again. */
const FEWEST = 10
const MOST = 72
export const REMEMBERED = 5

const classes = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/]

/**
 * Why the policy refuses a new password, as the end of a sentence that begins «New password»; null when it does not.
 */
export function passwordProblem(password: string, loginId: string): string | null {
  if (password.length < FEWEST) return `must have at least ${FEWEST} characters`
  if (password.length > MOST) return `must have at most ${MOST} characters`
  if (classes.filter(kind => kind.test(password)).length < 3)
    return 'must mix three of these: small letters, capitals, digits, signs'
  if (loginId && password.toLowerCase().includes(loginId.toLowerCase())) return 'must not contain the login ID'
  if (isCommonPassword(password)) return 'must not be one that many people use, such as a word with digits after it'
  return null
}
