import { Link } from 'react-router'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { validText } from '../../../resources/define/show.ts'
import type { RowUsed } from '../../../resources/orders/trace.ts'
import type { RowsNow } from '../../../resources/orders/what-if/commands.ts'
import { resources } from '../../../resources/registry.ts'
import { useMay } from '../../account/person.ts'
import { Value } from '../../derive/show/value.tsx'
import { momentText, optionText } from '../../derive/value-text.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { pathOf } from '../../shell/screens.ts'

/**
 * The master row as it was when it decided: its version, who had changed it, and its values; and whether it differs
 * today.
 */
export function UsedRow({ row, now }: { row: RowUsed; now: RowsNow | undefined }) {
  const { resource, shown } = useMaster(row.resource)
  return (
    <div className="used-row">
      <p>
        <RowLink {...row} />
        <span className="quiet">
          {' '}
          · version {row.rowVersion}
          {row.validFrom && ` · ${validText(row.validFrom, row.validTo ?? '9999-12-31')}`}
          {row.changedAt && ` · last changed ${byWhom(row, now)}on ${momentText(row.changedAt)}`}
        </span>
      </p>
      <dl>
        {Object.entries(row.values)
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{labelOf(name, resource?.fields[name] ?? {})}</dt>
              <dd>
                <UsedValue resource={resource} name={name} value={value} />
              </dd>
            </div>
          ))}
      </dl>
      {now && shown && <ChangedMeanwhile row={row} now={now} />}
    </div>
  )
}

/** The master of a row by its name, and whether the person may open its rows. */
function useMaster(name: string) {
  const may = useMay()
  const resource = resources.find(each => each.name === name)
  return { resource, shown: resource?.kind === 'master' && may('read', resource.path) }
}

/** A master row by its title and number, as a link for those who may open it. */
export function RowLink({ resource: name, id }: { resource: string; id: number }) {
  const { resource, shown } = useMaster(name)
  const which = `${resource?.title ?? optionText(name)}, row ${id}`
  return shown && resource ? <Link to={pathOf.show(resource, id)}>{which}</Link> : which
}

function byWhom({ changedById }: RowUsed, now: RowsNow | undefined) {
  if (changedById === null || changedById === undefined) return ''
  const name = now?.people[changedById]
  return name ? `by ${name} ` : ''
}

/** What has changed in the row since; nothing where it is the same. */
function ChangedMeanwhile({ row, now }: { row: RowUsed; now: RowsNow }) {
  const today = now.rows.find(({ resource, id }) => resource === row.resource && id === row.id)
  if (today?.rowVersion === row.rowVersion && today.isActive) return null
  const by = today?.changedBy ? ` by ${today.changedBy}` : ''
  const text = !today
    ? 'You may not see this row, or it was removed.'
    : `${today.isActive ? 'It was changed' : 'It was deactivated'} meanwhile${by} on ${momentText(today.changedAt)}: version ${today.rowVersion} counts for new orders.`
  return (
    <p className="row-meanwhile">
      <Icon name="alert" size={11} /> {text}
    </p>
  )
}

function UsedValue({
  resource,
  name,
  value,
}: {
  resource: Resource | undefined
  name: string
  value: string | number | boolean | null
}) {
  const may = useMay()
  const field = resource?.fields[name]
  if (!resource || !field) return String(value)
  const target = field.kind === 'reference' ? resources.find(each => each.name === field.to) : undefined
  // A referenced row that the person may not read is not fetched.
  if (field.kind === 'reference' && !(target && may('read', target.path))) return `No. ${value}`
  return <Value resource={resource} field={field} value={value} />
}
