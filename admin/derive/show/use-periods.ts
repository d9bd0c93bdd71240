import type { CrudFilter } from '@refinedev/core'
import { useList } from '@refinedev/core'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { Refusal } from '../../shell/api.ts'
import { type ApiRow, valueText } from '../value-text.ts'

/** The rows that succeed one another under the key of a dated row, oldest first. */
export function usePeriods(resource: Resource, row: ApiRow): readonly ApiRow[] {
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
    queryOptions: { enabled: resource.dated },
  })
  return result.data ?? []
}

/** What a row says in its period; a reference that was chosen just now has no text yet. */
export const periodValues = ({ list, fields, key }: Resource, row: Pick<ApiRow, 'texts'> & Record<string, unknown>) =>
  list
    .filter(
      name => fields[name] && !fields[name].server && !key.includes(name) && name !== 'validFrom' && name !== 'validTo',
    )
    .flatMap(name => {
      const field = fields[name]!
      const text =
        field.kind === 'reference' && !row.texts?.[name] ? '' : valueText(field, row[name], row.texts?.[name])
      return text === '' ? [] : [`${labelOf(name, field)} ${text}`]
    })
    .join(' · ')
