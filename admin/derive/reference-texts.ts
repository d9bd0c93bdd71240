import { useQuery } from '@tanstack/react-query'
import type { Resource } from '../../resources/define/resource.ts'
import { resourceNamed } from '../../resources/registry.ts'
import { rowsOf } from '../shell/rows.ts'
import { type ApiRow, rowText } from './value-text.ts'

/** The resource that a reference of `resource` points at. */
export const targetOf = (resource: Resource, to: string): Resource => (to === 'self' ? resource : resourceNamed(to))

/** The texts of the rows with these ids; an id that does not exist or may not be read has none. */
export function useTexts(target: Resource, ids: readonly number[]): ReadonlyMap<number, string> {
  const wanted = [...new Set(ids)].sort((a, b) => a - b)
  const { data } = useQuery({
    queryKey: ['texts', target.path, wanted],
    enabled: wanted.length > 0,
    staleTime: 300_000,
    queryFn: async () => {
      const rows = await rowsOf(target).whose<'id', ApiRow>('id', wanted)
      return new Map(rows.map(row => [row.id, rowText(target, row)]))
    },
  })
  return data ?? NONE
}

const NONE: ReadonlyMap<number, string> = new Map()
