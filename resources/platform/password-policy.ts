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
    return 'must use three of: lowercase, uppercase, digits, symbols'
  if (loginId && password.toLowerCase().includes(loginId.toLowerCase())) return 'must not contain the login ID'
  if (isCommonPassword(password)) return 'is too common, such as a word followed by digits: choose another'
  return null
}
