import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { usePerson } from '../../account/person.ts'
import type { ApiRow } from '../value-text.ts'
import { ChangeTable } from './change-table.tsx'

/** The change that waits for a second person, its values beside those in force; nothing where none waits. */
export function ProposedChange({ resource, row }: { resource: Resource; row: ApiRow }) {
  const proposed = row.pendingChange as RowValues | null | undefined
  const { user } = usePerson()
  if (!proposed) return null
  const who = row.proposedById === user.id ? 'You propose' : `${row.texts?.proposedById ?? 'Another user'} proposes`
  const other = resource.movesMoney ? 'another person with another role' : 'another person'
  const inForce = Object.fromEntries(Object.keys(proposed).map(name => [name, row[name]]))
  return (
    <section className="panel" aria-labelledby="proposed">
      <h2 id="proposed">Proposed change</h2>
      <p>
        {who} this. The confirmed values apply until {other} confirms the change.
      </p>
      <ChangeTable resource={resource} change={{ before: inForce, after: proposed }} heads={['In force', 'Proposed']} />
    </section>
  )
}
