import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import { labelOf } from '../../../resources/define/label.ts'
import type { ListPage } from '../../../resources/define/list-page.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { showNumber } from '../../../resources/define/show.ts'
import { resources } from '../../../resources/registry.ts'
import { useMay } from '../../account/person.ts'
import { api } from '../../shell/api.ts'
import { targetOf } from '../reference-texts.ts'

/** Counts end here, as those of lists do. */
const MOST = 10_000

interface RelatedList {
  path: string
  field: string
  text: string
}

/** The lists of other masters that refer to this row, each with its number of active rows and the filter set. */
export default function Related({ resource, id }: { resource: Resource; id: number }) {
  const links = useRelatedLists(resource)
  const counts = useQueries({
    queries: links.map(({ path, field }) => ({
      queryKey: ['data', 'default', path, 'list', { related: field, id }],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const params = { [field]: { $in: [id] }, $limit: 0 }
        return (await api.get<ListPage<unknown>>(`/${path}`, { params, signal })).data.total
      },
    })),
  })
  if (links.length === 0) return null
  const counted = links.map((link, index) => ({ ...link, count: counts[index]?.data }))
  const empty = counted.filter(({ count }) => count === 0)
  return (
    <section className="panel" aria-labelledby="related">
      <h2 id="related">Related</h2>
      <RelatedLinks id={id} lists={counted.filter(({ count }) => count !== 0)} />
      {empty.length > 0 && (
        <details className="related-empty">
          <summary>
            {empty.length === 1 ? '1 list has no rows for it' : `${empty.length} lists have no rows for it`}
          </summary>
          <RelatedLinks id={id} lists={empty} />
        </details>
      )}
    </section>
  )
}

const RelatedLinks = ({
  id,
  lists,
}: {
  id: number
  lists: readonly (RelatedList & { count: number | undefined })[]
}) => (
  <ul className="related">
    {lists.map(({ path, field, text, count }) => (
      <li key={`${path} ${field}`}>
        <Link to={`/${path}?f.${field}=in.${id}`}>
          {text}
          {count !== undefined && <span className="related-count">{countText(count)}</span>}
        </Link>
      </li>
    ))}
  </ul>
)

const countText = (count: number) => (count > MOST ? `${showNumber(MOST)}+` : showNumber(count))

/** The masters with a reference to the resource that the person reads; named by the field where its label says more. */
function useRelatedLists(resource: Resource): RelatedList[] {
  const may = useMay()
  return resources
    .filter(other => other.kind === 'master' && may('read', other.path))
    .flatMap(other =>
      Object.entries(other.fields)
        .filter(
          ([name, field]) =>
            field.kind === 'reference' &&
            !field.secret &&
            targetOf(other, field.to!) === resource &&
            may('read', other.path, name),
        )
        .map(([name, field]) => {
          const by = labelOf(name, field)
          return { path: other.path, field: name, text: other.title + (by === resource.title ? '' : ` (${by})`) }
        }),
    )
}
