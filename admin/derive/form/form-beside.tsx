import type { ReactNode } from 'react'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { rolesWith } from '../../../resources/define/rights.ts'
import { roleNames } from '../../../resources/roles.ts'
import { usePerson } from '../../account/person.ts'
import { plainDay, readOn } from '../record/when.ts'
import { Fact } from '../show/fact.tsx'
import { type ApiRow, momentText } from '../value-text.ts'
import type { FormField } from './fields-of.ts'
import type { RowFormState } from './use-row-form.ts'

/** Who confirms the change, and what counts until then. */
export function SecondPerson({ resource, isNew }: { resource: Resource; isNew: boolean }) {
  const confirming = rolesWith(resource.access, 'update').filter(role => !resource.proposedBy?.includes(role))
  const names = new Intl.ListFormat('en-IN', { type: 'disjunction' }).format(confirming.map(role => roleNames[role]))
  return (
    <Box title="Needs a second person" edge="is-second">
      <p>
        <strong>Another person confirms it: {names}.</strong> Not you: who proposes a change does not confirm it
        {resource.movesMoney ? ', and one with another role does' : ''}.
      </p>
      <p>
        {isNew
          ? 'Until then it does not count.'
          : 'Until then the confirmed values apply, also after the day on which the change begins.'}
      </p>
    </Box>
  )
}

/** What the form shows and does not change: whom a row is for, and what SAP and the portal write. */
export function Unchanged({ resource, form, row }: { resource: Resource; form: RowFormState; row: ApiRow }) {
  const isOurs = usePerson().user.userType === 'EMPLOYEE'
  const of = (by: FormField['readOnlyBy']) => form.fields.filter(({ readOnlyBy }) => readOnlyBy === by)
  const kept = of('force')
  const saps = of('SAP')
  const written = of('Bilty').filter(({ field }) => field.kind !== 'json')
  const read = typeof row.lastSyncedAt === 'string' ? `read ${momentText(row.lastSyncedAt)}; ` : ''
  return (
    <>
      {kept.length > 0 && (
        <Box title="Stays as it is" small={`counts since ${plainDay(String(row.validFrom), readOn())}`}>
          <Pairs resource={resource} row={row} fields={kept.filter(({ name }) => name !== 'validFrom')} />
        </Box>
      )}
      {saps.length > 0 && (
        <Box
          title={isOurs ? 'From SAP' : 'Details'}
          small={isOurs ? `${read}changed only there` : undefined}
          edge="is-sap"
        >
          <Pairs resource={resource} row={row} fields={saps} />
        </Box>
      )}
      {written.length > 0 && (
        <Box title={isOurs ? 'Written by the portal' : 'More'}>
          <Pairs resource={resource} row={row} fields={written} />
        </Box>
      )}
    </>
  )
}

function Box(box: { title: string; small?: string | undefined; edge?: string; children: ReactNode }) {
  return (
    <section className="record-rows" aria-label={box.title}>
      <h2>
        {box.title} {box.small && <small>{box.small}</small>}
      </h2>
      <div className={box.edge ? `form-box ${box.edge}` : 'form-box'}>{box.children}</div>
    </section>
  )
}

const Pairs = ({ resource, row, fields }: { resource: Resource; row: ApiRow; fields: readonly FormField[] }) => (
  <dl className="form-pairs">
    {fields.map(({ name, field }) => (
      <Fact key={name} resource={resource} name={name} label={labelOf(name, field)} row={row} />
    ))}
  </dl>
)
