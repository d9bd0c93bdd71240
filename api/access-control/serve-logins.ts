import type { Knex } from 'knex'
import { writesCreditNotesOnly } from '../../resources/access.ts'
import type { LoginStatus } from '../../resources/access-control/login-status.ts'
import type { InvitationOfRow, LoginOfRow, LoginStep } from '../../resources/access-control/logins.ts'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { resourceAt } from '../../resources/registry.ts'
import { mailLinks } from '../account/password-mails.ts'
import { recordEvents } from '../derive/history/record-event.ts'
import { readId } from '../derive/list/query.ts'
import { requireRight, restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import { decodeRow, type StoredRow } from '../derive/row-codec.ts'
import type { Call } from '../derive/service.ts'
import type { Config } from '../platform/config.ts'
import { forbidden, invalidField, notFound } from '../platform/errors.ts'
import { transact } from '../platform/transact.ts'
import { kinds, loginOf } from './login-kinds.ts'
import { closeLogins, createLogins, renewLinks } from './logins.ts'

const MOST = 100

const steps = { create: createLogins, renew: renewLinks, close: closeLogins } satisfies Record<LoginStep, unknown>

/** The steps as history names them. */
const historyTexts = { create: 'Login given', renew: 'New link made for the login', close: 'Login closed' } as const

/**
 * `GET /api/logins?of=masters/transporter&id=7`: the status of a row's login. `POST /api/logins { of, ids, step }`
 * creates or reopens logins, makes new links, or closes them, all or none, for whoever may update the rows; the links
 * go by mail. While mail is not connected the answer's `data` holds them, to be handed over.
 */
export function logins(db: Knex, { mail, portalUrl }: Pick<Config, 'mail' | 'portalUrl'>) {
  return {
    async find(call: Call): Promise<LoginOfRow> {
      const person = requirePerson(call)
      const { of, id } = (call.query ?? {}) as Record<string, unknown>
      const resource = resourceWithLogins(of)
      const row = await rowFor(db, resource, id, person, 'read')
      const login = await loginOf(db, resource.name, row)
      return {
        status: statusOf(login),
        loginId: (login?.loginId ?? null) as string | null,
        lastLoginAt: (login?.lastLoginAt ?? null) as string | null,
        isLocked: Boolean(login?.isLocked),
      }
    },

    async create(body: Record<string, unknown>, call: Call): Promise<{ data: InvitationOfRow[] }> {
      const person = requirePerson(call)
      const author = requireAuthor(call)
      const resource = resourceWithLogins(body.of)
      const step = body.step
      if (typeof step !== 'string' || !Object.hasOwn(steps, step))
        throw invalidField('step', 'ENUM', `step must be one of ${Object.keys(steps).join(', ')}`)
      requireRight(person, resource, 'update')
      if (resource.name === 'customer' && writesCreditNotesOnly(person.roles))
        throw forbidden(
          'A credit controller keeps the credit notes of customers: their logins are for customer service',
        )
      const ids = readIds(body.ids)
      return transact(db, async trx => {
        const rows = await rowsFor(trx, resource, ids, person, 'update')
        const inactive = rows.find(row => row.isActive === false)
        if (step === 'create' && inactive)
          throw invalidField('ids', 'INACTIVE_REF', `${inactive.name} is not active: reactivate the row first`)
        const granter = { id: person.id, roles: person.roles, seesLinks: mail === null }
        const made = await steps[step as LoginStep](trx, author, granter, resource.name, rows)
        const what = (row: StoredRow) => ({ of: resource.path, row: row.id })
        await recordEvents(
          trx,
          { ...author, reason: historyTexts[step as LoginStep] },
          made.map(({ userId, loginId }, index) => ({
            action: 'STATUS',
            entity: 'user',
            entityId: userId,
            businessKey: loginId,
            what: what(rows[index]!),
          })),
        )
        const named = made.map((invitation, index) => ({ ...invitation, name: String(rows[index]!.name) }))
        await mailLinks(
          trx,
          named.filter(({ path }) => path !== null),
          portalUrl,
        )
        // Where mail is connected only the receiver sees the link.
        return {
          data: named.map((invitation, index) => ({
            ...invitation,
            path: mail ? null : invitation.path,
            id: rows[index]!.id,
          })),
        }
      })
    },
  }
}

export const statusOf = (login: StoredRow | undefined): LoginStatus =>
  !login ? 'NOT_CREATED' : !login.isActive ? 'DISABLED' : login.inviteStatus === 'INVITED' ? 'INVITED' : 'ACTIVE'

function readIds(given: unknown): unknown[] {
  if (Array.isArray(given) && given.length > 0 && given.length <= MOST) return [...new Set(given)]
  throw invalidField('ids', 'RANGE', `ids must be 1 to ${MOST} numbers of rows`)
}

function resourceWithLogins(path: unknown): Resource {
  const resource = typeof path === 'string' ? resourceAt(path) : undefined
  if (resource && Object.hasOwn(kinds, resource.name)) return resource
  throw invalidField('of', 'ENUM', `of must be the path of one of ${Object.keys(kinds).join(', ')}`)
}

const rowFor = async (db: Knex, resource: Resource, id: unknown, person: Person, action: 'read' | 'update') =>
  (await rowsFor(db, resource, [id], person, action))[0]!

/** Reads the rows in the order of their ids. Throws 404 unless the person may take the action on all of them. */
async function rowsFor(
  db: Knex,
  resource: Resource,
  ids: readonly unknown[],
  person: Person,
  action: 'read' | 'update',
): Promise<StoredRow[]> {
  const known = ids.map(readId)
  const table = tableOf(resource)
  const allowed = db(table).whereIn(
    `${table}.id`,
    known.filter(id => id !== undefined),
  )
  const found: StoredRow[] = await restrict(allowed, db, resource, person, action).select(`${table}.*`)
  return known.map(id => {
    const row = found.find(row => row.id === id)
    if (!row) throw notFound()
    return decodeRow(resource, row) as StoredRow
  })
}
