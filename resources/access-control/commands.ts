import { type AnswerOf, anyOf, type BodyOf, command, holds, may } from '../define/command.ts'
import { choice, date, flag, instant, integer, text } from '../define/fields.ts'
import { pick } from '../define/pick.ts'
import { about, group, many, maybe, open } from '../define/shape.ts'
import { transporter } from '../masters/transporter.ts'
import { loginSession } from '../platform/login-session.ts'
import { roleCodes } from '../roles.ts'
import { user } from '../settings/user.ts'
import type { GrantExplained } from './access-explained.ts'
import { accessRequest } from './access-request.ts'
import { assignRoles } from './assign-roles.ts'
import { statuses } from './login-status.ts'

const room = 'People and rights'
const id = integer({ min: 1 })
const userId = { ...id, label: 'User' }
const status = choice(statuses)
const role = choice(roleCodes)
const lastLoginAt = instant({ optional: true })
const { loginId, name, userType, email } = user.fields
const reason = text({ max: 255 })

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

/** A role that was given to a person; it counts now, later, once it is confirmed, or has ended. */
const grant = {
  id,
  rowVersion: id,
  userId: id,
  ...pick(assignRoles.fields, ['roleId', 'scopeType', 'scopeRef', 'validFrom', 'validTo']),
  role,
  state: choice(['NOW', 'LATER', 'ENDED', 'WAITS']),
  confirmStatus: choice(['PENDING', 'CONFIRMED', 'CHANGE_PENDING']),
  pendingChange: maybe(open('The values that the grant would have once they are confirmed')),
  proposedById: maybe(id),
  proposedBy: maybe(text()),
}

export const showPeople = command('GET people-and-roles', {
  room,
  summary: 'Users by name, 25 at a time, each with the roles they were given',
  who: may(assignRoles, 'read'),
  body: {
    q: text({ max: 80, optional: true }),
    role: choice(roleCodes, { optional: true }),
    scopeType: text({ optional: true }),
    scopeRef: text({ optional: true }),
    userId: maybe(id),
    conflict: maybe(flag()),
    $skip: integer({ min: 0, optional: true }),
  },
  answer: {
    total: integer(),
    limit: integer(),
    skip: integer(),
    data: many(
      {
        id,
        name,
        loginId,
        userType,
        isActive: flag(),
        isLocked: flag(),
        conflicts: many(text(), { most: 100, hint: 'Of duties, among the roles that they hold or are to hold' }),
        grants: many(grant, { most: 1_000 }),
      },
      { most: 25 },
    ),
  },
})
export type PeopleQuery = BodyOf<typeof showPeople>
export type PersonAndRoles = AnswerOf<typeof showPeople>['data'][number]
export type RoleGrant = PersonAndRoles['grants'][number]

export const explainAccess = command('GET access-explained', {
  room,
  summary: 'The roles and rights of a user, and whether and why they see a row',
  who: holds('explainAccess'),
  body: { userId, resource: text({ optional: true }), id: { ...maybe(id), label: 'Row' } },
  answer: {
    user: group({ id, name, loginId, userType }),
    shut: about('Why they see nothing at all now; null when they can sign in', maybe(text({ max: 255 }))),
    grants: many(open<GrantExplained>('A role they were given'), { most: 1_000 }),
    rights: many(
      {
        path: text(),
        title: text(),
        may: text({ max: 255 }),
        by: many({ role, words: text({ max: 255 }) }, { most: 100 }),
      },
      { most: 1_000 },
    ),
    counted: group(
      { of: integer(), seen: integer() },
      { optional: true, hint: 'Of one resource: all rows, and seen ones' },
    ),
    row: group(
      {
        sees: flag(),
        sentence: text({ max: 1_000 }),
        fields: maybe(text({ max: 1_000 })),
        ways: many({ role, lets: flag(), sentence: text({ max: 1_000 }) }, { most: 100 }),
      },
      { optional: true },
    ),
  },
})
export type AskedAccess = BodyOf<typeof explainAccess>
export type ExplainedAccess = AnswerOf<typeof explainAccess>
export type RowExplained = NonNullable<ExplainedAccess['row']>

const { screen, action, reason: why, until } = accessRequest.fields

export const requestAccess = command('POST request-access', {
  room,
  summary: 'Asks those who give roles for a right that was refused',
  who: 'signed in',
  body: { screen, action, reason: why, until },
  answer: { id },
  refusals: {
    ASKED_ALREADY: [409, 'the same is asked already'],
    TOO_MANY: [429, 'ten requests in an hour'],
  },
  example: { screen: 'masters/products', action: 'update', reason: 'Price list of April', until: null },
})
export type RequestedAccess = BodyOf<typeof requestAccess>

export const viewAs = command('POST view-as', {
  room,
  summary: 'The session shows the portal as another user sees it, read-only, for up to 30 minutes',
  who: holds('viewAsOthers'),
  body: { userId, reason: { ...reason, hint: 'What you look for' } },
  answer: { userId: id, name: text(), until: instant() },
})

export const endView = command('DELETE view-as/{id}', {
  room,
  summary: 'Ends seeing the portal as another person',
  who: 'signed in',
  does: 'each',
  body: { id: choice(['now']) },
  answer: { ended: integer() },
})

export const showGranters = command('GET who-grants', {
  room,
  summary: 'Whom to ask for a right',
  who: 'signed in',
  answer: { grantedBy: text({ max: 255 }) },
})

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
  refusals: { TOO_MANY: [429, 'five codes in ten minutes'] },
  example: { email: 'name@company.example' },
})

export const endMySessions = command('DELETE my-sessions/{id}', {
  room,
  summary: 'Ends all sessions of the caller but this one',
  who: 'signed in',
  body: { id: choice(['others']) },
  answer: { ended: integer() },
})
