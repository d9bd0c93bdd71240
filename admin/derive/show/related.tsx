import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { showNumber } from '../../../resources/define/show.ts'
import type { countRelated } from '../../../resources/platform/commands/uses.ts'
import { relatedLists } from '../../../resources/related-lists.ts'
import { useMay } from '../../account/person.ts'
import { ask, at } from '../command/ask.ts'

/** Counts end here, as those of lists do. */
const MOST = 10_000
const counts = at<typeof countRelated>('GET related-counts')

interface RelatedLink {
  path: string
  field: string
  text: string
  count: number | undefined
}

/** The lists of other masters that refer to this row, each with its number of active rows and the filter set. */
export default function Related({ resource, id }: { resource: Resource; id: number }) {
  const may = useMay()
  const lists = relatedLists(resource, may)
  const { data, isPending } = useQuery({
    queryKey: ['data', 'default', resource.path, 'related-counts', id],
    enabled: lists.length > 0,
    queryFn: async ({ signal }) => (await ask(counts, { resource: resource.path, rowId: id }, {}, signal)).data,
  })
  if (lists.length === 0) return null
  const links = lists.map(({ list: { path, title, fields }, field }): RelatedLink => {
    const by = labelOf(field, fields[field]!)
    const count = data?.find(one => one.path === path && one.field === field)?.count
    return { path, field, text: title + (by === resource.title ? '' : ` (${by})`), count }
  })
  const empty = links.filter(({ count }) => count === 0)
  return (
    <section className="panel" aria-labelledby="related" aria-busy={isPending}>
      <h2 id="related">Related</h2>
      <RelatedLinks id={id} links={links.filter(({ count }) => count !== 0)} waiting={isPending} />
      {empty.length > 0 && (
        <details className="related-empty">
          <summary>
            {empty.length === 1 ? '1 list has no rows for it' : `${empty.length} lists have no rows for it`}
          </summary>
          <RelatedLinks id={id} links={empty} />
        </details>
      )}
    </section>
  )
}

const RelatedLinks = ({
  id,
  links,
  waiting = false,
}: {
  id: number
  links: readonly RelatedLink[]
  waiting?: boolean
}) => (
  <ul className="related">
    {links.map(({ path, field, text, count }) => (
      <li key={`${path} ${field}`}>
        <Link to={`/${path}?f.${field}=in.${id}`}>
          {text}
          {count !== undefined && <span className="related-count">{countText(count)}</span>}
          {waiting && <span className="skeleton related-count is-waiting" aria-hidden="true" />}
        </Link>
      </li>
    ))}
  </ul>
)

const countText = (count: number) => (count > MOST ? `${showNumber(MOST)}+` : showNumber(count))
