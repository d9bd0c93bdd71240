import type { CrudFilter } from '@refinedev/core'
import { useList } from '@refinedev/core'
import { Link } from 'react-router'
import { dayOf } from '../../../resources/define/dates.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { validText } from '../../../resources/define/show.ts'
import type { Refusal } from '../../shell/api.ts'
import { pathOf } from '../../shell/screens.ts'
import { type ApiRow, valueText } from '../value-text.ts'

/** The rows that succeed one another under the key of a dated row, oldest first, with the one in force today marked. */
export default function SuccessionLine({ resource, row }: { resource: Resource; row: ApiRow }) {
  const { result } = useList<ApiRow, Refusal>({
    resource: resource.path,
    filters: resource.key.map((name): CrudFilter => {
      const value = row[name] ?? null
      return value === null ? { field: name, operator: 'null', value: true } : { field: name, operator: 'eq', value }
    }),
    sorters: [{ field: 'validFrom', order: 'asc' }],
    pagination: { pageSize: 100 },
    meta: { query: { isActive: true } },
    errorNotification: false,
  })
  const rows = result.data ?? []
  if (rows.length < 2) return null
  const shownFields = resource.list.filter(
    name => resource.fields[name] && !resource.key.includes(name) && name !== 'validFrom' && name !== 'validTo',
  )
  const today = dayOf(new Date().toISOString())
  return (
    <section className="panel" aria-labelledby="succession">
      <h2 id="succession">Validity periods</h2>
      <ol className="history">
        {rows.map(one => {
          const period = validText(String(one.validFrom), String(one.validTo)).replace('valid from ', '')
          const counts = String(one.validFrom) <= today && today <= String(one.validTo)
          return (
            <li key={one.id} className={counts ? 'is-counting' : undefined}>
              <p className="history-head">
                {one.id === row.id ? (
                  <strong>{period} (this row)</strong>
                ) : (
                  <Link to={pathOf.show(resource, one.id)}>{period}</Link>
                )}
                {counts && <span className="field-mark">active today</span>}
              </p>
              <p>
                {shownFields
                  .map(
                    name =>
                      [
                        resource.fields[name]!,
                        name,
                        valueText(resource.fields[name]!, one[name], one.texts?.[name]),
                      ] as const,
                  )
                  .filter(([, , text]) => text !== '')
                  .map(([field, name, text]) => `${labelOf(name, field)} ${text}`)
                  .join(' · ')}
              </p>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
