import type { Knex } from 'knex'
import { writesCreditNotesOnly } from '../../resources/access.ts'
import type { InvitationOfRow, LoginsStep } from '../../resources/access-control/commands/logins.ts'
import type { LoginStatus } from '../../resources/access-control/login-status.ts'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { resourceAt } from '../../resources/registry.ts'
import { mailLinks } from '../account/change-password.ts'
import { recordEvents } from '../derive/history/record-event.ts'
import { requireRight, restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { decodeRow, type StoredRow } from '../derive/row-codec.ts'
import type { Author } from '../derive/save/author.ts'
import type { Config } from '../platform/config.ts'
import { conflict, forbidden, invalidField, notFound } from '../platform/errors.ts'
import { kinds, loginOf } from './login-kinds.ts'
import { closeLogins, createLogins, renewLinks } from './logins.ts'

const steps = { create: createLogins, renew: renewLinks, close: closeLogins } satisfies Record<
  LoginsStep['step'],
  unknown
>

/** The steps as history names them. */
const historyTexts = { create: 'Login given', renew: 'New link made for the login', close: 'Login closed' } as const

/** The status of the login of a row. */
export async function loginOfRow(db: Knex, { of, id }: { of: string; id: number }, person: Person) {
  const resource = resourceWithLogins(of)
  const [row] = await rowsFor(db, resource, [id], person, 'read')
  const login = await loginOf(db, resource.name, row!)
  return {
    status: statusOf(login),
    loginId: (login?.loginId ?? null) as string | null,
    lastLoginAt: (login?.lastLoginAt ?? null) as string | null,
    isLocked: Boolean(login?.isLocked),
  }
}

/**
 * Creates or reopens logins, makes new links, or closes them, all or none, for whoever may update the rows; the links go
 * by mail. While mail is not connected the answer holds them, to be handed over.
 */
export async function takeLoginStep(
  trx: Knex,
  { of, ids, step }: LoginsStep,
  { person, author }: { person: Person; author: Author },
  { mail, portalUrl }: Pick<Config, 'mail' | 'portalUrl'>,
): Promise<{ data: InvitationOfRow[] }> {
  const resource = resourceWithLogins(of)
  requireRight(person, resource, 'update')
  if (resource.name === 'customer' && writesCreditNotesOnly(person.roles))
    throw forbidden('A credit controller keeps the credit notes of customers: their logins are for customer service')
  const rows = await rowsFor(trx, resource, [...new Set(ids)], person, 'update')
  const inactive = rows.find(row => row.isActive === false)
  if (step === 'create' && inactive)
    throw invalidField('ids', 'INACTIVE_REF', `${inactive.name} is not active: reactivate the row first`)
  if (step === 'close') await demandOnePerson(trx, resource.name, rows)
  const granter = { id: person.id, roles: person.roles, seesLinks: mail === null }
  const logins = await steps[step](trx, author, granter, resource.name, rows)
  const what = (row: StoredRow) => ({ of: resource.path, row: row.id })
  await recordEvents(
    trx,
    { ...author, reason: historyTexts[step] },
    logins.map(({ userId, loginId }, index) => ({
      action: 'STATUS',
      entity: 'user',
      entityId: userId,
      businessKey: loginId,
      what: what(rows[index]!),
    })),
  )
  const named = logins.map((invitation, index) => ({ ...invitation, name: String(rows[index]!.name) }))
  await mailLinks(
    trx,
    named.filter(({ path }) => path !== null),
    portalUrl,
  )
  const sharing = await othersWithAddress(trx, named)
  // Where mail is connected only the receiver sees the link.
  return {
    data: named.map((invitation, index) => ({
      ...invitation,
      sharedWith: sharing.get(invitation.userId) ?? null,
      path: mail ? null : invitation.path,
      id: rows[index]!.id,
    })),
  }
}

/** Throws 409 where several people sign in for a company: each is ended by itself, so that a head is left. */
async function demandOnePerson(db: Knex, name: string, rows: readonly StoredRow[]) {
  if (name !== 'customer' && name !== 'transporter') return
  const { column } = kinds[name]!
  const ids = rows.map(({ id }) => id)
  const several = await db('user')
    .where('isActive', 1)
    .whereIn(column, ids)
    .groupBy(column)
    .havingRaw('count(*) > 1')
    .first(column)
  if (!several) return
  const row = rows.find(({ id }) => id === several[column])!
  throw conflict('SEVERAL_PEOPLE', `Several people sign in for ${row.name}: end each of them under People`)
}

/** Who else signs in with the address of each of these logins, by their names. */
async function othersWithAddress(
  db: Knex,
  logins: readonly { userId: number; email: string }[],
): Promise<Map<number, string>> {
  const addresses = [...new Set(logins.map(({ email }) => email.toLowerCase()))]
  const users: { id: number; name: string; email: string }[] = await db('user')
    .where('isActive', 1)
    .whereIn(db.raw('lower(email)') as never, addresses)
    .orderBy('name')
    .select('id', 'name', 'email')
  return new Map(
    logins.flatMap(({ userId, email }) => {
      const others = users.filter(one => one.id !== userId && one.email.toLowerCase() === email.toLowerCase())
      return others.length > 0
        ? [
            [
              userId,
              others
                .map(({ name }) => name)
                .join(', ')
                .slice(0, 500),
            ],
          ]
        : []
    }),
  )
}

export const statusOf = (login: StoredRow | undefined): LoginStatus =>
  !login ? 'NOT_CREATED' : !login.isActive ? 'DISABLED' : login.inviteStatus === 'INVITED' ? 'INVITED' : 'ACTIVE'

function resourceWithLogins(path: string): Resource {
  const resource = resourceAt(path)
  if (resource && Object.hasOwn(kinds, resource.name)) return resource
  throw invalidField('of', 'ENUM', `of must be the path of one of ${Object.keys(kinds).join(', ')}`)
}

/** Reads the rows in the order of their ids. Throws 404 unless the person may take the action on all of them. */
async function rowsFor(
  db: Knex,
  resource: Resource,
  ids: readonly number[],
  person: Person,
  action: 'read' | 'update',
): Promise<StoredRow[]> {
  const table = tableOf(resource)
  const allowed = db(table).whereIn(`${table}.id`, [...ids])
  const readableRows: StoredRow[] = await restrict(allowed, db, resource, person, action).select(`${table}.*`)
  return ids.map(id => {
    const row = readableRows.find(row => row.id === id)
    if (!row) throw notFound()
    return decodeRow(resource, row) as StoredRow
  })
}
