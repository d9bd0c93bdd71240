import { frozen } from '../../platform/long-queries.ts'
import type { Person } from '../rights/person.ts'
import type { ListQuery } from './query.ts'

/** The rights by which a query was checked; people with the same roles share them, and changed roles are others. */
type Rights = Person['ability']

/**
 * Remembers checked list queries of one resource: the same frozen words asked with the same rights mean the same. What a
 * person holds at the moment of a request decides on their rights, so no right outlives its end here.
 */
export class CheckedQueries {
  private readonly known = new WeakMap<object, WeakMap<Rights, ListQuery>>()

  /** Returns the checked query of this person, checking it now by `check` if nobody with the same rights has asked it. */
  read(query: object | undefined, person: Person | undefined, check: () => ListQuery): ListQuery {
    // Only the parser of requests freezes queries: one that somebody could still change is checked each time.
    if (!query || !person || !Object.isFrozen(query)) return check()
    const byRights = this.known.get(query) ?? new WeakMap<Rights, ListQuery>()
    this.known.set(query, byRights)
    const before = byRights.get(person.ability)
    if (before) return before
    const checked = frozen(check())
    byRights.set(person.ability, checked)
    return checked
  }
}
