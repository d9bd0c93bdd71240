import { Link } from 'react-router'
import { showNumber } from '../../../resources/define/show.ts'
import type { RelatedLink } from './use-related.ts'

/** Counts end here, as those of lists do. */
const MOST = 10_000

/** The lists of other masters that refer to a row, each with the filter set; those without rows folded. */
export default function Related({ id, links }: { id: number; links: readonly RelatedLink[] }) {
  const empty = links.filter(({ count }) => count === 0)
  return (
    <>
      <RelatedLinks id={id} links={links.filter(({ count }) => count !== 0)} />
      {empty.length > 0 && (
        <details className="related-empty">
          <summary>
            {empty.length === 1 ? '1 list has no rows for it' : `${empty.length} lists have no rows for it`}
          </summary>
          <RelatedLinks id={id} links={empty} />
        </details>
      )}
    </>
  )
}

const RelatedLinks = ({ id, links }: { id: number; links: readonly RelatedLink[] }) => (
  <ul className="related">
    {links.map(({ path, field, text, count }) => (
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
