import { useQuery } from '@tanstack/react-query'
import type { ListPage } from '../../../resources/define/list-page.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { api } from '../../shell/api.ts'
import { targetOf } from '../reference-texts.ts'

/**
 * Returns the values a new row starts with, filled up with the rows it refers to unless others are chosen; undefined
 * while these are read. A row that cannot be read is left to be chosen.
 */
export function useDefaultReferences(resource: Resource, start: RowValues): RowValues | undefined {
  const wanted = Object.entries(resource.fields).filter(
    ([name, { defaultCode }]) => defaultCode !== undefined && (start[name] ?? null) === null,
  )
  const { data, isError } = useQuery({
    queryKey: ['default-references', resource.path],
    enabled: wanted.length > 0,
    queryFn: async () => {
      const defaults: RowValues = {}
      for (const [name, field] of wanted) {
        const target = targetOf(resource, field.to!)
        const params = { [target.key[0]!]: field.defaultCode, $limit: 1 }
        defaults[name] =
          (await api.get<ListPage<{ id: number }>>(`/${target.path}`, { params })).data.data[0]?.id ?? null
      }
      return defaults
    },
  })
  if (wanted.length === 0 || isError) return start
  return data && { ...start, ...data }
}
