import { type AnswerOf, command } from '../../define/command.ts'
import { choice, date, instant, integer, text } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { group, many, maybe } from '../../define/shape.ts'
import { loginSession } from '../../platform/login-session.ts'
import { user } from '../../settings/user.ts'
import { assignRoles } from '../assign-roles.ts'

const room = 'People and rights'
const id = integer({ min: 1 })
const { email } = user.fields
const kept = pick(user.fields, ['loginId', 'name', 'userType', 'email', 'mobile', 'lastLoginAt', 'passwordChangedAt'])
const signIn = pick(loginSession.fields, ['loginAt', 'logoutAt', 'logoutType', 'ip', 'userAgent', 'result'])
const held = pick(assignRoles.fields, ['scopeType', 'scopeRef'])

export const showMyDetails = command('GET my-details', {
  room,
  summary: 'What the portal keeps of the person who asks',
  who: 'signed in',
  answer: {
    user: group({ ...kept, createdAt: instant() }),
    roles: many({ id, name: text(), ...held, validTo: date() }, { most: 1_000 }),
    signIns: many({ id, ...signIn }, { most: 20 }),
  },
})
export type MyDetails = AnswerOf<typeof showMyDetails>

export const changeMyContact = command('POST my-contact', {
  room,
  summary: 'Mails a code to a new address of the caller, and takes the address over once the code is sent back',
  who: 'signed in',
  // A try of a code counts whatever comes of it.
  does: 'each',
  body: { email: maybe(email), code: text({ max: 10, optional: true }) },
  answer: { sentTo: maybe(email), email: maybe(email) },
  refusals: { RATE_LIMITED: [429, 'five codes in ten minutes'] },
  example: { email: 'name@company.example' },
})

export const endMySessions = command('DELETE my-sessions/{id}', {
  room,
  summary: 'Ends all sessions of the caller but this one',
  who: 'signed in',
  body: { id: choice(['others']) },
  answer: { ended: integer() },
})
