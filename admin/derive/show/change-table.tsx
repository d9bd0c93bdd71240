import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { ShownChange } from '../../../resources/platform/history.ts'
import { sameValue } from '../form/form-fields.ts'
import { Value } from './value.tsx'

/** The change of each field in words; nothing where no field that the person may see differs. */
export function ChangeTable({
  resource,
  change,
  heads,
}: {
  resource: Resource
  change: Omit<ShownChange, 'texts'> & Partial<Pick<ShownChange, 'texts'>>
  heads?: readonly [string, string]
}) {
  const [earlier, later] = heads ?? ['Before', 'After']
  const [before, after] = [change.before ?? {}, change.after ?? {}]
  const names = Object.keys({ ...before, ...after }).filter(
    name =>
      (resource.fields[name] ? !resource.fields[name].secret : name === 'isActive') &&
      !sameValue(before[name], after[name]),
  )
  if (names.length === 0) return null
  return (
    <div className="table-scroll">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Field</th>
            {change.before && <th scope="col">{earlier}</th>}
            <th scope="col">{later}</th>
          </tr>
        </thead>
        <tbody>
          {names.map(name => (
            <tr key={name}>
              <th scope="row">{resource.fields[name] ? labelOf(name, resource.fields[name]) : 'Status'}</th>
              {change.before && (
                <td className={heads ? undefined : 'was'}>
                  {heads && (before[name] ?? null) === null ? (
                    'Not set'
                  ) : (
                    <Value
                      resource={resource}
                      field={resource.fields[name]}
                      value={before[name]}
                      text={change.texts?.before?.[name]}
                    />
                  )}
                </td>
              )}
              <td>
                <Value
                  resource={resource}
                  field={resource.fields[name]}
                  value={after[name]}
                  text={change.texts?.after?.[name]}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
