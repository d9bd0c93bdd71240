import { type AnswerOf, type BodyOf, command, holds, may } from '../../define/command.ts'
import { choice, flag, instant, integer, text } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { about, group, many, maybe, open } from '../../define/shape.ts'
import type { Role } from '../../roles.ts'
import { roleCodes } from '../../roles.ts'
import { user } from '../../settings/user.ts'
import { accessRequest } from '../access-request.ts'
import type { RoleAssignment } from '../assign-roles.ts'
import { assignRoles } from '../assign-roles.ts'

const room = 'People and rights'
const id = integer({ min: 1 })
const userId = { ...id, label: 'User' }
const role = choice(roleCodes)
const { loginId, name, userType } = user.fields
const reason = text({ max: 255 })

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
        conflicts: many(text(), {
          most: 100,
          hint: 'Conflicts of duties among the roles that they hold or are to hold',
        }),
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
      { optional: true, hint: 'The rows of one resource: how many there are, and how many the person sees' },
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
    RATE_LIMITED: [429, 'ten requests in an hour'],
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

/** A role that a person was given, as their rights are explained by it. */
export interface GrantExplained
  extends Pick<RoleAssignment, 'id' | 'scopeType' | 'scopeRef' | 'validFrom' | 'validTo'>,
    Pick<RoleGrant, 'confirmStatus' | 'proposedBy'> {
  role: Role
  name: string
  /** Whether it gives rights today. */
  counts: boolean
}
