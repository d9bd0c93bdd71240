import { companyPerson } from '../../access-control/company-person.ts'
import { companyRoleCodes } from '../../access-control/company-roles.ts'
import { type AnswerOf, type BodyOf, command } from '../../define/command.ts'
import { choice, flag, instant, integer, json, password, text } from '../../define/fields.ts'
import { columns, group, many } from '../../define/shape.ts'
import { roleCodes } from '../../roles.ts'
import { user } from '../../settings/user.ts'
import { approvalSteps } from '../../trade.ts'
import { DEMO_PASSWORD } from '../demo-password.ts'
import { passwordFaults } from '../password-policy.ts'

const room = 'Sign-in and account'
const id = integer({ min: 1 })
const count = integer({ min: 0 })
const { loginId, name } = user.fields
const typedLogin = text({ max: 60, label: 'Login ID' })
const newPassword = password({ label: 'New password' })
const { orderLimit, approvalLimit } = companyPerson.fields
/** Whoever guesses is told of a missing one what they are told of a wrong one. */
const token = text({ max: 200, optional: true, hint: 'The secret part of the link' })
const RATE_LIMITED = [429, 'too many tries from this address or for this login'] as const
/** Tries with what is well-formed are counted where a password is asked for and set, fewer of them. */
const posts = { tries: 600, seconds: 600 }

export const signIn = command('POST authentication', {
  room,
  summary: 'Signs in; send the token as Authorization: Bearer with every other request',
  who: 'public',
  reads: 'row',
  body: {
    strategy: choice(['local']),
    loginId: typedLogin,
    password: password(),
    code: text({ max: 10, optional: true, hint: 'The code from the mail, where 401 CODE_NEEDED asked for it' }),
  },
  answer: { accessToken: text({ max: 1_000 }), user: group({ id, loginId, name }) },
  refusals: {
    UNAUTHENTICATED: [401, 'login id or password is not correct'],
    CODE_NEEDED: [401, 'a code was mailed, and has to come with them'],
    CODE_WRONG: [401, 'the code is wrong or its time is over'],
    RATE_LIMITED,
  },
  example: { strategy: 'local', loginId: 'asha', password: DEMO_PASSWORD },
})

export const signOut = command('DELETE authentication/{id}', {
  room,
  summary: 'Signs out, and ends the session of the token or cookie',
  who: 'signed in',
  reads: 'row',
  body: { id: choice(['me']) },
  answer: { signedOut: flag() },
})

export const showMe = command('GET me', {
  room,
  summary: 'Who is signed in, and the rules by which a screen hides what would be refused',
  who: 'signed in',
  answer: {
    user: group({
      id,
      ...columns(user, 'name', 'loginId', 'userType', 'employeeId', 'customerId', 'mustChangePassword'),
      roles: many(choice(roleCodes), { most: roleCodes.length }),
      company: group(
        {
          roles: many(choice(companyRoleCodes), { most: companyRoleCodes.length }),
          orderLimit,
          approvalLimit,
          shipToIds: many(id, { most: 200, optional: true, hint: 'The ship-tos they may use; null for all' }),
        },
        { optional: true, hint: 'What they may do in the company outside to which they belong' },
      ),
    }),
    passwordFault: choice(passwordFaults, {
      optional: true,
      hint: 'Why the password was refused at sign-in, where it must be changed for that',
    }),
    rules: many(json<unknown>(), { most: 100_000, hint: 'Rules of CASL, packed' }),
    askedAsHead: many(choice(approvalSteps), {
      most: approvalSteps.length,
      hint: 'Queues in which a task waits for the person as head of an SBU, though their roles do not open them',
    }),
    viewing: group(
      { by: name, until: instant() },
      { optional: true, hint: 'While an IT administrator views the portal as this user: who, and until when' },
    ),
    idleMinutes: integer({ min: 0, hint: 'Minutes without any input, after which the browser signs out' }),
    uploadMaxMb: count,
    importMaxMb: count,
    importMaxRows: count,
    demo: flag(),
    isSapSimulated: flag({ hint: 'Whether the built-in simulator answers for SAP' }),
  },
})
export type Me = AnswerOf<typeof showMe>

export const showMailing = command('GET forgotten-password', {
  room,
  summary: 'Whether mails go out, so that a forgotten password can be renewed',
  who: 'public',
  limit: posts,
  answer: { mailConnected: flag() },
})

export const forgetPassword = command('POST forgotten-password', {
  room,
  summary: 'Mails a link for a new password; the answer is the same whether the details match or not',
  who: 'public',
  // The login is looked up once the answer is sent.
  does: 'each',
  limit: posts,
  body: { loginId: typedLogin, email: text({ max: 254, format: 'email', label: 'E-mail' }) },
  answer: { message: text() },
  refusals: { RATE_LIMITED },
})
export type Forgotten = BodyOf<typeof forgetPassword>

export const setPassword = command('POST new-password', {
  room,
  summary: 'Sets a password by a link',
  who: 'public',
  // A password is hashed outside of transactions, as that takes time.
  does: 'each',
  limit: posts,
  body: { token, newPassword },
  answer: { loginId },
  refusals: { NOT_FOUND: [404, 'the link was used, was replaced, or has expired'], RATE_LIMITED },
})

export const unlockByLink = command('POST unlocked-logins', {
  room,
  summary: 'Unlocks a login, once, by the link that was mailed to its person',
  who: 'public',
  limit: { tries: 30, seconds: 600 },
  body: { token },
  answer: { loginId },
  refusals: { NOT_FOUND: [404, 'the link was used, or the login is locked no more'], RATE_LIMITED },
})

export const changePassword = command('POST my-password', {
  room,
  summary: 'Changes the password of the caller and ends their other sessions',
  who: 'signed in',
  does: 'each',
  limit: { tries: 10, seconds: 600 },
  body: { password: password({ label: 'Present password' }), newPassword },
  answer: { changed: flag() },
  refusals: { RATE_LIMITED },
})
