import type { Knex } from 'knex'
import type { AskedAccess, ExplainedAccess, GrantExplained } from '../../resources/access-control/commands/roles.ts'
import { isNarrowed } from '../../resources/access-control/company-roles.ts'
import { verbs } from '../../resources/access-nouns.ts'
import { grantWords, roleWords } from '../../resources/access-words.ts'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { type Letter, rights } from '../../resources/define/rights.ts'
import { resourceAt, subjects } from '../../resources/registry.ts'
import { roles } from '../../resources/roles.ts'
import { recordEvent } from '../derive/history/record-event.ts'
import { restrict } from '../derive/rights/conditions.ts'
import { grantsAndProposers } from '../derive/rights/grants.ts'
import type { Person } from '../derive/rights/person.ts'
import { companyColumnsIn, decisionAccessIn, heldRolesOf, type Login, personOf } from '../derive/rights/read-person.ts'
import type { Author } from '../derive/save/author.ts'
import { today } from '../platform/clock.ts'
import { invalidField, notFound } from '../platform/errors.ts'
import { explainRow } from './explain-row.ts'

const MOST_COUNTED = 10_001

/**
 * The roles a user was given, and every right they have with the roles it comes from. Of a named resource also how many of
 * its rows they see; of a row that the caller can read, whether the user sees it, why, and which of its fields are hidden
 * from them. The request itself is recorded in the history.
 */
export async function accessExplained(
  db: Knex,
  { userId, resource: path, id }: AskedAccess,
  { person: caller, author }: { person: Person; author: Author },
): Promise<ExplainedAccess> {
  const login: (Login & { isActive: number }) | undefined = await db('user')
    .where('user.id', userId)
    .first('user.*', db.raw(`${decisionAccessIn('user')} as asked`), db.raw(companyColumnsIn('user')))
  if (!login) throw notFound('There is no such user')
  const person = await personOf(db, login, await heldRolesOf(db, userId))
  const resource = path === null ? undefined : subjectAt(path)
  if (id !== null && !resource)
    throw invalidField('id', 'TYPE', 'Row must be the number of a row, together with its resource')
  const rows = resource?.kind !== 'report' ? resource : undefined
  if (id !== null && !rows)
    throw invalidField('id', 'RULE', 'A report draws its rows from others: ask for a row of those')
  const what = [resource?.title, id && `row ${id}`].filter(Boolean).join(', ')
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
    counted: rows ? await counted(db, rows, person) : null,
    row: rows && id !== null ? await explainRow(db, rows, id, person, caller) : null,
  }
}

function subjectAt(path: string): Resource {
  const subject = resourceAt(path)
  if (!subject) throw notFound('There is no such list')
  return subject
}

/** Why the person sees nothing at all now; null when they can sign in. */
function whyNothing({ name, isActive }: { name: string; isActive: number }): string | null {
  if (!isActive) return `${name} sees nothing now: the login is closed. What follows would hold if it were opened.`
  return null
}

async function grantsOf(db: Knex, userId: number): Promise<GrantExplained[]> {
  const day = today()
  const grants: Omit<GrantExplained, 'name' | 'counts'>[] = await grantsAndProposers(db)
    .join('role', 'role.id', 'assign_roles.roleId')
    .where({ userId, 'assign_roles.isActive': 1 })
    .orderBy('validFrom')
    .select('assign_roles.id', 'role.code as role', 'scopeType', 'scopeRef', 'validFrom', 'validTo', 'confirmStatus')
    .select('proposer.name as proposedBy')
  return grants.map(grant => ({
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
    const letters = new Set(
      person.roles
        .flatMap(role => [...(resource.access[role] ?? '')] as Letter[])
        .filter(letter => !isNarrowed(person.company) || person.ability.can(rights[letter], resource.path)),
    )
    const all = grantWords(verbs.flatMap(({ letter }) => (letters.has(letter) ? letter : [])).join(''))
    return by.length > 0 && letters.size > 0 ? [{ path: resource.path, title: resource.title, may: all, by }] : []
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
