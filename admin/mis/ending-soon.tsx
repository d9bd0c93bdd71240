import { Link } from 'react-router'
import { endingMasters } from '../../resources/mis/orders/ending-masters.ts'
import { endingSoon } from '../../resources/mis/orders/ending-soon.ts'
import ReportPage from '../derive/list/report-page.tsx'
import { pathOf } from '../shell/screens.ts'

/** What ends soon, with the way to the row that ends. */
export default function EndingSoon() {
  return <ReportPage report={endingSoon} more={id => <RowOf id={id} />} />
}

function RowOf({ id }: { id: number }) {
  const { resource } = endingMasters[id % endingMasters.length]!
  return (
    <p>
      <Link to={pathOf.show(resource, Math.floor(id / endingMasters.length))}>Open the {resource.one}</Link>
    </p>
  )
}
