import type { Knex } from 'knex'
import type { ExplainedAccess } from '../../resources/access-control/access-explained.ts'
import { grantWords, joined, roleWords } from '../../resources/access-words.ts'
import { can, rolesHolding } from '../../resources/capabilities.ts'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { resourceAt, subjects } from '../../resources/registry.ts'
import { roles } from '../../resources/roles.ts'
import { recordEvent } from '../derive/history/record-event.ts'
import { readId } from '../derive/list/query.ts'
import { restrict } from '../derive/rights/conditions.ts'
import { grantsAndProposers } from '../derive/rights/grants.ts'
import { decisionAccessIn, heldRolesOf, type Login, type Person, personOf } from '../derive/rights/person.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import type { Call } from '../derive/service.ts'
import { today } from '../platform/clock.ts'
import { forbidden, invalidField, notFound } from '../platform/errors.ts'
import { explainRow } from './explain-row.ts'

const MOST_COUNTED = 10_001

/**
 * `GET /api/access-explained?userId=5`: the roles a user was given, and every right they have with the roles it comes
 * from. With `resource=masters/transporter` also how many of its rows they see; with `id=7`, of a row that the caller
 * can read, whether the user sees it, why, and which of its fields are hidden from them. The request itself is recorded
 * in the history.
 */
export function accessExplained(db: Knex) {
  return {
    async find(call: Call): Promise<ExplainedAccess> {
      const caller = requirePerson(call)
      if (!can(caller, 'explainAccess'))
        throw forbidden(`View access is explained to the roles ${joined(rolesHolding('explainAccess'), 'and')} only`)
      const { userId, resource: path, id } = (call.query ?? {}) as Record<string, unknown>
      const known = readId(userId)
      if (known === undefined)
        throw invalidField('userId', 'REQUIRED', 'User is required: say whose rights are asked for')
      const login: (Login & { isActive: number }) | undefined = await db('user')
        .where('user.id', known)
        .first('user.*', db.raw(`${decisionAccessIn('user')} as asked`))
      if (!login) throw notFound('There is no such user')
      const person = await personOf(db, login, await heldRolesOf(db, known))
      const resource = path === undefined ? undefined : subjectAt(path)
      const rowId = id === undefined || !resource ? undefined : readId(id)
      if (id !== undefined && rowId === undefined)
        throw invalidField('id', 'TYPE', 'Row must be the number of a row, together with its resource')
      const rows = resource?.kind !== 'report' ? resource : undefined
      if (rowId !== undefined && !rows)
        throw invalidField('id', 'RULE', 'A report draws its rows from others: ask for a row of those')
      const what = [resource?.title, rowId && `row ${rowId}`].filter(Boolean).join(', ')
      const author = requireAuthor(call)
      const request = `What ${login.name} (${login.loginId}) may see${what && `: ${what}`}`
      await recordEvent(
        db,
        { ...author, reason: request },
        { action: 'EXPLAIN', entity: 'user', entityId: login.id, businessKey: login.loginId },
      )
      return {
        user: { id: login.id, name: login.name, loginId: login.loginId, userType: login.userType },
        shut: whyNothing(login),
        grants: await grantsOf(db, login.id),
        rights: rightsOf(person, resource),
        ...(rows && { counted: await counted(db, rows, person) }),
        ...(rows && rowId && { row: await explainRow(db, rows, rowId, person, caller) }),
      }
    },
  }
}

function subjectAt(path: unknown): Resource {
  const subject = typeof path === 'string' ? resourceAt(path) : undefined
  if (!subject) throw notFound('There is no such list')
  return subject
}

/** Why the person sees nothing at all now; null when they can sign in. */
function whyNothing({ name, isActive }: { name: string; isActive: number }): string | null {
  if (!isActive) return `${name} sees nothing now: the login is closed. What follows would hold if it were opened.`
  return null
}

async function grantsOf(db: Knex, userId: number): Promise<ExplainedAccess['grants']> {
  const day = today()
  const given: Omit<ExplainedAccess['grants'][number], 'name' | 'counts'>[] = await grantsAndProposers(db)
    .join('role', 'role.id', 'assign_roles.roleId')
    .where({ userId, 'assign_roles.isActive': 1 })
    .orderBy('validFrom')
    .select('assign_roles.id', 'role.code as role', 'scopeType', 'scopeRef', 'validFrom', 'validTo', 'confirmStatus')
    .select('proposer.name as proposedBy')
  return given.map(grant => ({
    ...grant,
    name: roles[grant.role]?.name ?? grant.role,
    counts: grant.confirmStatus !== 'PENDING' && grant.validFrom <= day && grant.validTo >= day,
  }))
}

/** Every right with the roles that give it, of one resource or of all. */
const rightsOf = (person: Person, only?: Resource) =>
  (only ? [only] : subjects).flatMap(resource => {
    const by = person.roles.flatMap(role => {
      const words = roleWords(resource, role)
      return words ? [{ role, words }] : []
    })
    const letters = new Set(person.roles.flatMap(role => [...(resource.access[role] ?? '')]))
    const all = grantWords([...'RCUDIAX'].filter(letter => letters.has(letter)).join(''))
    return by.length > 0 ? [{ path: resource.path, title: resource.title, may: all, by }] : []
  })

/** How many rows of a resource there are and how many the person reads; beyond 10,000 the count stops. */
async function counted(db: Knex, resource: Resource, person: Person) {
  const table = tableOf(resource)
  const rows = () => db(table).select(`${table}.id`).limit(MOST_COUNTED)
  const count = async (query: Knex.QueryBuilder) => {
    const [{ n }] = (await db.from(query.as('found')).count({ n: '*' })) as [{ n: number }]
    return Number(n)
  }
  const reads = person.ability.can('read', resource.path)
  return {
    of: await count(rows()),
    seen: reads ? await count(restrict(rows(), db, resource, person, 'read')) : 0,
  }
}
