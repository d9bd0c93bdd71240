import { choice, flag, integer, text } from '../../resources/define/fields.ts'
import { DEMO_PASSWORD } from '../../resources/platform/demo-password.ts'
import type { Me } from '../../resources/platform/me.ts'
import { passwordFaults } from '../../resources/platform/password-policy.ts'
import { user } from '../../resources/settings/user.ts'
import { approvalSteps } from '../../resources/trade.ts'
import { answerOf, anything, bodyOf, columnsOf, listOf, orNull, type Routes } from '../derive/docs/route.ts'

const TAG = 'Sign-in and account'

const loginId = text({ max: 60 })
const password = text({ max: 200 })
const TOO_MANY = { 429: 'TOO_MANY: too many tries from this address or for this login' }

/** How a person or a program signs in, and what it asks of its own account. */
export const accountRoutes: Routes = {
  'POST authentication': {
    tag: TAG,
    summary: 'Signs in; send the token as Authorization: Bearer with every other request',
    body: bodyOf({
      strategy: choice(['local']),
      loginId,
      password,
      code: text({ max: 10, optional: true, hint: 'The code from the mail, where 401 CODE_NEEDED asked for it' }),
    }),
    answer: answerOf({
      accessToken: text(),
      user: answerOf({ id: integer(), loginId: text(), name: text() }),
    }),
    refusals: { 401: 'UNAUTHENTICATED: login id or password is not correct; CODE_NEEDED; CODE_WRONG', ...TOO_MANY },
    isPublic: true,
    examples: { body: { strategy: 'local', loginId: 'asha', password: DEMO_PASSWORD } },
  },
  'DELETE authentication/{id}': {
    tag: TAG,
    summary: 'Signs out, and ends the session of the token or cookie',
    idWords: ['me'],
    answer: anything('What was signed out'),
  },
  'GET me': {
    tag: TAG,
    summary: 'Who is signed in, and the rules by which a screen hides what would be refused',
    answer: answerOf<Me<unknown>>({
      user: answerOf({
        ...columnsOf(user, 'name', 'loginId', 'userType', 'employeeId', 'customerId', 'mustChangePassword'),
        id: integer(),
        roles: listOf(text()),
      }),
      passwordFault: orNull(choice(passwordFaults)),
      askedAsHead: listOf(choice(approvalSteps)),
      viewing: orNull(answerOf({ by: text(), until: text() })),
      rules: () => ({ type: 'array', description: 'Rules of CASL, packed' }),
      idleMinutes: integer(),
      uploadMaxMb: integer(),
      importMaxMb: integer(),
      importMaxRows: integer(),
      demo: flag(),
      isSapSimulated: flag(),
    }),
  },
  'GET forgotten-password': {
    tag: TAG,
    summary: 'Whether mails go out, so that a forgotten password can be renewed',
    answer: answerOf({ mailConnected: flag() }),
    isPublic: true,
  },
  'POST forgotten-password': {
    tag: TAG,
    summary: 'Mails a link for a new password; the answer is the same whether the details match or not',
    body: bodyOf({ loginId, email: text({ max: 254, format: 'email' }) }),
    answer: answerOf({ message: text() }),
    refusals: TOO_MANY,
    isPublic: true,
  },
  'POST new-password': {
    tag: TAG,
    summary: 'Sets a password by a link',
    body: bodyOf({ token: text({ max: 200 }), newPassword: password }),
    answer: answerOf({ loginId: text() }),
    refusals: TOO_MANY,
    isPublic: true,
  },
  'POST unlocked-logins': {
    tag: TAG,
    summary: 'Unlocks a login, once, by the link that was mailed to its person',
    body: bodyOf({ token: text({ max: 200 }) }),
    answer: answerOf({ loginId: text() }),
    refusals: TOO_MANY,
    isPublic: true,
  },
  'POST my-password': {
    tag: TAG,
    summary: 'Changes the password of the caller and ends their other sessions',
    body: bodyOf({ password, newPassword: password }),
    answer: answerOf({ changed: flag() }),
    refusals: TOO_MANY,
  },
}
