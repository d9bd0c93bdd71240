import { type AnswerOf, anyOf, type BodyOf, command, holds, may } from '../../define/command.ts'
import { choice, flag, instant, integer, text } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { about, many, maybe } from '../../define/shape.ts'
import { transporter } from '../../masters/transporter.ts'
import { user } from '../../settings/user.ts'
import { statuses } from '../login-status.ts'

const room = 'People and rights'
const id = integer({ min: 1 })
const userId = { ...id, label: 'User' }
const status = choice(statuses)
const lastLoginAt = instant({ optional: true })
const { loginId, name, userType, email } = user.fields

export const showLockedLogins = command('GET locked-logins', {
  room,
  summary: 'The logins locked by wrong passwords, the latest first',
  who: anyOf(holds('seeLockedStaff'), holds('seeLockedPartners')),
  body: { userType: choice(['EMPLOYEE', 'PARTNER_SITE', 'CUSTOMER', 'TRANSPORTER'], { optional: true }) },
  answer: many(
    {
      id,
      loginId,
      name,
      userType,
      failedCount: integer({ min: 0 }),
      lockedAt: instant(),
      lastIp: about('The address of the last try', maybe(text())),
      mayUnlock: flag({ hint: 'Whether who asks may unlock it' }),
    },
    { most: 500 },
  ),
})
export type LockedLogin = AnswerOf<typeof showLockedLogins>[number]

export const unlockLogin = command('POST locked-logins', {
  room,
  summary: 'Unlocks a login; the remark is saved in the history of the user',
  who: anyOf(holds('unlockStaff'), holds('unlockPartners')),
  body: {
    userId,
    remark: text({ max: 255, hint: 'Who asked, and how you knew them' }),
    mustChangePassword: maybe(flag()),
  },
  answer: { id, unlocked: flag() },
  refusals: { NOT_LOCKED: [409, 'the login is not locked any more'] },
})
export type Unlocking = BodyOf<typeof unlockLogin>

const of = text({ max: 60, hint: 'The path of a list, such as masters/transporter' })

export const showLogin = command('GET logins', {
  room,
  summary: 'The status of the login of a row',
  who: 'signed in',
  body: { of, id },
  answer: { status, loginId: maybe(loginId), lastLoginAt, isLocked: flag() },
})

export const takeLoginStep = command('POST logins', {
  room,
  summary: 'Gives, renews or closes the logins of rows, all or none; links go by mail',
  who: 'signed in',
  body: { of, ids: many(id, { least: 1, most: 100 }), step: choice(['create', 'renew', 'close']) },
  answer: {
    data: many(
      {
        id,
        name: text(),
        userId: id,
        loginId,
        email,
        path: about('What sets the password; null where it went by mail or the password is kept', maybe(text())),
        hours: integer({ hint: 'How long the path holds' }),
        isNew: flag(),
        sharedWith: text({ max: 500, optional: true, hint: 'Who else signs in with this address' }),
      },
      { most: 100 },
    ),
  },
  example: { of: 'masters/transporter', ids: [7], step: 'create' },
})
export type LoginsStep = BodyOf<typeof takeLoginStep>
export type InvitationOfRow = AnswerOf<typeof takeLoginStep>['data'][number]

export const showTransporterLogins = command('GET transporter-logins', {
  room,
  summary: 'The active transporters, each with the status of its login',
  who: may(transporter, 'read'),
  answer: many(
    {
      id,
      ...pick(transporter.fields, ['code', 'name']),
      email: maybe(transporter.fields.email),
      mobile: maybe(transporter.fields.mobile),
      status,
      loginId: maybe(loginId),
      lastLoginAt,
    },
    { most: 2_000 },
  ),
})
export type TransporterLogin = AnswerOf<typeof showTransporterLogins>[number]
