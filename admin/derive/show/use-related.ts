import { useQuery } from '@tanstack/react-query'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { countRelated } from '../../../resources/platform/commands/uses.ts'
import { relatedLists } from '../../../resources/related-lists.ts'
import { useMay } from '../../account/person.ts'
import { ask, at } from '../command/ask.ts'

const counts = at<typeof countRelated>('GET related-counts')

export interface RelatedLink {
  path: string
  field: string
  text: string
  count: number | undefined
}

/** The lists of other masters that refer to a row, each with its number of active rows; undefined while they are counted. */
export function useRelated(resource: Resource, id: number): readonly RelatedLink[] | undefined {
  const may = useMay()
  const lists = resource.kind === 'master' ? relatedLists(resource, may) : []
  const { data, isPending } = useQuery({
    queryKey: ['data', 'default', resource.path, 'related-counts', id],
    enabled: lists.length > 0,
    queryFn: async ({ signal }) => (await ask(counts, { resource: resource.path, rowId: id }, {}, signal)).data,
  })
  if (lists.length > 0 && isPending) return undefined
  return lists.map(({ list: { path, title, fields }, field }) => {
    const by = labelOf(field, fields[field]!)
    const count = data?.find(one => one.path === path && one.field === field)?.count
    return { path, field, text: title + (by === resource.title ? '' : ` (${by})`), count }
  })
}
