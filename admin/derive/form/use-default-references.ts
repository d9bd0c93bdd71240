import { useQuery } from '@tanstack/react-query'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { rowsOf } from '../../shell/rows.ts'
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
        const first = await rowsOf(target).first<{ id: number }>({ where: { [target.key[0]!]: field.defaultCode } })
        defaults[name] = first?.id ?? null
      }
      return defaults
    },
  })
  if (wanted.length === 0 || isError) return start
  return data && { ...start, ...data }
}
