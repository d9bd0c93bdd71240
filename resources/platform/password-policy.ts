/** The fewest characters of a password, and the most bytes that it takes in UTF-8. */
const FEWEST_CHARACTERS = 12
const MOST_BYTES = 72

/** What can be wrong with a password. */
export const passwordFaults = ['SHORT', 'LONG', 'LOGIN', 'COMMON'] as const
export type PasswordFault = (typeof passwordFaults)[number]

/** The rules, as the hint beside a new password. */
export const passwordHint = `At least ${FEWEST_CHARACTERS} characters, without your login ID; no common password`

/** The refusal of a new password. */
export const refusedPassword: Record<PasswordFault, string> = {
  SHORT: `New password is too short: use at least ${FEWEST_CHARACTERS} characters`,
  LONG: `New password is longer than ${MOST_BYTES} bytes: shorten it; letters beyond a–z and emojis take two to four`,
  LOGIN: 'New password contains the login ID: choose one without it',
  COMMON: 'New password is on a list of common passwords: choose another',
}

/** What a person reads whose password was refused when they signed in. */
export const outdatedPassword: Record<PasswordFault, string> = {
  SHORT: `Your password has fewer than ${FEWEST_CHARACTERS} characters: choose a longer one.`,
  LONG: `Your password is longer than ${MOST_BYTES} bytes: choose a shorter one.`,
  LOGIN: 'Your password contains your login ID: choose one without it.',
  COMMON: 'Your password is on a list of common passwords: choose another.',
}

/**
 * What the policy has against a password, or null. Whether it is on the list of common passwords only the server knows.
 */
export function passwordFault(password: string, loginId: string): Exclude<PasswordFault, 'COMMON'> | null {
  if ([...password].length < FEWEST_CHARACTERS) return 'SHORT'
  if (new TextEncoder().encode(password).length > MOST_BYTES) return 'LONG'
  if (loginId && password.toLowerCase().includes(loginId.toLowerCase())) return 'LOGIN'
  return null
}
