import type { ExplainedAccess, RowExplained } from '../../resources/access-control/access-explained.ts'
import { accessRequest } from '../../resources/access-control/access-request.ts'
import { assignRoles } from '../../resources/access-control/assign-roles.ts'
import { statuses } from '../../resources/access-control/login-status.ts'
import type {
  InvitationOfRow,
  LockedLogin,
  LoginOfRow,
  TransporterLogin,
} from '../../resources/access-control/logins.ts'
import type { MyDetails } from '../../resources/access-control/my-details.ts'
import type { PersonAndRoles, RoleGrant } from '../../resources/access-control/people-and-roles.ts'
import { can } from '../../resources/capabilities.ts'
import { choice, date, flag, instant, integer, text } from '../../resources/define/fields.ts'
import { transporter } from '../../resources/masters/transporter.ts'
import { roleCodes } from '../../resources/roles.ts'
import { answerOf, anything, bodyOf, listOf, maybe, orNull, pageOf, type Routes } from '../derive/docs/route.ts'
import type { Person } from '../derive/rights/person.ts'

const TAG = 'People and rights'

const userId = integer({ min: 1 })
const list = text({ max: 60, hint: 'The path of a list, such as masters/transporter' })
const status = choice(statuses)
const role = choice(roleCodes)

const toSeeLocked = (person: Person) => can(person, 'seeLockedStaff') || can(person, 'seeLockedPartners')
const toUnlock = (person: Person) => can(person, 'unlockStaff') || can(person, 'unlockPartners')
const toReadTransporters = ({ ability }: Person) => ability.can('read', transporter.path)

/** What other programs may ask of logins, roles and rights, besides the lists of them. */
export const accessRoutes: Routes = {
  'GET locked-logins': {
    tag: TAG,
    summary: 'The logins locked by wrong passwords, the latest first',
    query: { userType: text({ optional: true }) },
    answer: listOf(
      answerOf<LockedLogin>({
        id: integer(),
        loginId: text(),
        name: text(),
        userType: text(),
        failedCount: integer(),
        lockedAt: instant(),
        lastIp: orNull(text()),
        mayUnlock: flag(),
      }),
    ),
    isFor: toSeeLocked,
  },
  'POST locked-logins': {
    tag: TAG,
    summary: 'Unlocks a login; the remark is saved in the history of the user',
    body: bodyOf({ userId, remark: text({ max: 255 }), mustChangePassword: maybe(flag()) }),
    answer: anything('The login that was unlocked'),
    refusals: { 409: 'NOT_LOCKED: the login is not locked any more' },
    isFor: toUnlock,
  },
  'GET logins': {
    tag: TAG,
    summary: 'The status of the login of a row',
    query: { of: list, id: integer({ min: 1 }) },
    answer: answerOf<LoginOfRow>({
      status,
      loginId: orNull(text()),
      lastLoginAt: orNull(instant()),
      isLocked: flag(),
    }),
  },
  'POST logins': {
    tag: TAG,
    summary: 'Gives, renews or closes the logins of rows, all or none; links go by mail',
    body: bodyOf({ of: list, ids: listOf(integer({ min: 1 }), 100), step: choice(['create', 'renew', 'close']) }),
    answer: answerOf({
      data: listOf(
        answerOf<InvitationOfRow>({
          id: integer(),
          name: text(),
          userId: integer(),
          loginId: text(),
          email: text(),
          path: orNull(text()),
          hours: integer(),
          isNew: flag(),
        }),
      ),
    }),
    examples: { body: { of: 'masters/transporter', ids: [7], step: 'create' } },
  },
  'GET transporter-logins': {
    tag: TAG,
    summary: 'The active transporters, each with the status of its login',
    answer: listOf(
      answerOf<TransporterLogin>({
        id: integer(),
        code: text(),
        name: text(),
        email: orNull(text()),
        mobile: orNull(text()),
        status,
        loginId: orNull(text()),
        lastLoginAt: orNull(instant()),
      }),
    ),
    isFor: toReadTransporters,
  },
  'GET people-and-roles': {
    tag: TAG,
    summary: 'Users by name, 25 at a time, each with the roles they were given',
    query: {
      q: text({ max: 80, optional: true }),
      role: choice(roleCodes, { optional: true }),
      scopeType: text({ optional: true }),
      scopeRef: text({ optional: true }),
      userId: integer({ optional: true }),
      conflict: flag({ optional: true }),
      $skip: integer({ min: 0, optional: true }),
    },
    answer: pageOf(
      answerOf<PersonAndRoles>({
        id: integer(),
        name: text(),
        loginId: text(),
        userType: text(),
        isActive: flag(),
        isLocked: flag(),
        conflicts: listOf(text()),
        grants: listOf(
          answerOf<RoleGrant>({
            id: integer(),
            rowVersion: integer(),
            userId: integer(),
            roleId: integer(),
            scopeType: text(),
            scopeRef: orNull(text()),
            validFrom: date(),
            validTo: date(),
            role,
            state: choice(['NOW', 'LATER', 'ENDED', 'WAITS']),
            confirmStatus: choice(['PENDING', 'CONFIRMED', 'CHANGE_PENDING']),
            pendingChange: orNull(anything('The values that the grant would have once they are confirmed')),
            proposedById: orNull(integer()),
            proposedBy: orNull(text()),
          }),
        ),
      }),
    ),
    isFor: ({ ability }) => ability.can('read', assignRoles.path),
  },
  'GET access-explained': {
    tag: TAG,
    summary: 'The roles and rights of a user, and whether and why they see a row',
    query: { userId, resource: text({ optional: true }), id: integer({ optional: true }) },
    answer: answerOf<ExplainedAccess>({
      user: answerOf({ id: integer(), name: text(), loginId: text(), userType: text() }),
      shut: orNull(text()),
      grants: listOf(anything('A role they were given')),
      rights: listOf(
        answerOf({
          path: text(),
          title: text(),
          may: text(),
          by: listOf(answerOf({ role, words: text() })),
        }),
      ),
      counted: maybe(answerOf({ of: integer(), seen: integer() })),
      row: maybe(
        answerOf<RowExplained>({
          sees: flag(),
          sentence: text(),
          fields: orNull(text()),
          ways: listOf(answerOf({ role, lets: flag(), sentence: text() })),
        }),
      ),
    }),
    isFor: person => can(person, 'explainAccess'),
  },
  'POST request-access': {
    tag: TAG,
    summary: 'Asks those who give roles for a right that was refused',
    body: bodyOf({
      screen: accessRequest.fields.screen,
      action: accessRequest.fields.action,
      reason: accessRequest.fields.reason,
      until: accessRequest.fields.until,
    }),
    answer: answerOf({ id: integer() }),
    refusals: { 409: 'ASKED_ALREADY: the same is asked already', 429: 'TOO_MANY: ten requests in an hour' },
    examples: { body: { screen: 'masters/products', action: 'update', reason: 'Price list of April', until: null } },
  },
  'POST view-as': {
    tag: TAG,
    summary: 'The session shows the portal as another user sees it, read-only, for up to 30 minutes',
    body: bodyOf({ userId, reason: text({ max: 255 }) }),
    answer: answerOf({ userId: integer(), name: text(), until: instant() }),
    isFor: person => can(person, 'viewAsOthers'),
  },
  'DELETE view-as/{id}': {
    tag: TAG,
    summary: 'Ends seeing the portal as another person',
    idWords: ['now'],
    answer: answerOf({ ended: integer() }),
  },
  'GET who-grants': {
    tag: TAG,
    summary: 'Whom to ask for a right',
    answer: answerOf({ grantedBy: text() }),
  },
  'GET my-details': {
    tag: TAG,
    summary: 'What the portal keeps of the person who asks',
    answer: answerOf<MyDetails>({
      user: answerOf<MyDetails['user']>({
        loginId: text(),
        name: text(),
        userType: text(),
        email: text(),
        mobile: orNull(text()),
        lastLoginAt: orNull(instant()),
        passwordChangedAt: orNull(instant()),
        createdAt: instant(),
      }),
      roles: listOf(
        answerOf({ id: integer(), name: text(), scopeType: text(), scopeRef: orNull(text()), validTo: date() }),
      ),
      signIns: listOf(
        answerOf<MyDetails['signIns'][number]>({
          id: integer(),
          loginAt: instant(),
          logoutAt: orNull(instant()),
          logoutType: orNull(text()),
          ip: text(),
          userAgent: orNull(text()),
          result: text(),
        }),
      ),
    }),
  },
  'POST my-contact': {
    tag: TAG,
    summary: 'Mails a code to a new address of the caller, and takes the address over once the code is sent back',
    body: bodyOf({
      email: text({ max: 254, optional: true, format: 'email' }),
      code: text({ max: 10, optional: true }),
    }),
    answer: answerOf({ sentTo: maybe(text()), email: maybe(text()) }),
    refusals: { 429: 'TOO_MANY: five codes in ten minutes' },
    examples: { body: { email: 'name@company.example' } },
  },
  'DELETE my-sessions/{id}': {
    tag: TAG,
    summary: 'Ends all sessions of the caller but this one',
    idWords: ['others'],
    answer: answerOf({ ended: integer() }),
  },
}
