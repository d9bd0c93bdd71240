import type { Coverage } from '../../../resources/orders/what-if/coverage.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { ruleText, sourceText } from '../order-words.ts'

/** One kind of customer and one class of products: what would be found, what is missing, and which rows overlap. */
export function CoverageCell({
  cell,
  gaps,
  of,
  onOpen,
}: {
  cell: Coverage
  gaps: readonly string[]
  of: string
  onOpen: () => void
}) {
  const look = cell.overlaps.length > 0 ? ' is-overlap' : gaps.length > 0 ? ' is-hole' : ''
  const people = cell.approvals.filter(({ missing }) => !missing).map(each => each.people.join(', then '))
  return (
    <button type="button" className={`coverage-cell${look}`} onClick={onOpen}>
      <span className="for-readers">{of}: </span>
      {cell.priceSource && <span className="source-badge">{sourceText(cell.priceSource)}</span>}
      {cell.plant && <span>{ruleText(cell.sourceRule)}</span>}
      {people.length > 0 && <span className="quiet">{people.join('; ')}</span>}
      {gaps.map(gap => (
        <span key={gap} className="coverage-mark">
          <Icon name="alert" size={11} /> {gap}
        </span>
      ))}
      {cell.overlaps.length > 0 && (
        <span className="coverage-mark">
          <Icon name="alert" size={11} /> {cell.overlaps.length + 1} rows conflict
        </span>
      )}
    </button>
  )
}
