import { Link } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import { useImports } from './import-job.ts'
import { ImportsTable } from './imports-table.tsx'

const SHOWN = 5

/** The last imports into one master, below the form for the next. */
export function ImportHistory({ resource }: { resource: Resource }) {
  const { data } = useImports({ resource: resource.path, limit: SHOWN })
  if (!data || data.total === 0) return null
  return (
    <section className="panel" aria-labelledby="import-history">
      <h2 id="import-history">Earlier imports</h2>
      <ImportsTable jobs={data.data} />
      <p>
        <Link to={`/settings/imports?resource=${encodeURIComponent(resource.path)}`}>All imports</Link>
      </p>
    </section>
  )
}
