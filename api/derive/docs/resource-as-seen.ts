import type { Condition } from '../../../resources/define/condition.ts'
import type { Field } from '../../../resources/define/fields.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { rights } from '../../../resources/define/rights.ts'
import { columnsReadBy, maskedFor } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'

/** A resource reduced to what the person's roles may read or do of it; nothing where they read nothing of it. */
export function asSeenBy(person: Person, resource: Resource): Resource | undefined {
  const { ability } = person
  if (!ability.can('read', resource.path)) return undefined
  const seen = new Set([...columnsReadBy(person, resource), ...maskedFor(person, resource)])
  const pick = <T>(all: Readonly<Record<string, T>>) => Object.entries(all).filter(([name]) => seen.has(name))
  const named = (names: readonly string[]) => names.filter(name => seen.has(name))
  const fields = pick(resource.fields).map(([name, field]) => [name, withConditionsOn(seen, field)] as const)
  const actions = Object.entries(resource.actions).filter(([, { letter }]) =>
    ability.can(rights[letter], resource.path),
  )
  return {
    ...resource,
    fields: Object.fromEntries(fields),
    computed: Object.fromEntries(pick(resource.computed)),
    list: named(resource.list),
    filters: named(resource.filters),
    totals: named(resource.totals),
    key: resource.key.filter(name => seen.has(name)),
    actions: Object.fromEntries(actions),
  }
}

const CONDITIONS = ['onlyIf', 'requiredIf', 'lockedIf'] as const

/** A field without what it says about fields that are not seen. */
function withConditionsOn(seen: ReadonlySet<string>, field: Field): Field {
  const reduced = { ...field }
  for (const name of CONDITIONS) {
    const condition: Condition | undefined = field[name]
    if (condition && !Object.keys(condition).every(other => seen.has(other))) delete reduced[name]
  }
  return reduced
}
