import { Icon } from '../../shell/menu/icons.tsx'

/** A column header that sorts its table and announces the order. */
export function SortHead(head: {
  name: string
  title: string
  isNumber?: boolean
  /** The column it is sorted by, with a minus before it for descending order. */
  sort: string
  onSort: (sort: string) => void
}) {
  const { name, title, isNumber = false, sort, onSort } = head
  const up = sort === name
  const down = sort === `-${name}`
  return (
    <th
      scope="col"
      className={isNumber ? 'is-number' : undefined}
      aria-sort={up ? 'ascending' : down ? 'descending' : 'none'}
    >
      <button type="button" className="sort-head" onClick={() => onSort(up ? `-${name}` : name)}>
        {title}
        {(up || down) && <Icon name={up ? 'up' : 'fall'} size={11} />}
      </button>
    </th>
  )
}
