import { type AnswerOf, anyOf, type BodyOf, command, holds, may } from '../../define/command.ts'
import { choice, flag, instant, integer, list, money, text } from '../../define/fields.ts'
import { about, group, many, maybe } from '../../define/shape.ts'
import { user } from '../../settings/user.ts'
import { companyPerson } from '../company-person.ts'
import { companyRoleCodes } from '../company-roles.ts'
import { statuses } from '../login-status.ts'

const room = 'People and rights'
const id = integer({ min: 1 })
const userId = { ...id, label: 'Person' }
const who = anyOf(may(companyPerson, 'update'), holds('keepOwnCompany'))

/** Without it, the company of the person who asks. */
const company = {
  of: choice(['customer', 'transporter'], { optional: true }),
  companyId: maybe(id),
}

const { mobile } = user.fields
const name = text({ max: 80 })
/** A login ID is at most that long, and the address is the login ID. */
const email = text({ max: 60, format: 'email', label: 'E-mail' })

const rights = {
  companyRoles: list(companyRoleCodes, { label: 'Company roles' }),
  orderLimit: money({ optional: true, min: 0, label: 'Order limit', hint: 'In paise; null where none needs a yes' }),
  approvalLimit: money({ optional: true, min: 0, label: 'Approval limit', hint: 'In paise; null approves all' }),
  shipToIds: many(id, { most: 200, hint: 'None named means all' }),
}

const link = {
  userId: id,
  loginId: user.fields.loginId,
  email: user.fields.email,
  path: about('What sets the password; null where it went by mail or the password is kept', maybe(text())),
  hours: integer({ hint: 'How long the path holds' }),
}

export const showCompanyPeople = command('GET company-people', {
  room,
  summary: 'The people of a company, what they may do for it, and when they signed in last',
  who: may(companyPerson, 'read'),
  body: company,
  answer: {
    company: group({ of: choice(['customer', 'transporter']), id, name: text() }),
    mayChange: flag({ hint: 'Whether who asks invites, changes and ends people of this company' }),
    people: many(
      {
        userId: id,
        name,
        loginId: user.fields.loginId,
        email: user.fields.email,
        mobile,
        ...rights,
        shipTos: maybe(text({ max: 2_000 })),
        status: choice(statuses),
        invitedUntil: instant({ optional: true }),
        lastLoginAt: instant({ optional: true }),
        isMe: flag(),
      },
      { most: 500 },
    ),
    shipTos: many({ id, name: text() }, { most: 2_000, hint: 'The ship-tos of the company' }),
  },
})
export type CompanyPeople = AnswerOf<typeof showCompanyPeople>
export type PersonOfCompany = CompanyPeople['people'][number]

export const invitePerson = command('POST company-people', {
  room,
  summary: 'Invites a person into a company by mail: their login, what they may do, and a link for their password',
  who,
  body: {
    ...company,
    name,
    email,
    mobile,
    ...rights,
    sharedMail: maybe(flag({ hint: 'Confirms an address by which one of our own people signs in' })),
  },
  answer: link,
  refusals: {
    SHARED_MAIL: [422, 'one of our own people signs in with this address: confirm it'],
    RATE_LIMITED: [429, 'thirty invitations in an hour'],
  },
  example: {
    name: 'Mr Rao',
    email: 'rao@company.example',
    mobile: null,
    companyRoles: ['BUYER'],
    orderLimit: 5_000_000,
    approvalLimit: null,
    shipToIds: [],
  },
})
export type Invited = BodyOf<typeof invitePerson>
/** What was made of an invitation. */
export type Invitation = AnswerOf<typeof invitePerson>

export const changePerson = command('PATCH company-people/{id}', {
  room,
  summary: 'Changes what a person may do for their company',
  who,
  body: { id, name, mobile, ...rights },
  answer: { userId: id },
  refusals: { LAST_HEAD: [422, 'the company would have no head'] },
  example: {
    id: 7,
    name: 'Mr Rao',
    mobile: null,
    companyRoles: ['BUYER', 'APPROVER'],
    orderLimit: null,
    approvalLimit: 10_000_000,
    shipToIds: [],
  },
})
export type ChangedPerson = BodyOf<typeof changePerson>

export const renewInvitation = command('POST company-invitations', {
  room,
  summary: 'Sends the invitation of a person again; the link before stops working',
  who,
  body: { userId },
  answer: link,
  refusals: { NOT_INVITED: [409, 'they have set their password already'] },
  example: { userId: 7 },
})

export const endPerson = command('POST company-people-ends', {
  room,
  summary: 'Ends the login and the sessions of a person; their drafts go to the head of the company',
  who,
  body: { userId, headId: { ...maybe(id), label: 'Head', hint: 'Who heads the company from now on' } },
  answer: { userId: id, drafts: integer({ min: 0, hint: 'Drafts and orders to correct that went to the head' }) },
  refusals: { LAST_HEAD: [422, 'the company would have no head'] },
  example: { userId: 7, headId: null },
})
export type EndedPerson = BodyOf<typeof endPerson>
