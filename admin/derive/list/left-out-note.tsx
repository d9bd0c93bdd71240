import { columnOf } from '../../../resources/columns.ts'
import type { LeftOut } from '../../../resources/define/list-page.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { showNumber } from '../../../resources/define/show.ts'

const CAP = 10_000

/** Says that a sort leaves out rows, whose place would tell what is closed to the person on them. */
export default function LeftOutNote({ resource, leftOut }: { resource: Resource; leftOut: LeftOut }) {
  const { rows, columns } = leftOut
  const labels = columns.map(name => columnOf(resource, name)?.label ?? name).join(' and ')
  const many = rows > CAP ? '10,000+ rows are' : rows === 1 ? '1 row is' : `${showNumber(rows)} rows are`
  return (
    <p className="list-said" role="status">
      {many} not shown, because {labels} is not visible to you there. Sort by another column to see all rows.
    </p>
  )
}
