import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import { rolesWith } from '../../../resources/define/rights.ts'
import { roles } from '../../../resources/roles.ts'
import { forbidden } from '../../platform/errors.ts'
import { rolesHeldBy } from '../rights/holders.ts'
import { onePersonOf } from '../rights/one-person.ts'
import type { Person } from '../rights/person.ts'

/** Throws 403 unless a person is another one than each of those who wrote a row or whom it is for, not only another login. */
export async function demandOtherPerson(db: Knex, logins: readonly number[], person: Person) {
  const isOnePerson = await onePersonOf(db, [...logins, person.id])
  if (logins.some(login => isOnePerson(login, person.id)))
    throw forbidden(
      'A row is confirmed by another person than the one who wrote it, or whom it is for',
      'SECOND_PERSON',
    )
}

/**
 * Throws 403 unless the person who confirms what moves money and each who wrote it hold different roles between them: one
 * by which the change was written, another by which it is confirmed. What Finance proposes, an IT administrator confirms,
 * and the other way round.
 */
export async function demandOtherRole(db: Knex, resource: Resource, writers: readonly number[], person: Person) {
  const confirming = new Set(rolesWith(resource.access, 'approve')).intersection(new Set(person.roles))
  const names = rolesWith(resource.access, 'approve').map(role => roles[role].name)
  const changing = new Set([...rolesWith(resource.access, 'update'), ...rolesWith(resource.access, 'import')])
  for (const writer of new Set(writers)) {
    const writing = changing.intersection(new Set(await rolesHeldBy(db, writer)))
    if (writing.union(confirming).size > 1 && writing.size > 0 && confirming.size > 0) continue
    throw forbidden(
      `What moves money is confirmed by a person with another role than the one who wrote it: ${names.join(' or ')}`,
      'SECOND_PERSON',
    )
  }
}
