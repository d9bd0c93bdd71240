import { Pagination } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { showNumber } from '../../resources/define/show.ts'
import { useImports } from '../derive/import/import-job.ts'
import { ImportsTable } from '../derive/import/imports-table.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { useTitle } from '../shell/title.ts'
import '../derive/import/import.css'
import '../derive/show/show.css'

const SIZE = 20

/** Every import that the person may see, newest first. */
export default function ImportsPage() {
  const [query, setQuery] = useSearchParams()
  const page = Math.max(1, Number(query.get('page')) || 1)
  const resource = query.get('resource') ?? undefined
  const toFinish = query.get('toFinish') === 'yes'
  const narrowed = { ...(resource && { resource }), ...(toFinish && { toFinish }) }
  const { data, error, refetch } = useImports({ ...narrowed, limit: SIZE, page })
  useTitle('Imports')
  return (
    <PageFrame title="Imports" purpose="All imports: who sent each file, what it changed, and roll-back.">
      {toFinish && (
        <p>
          Your files of the last 7 days that are checked and not imported, or failed.{' '}
          <Link to="/settings/imports">Show all imports</Link>
        </p>
      )}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <p role="status">Loading...</p>}
      {data && (
        <section className="panel" aria-label="Imports">
          {data.total === 0 ? (
            <p>
              {toFinish ? 'Every file is finished.' : 'No imports yet. Use Import above any list that accepts files.'}
            </p>
          ) : (
            <ImportsTable jobs={data.data} into />
          )}
          <div className="list-foot">
            <span role="status">
              {showNumber(data.total)} {data.total === 1 ? 'import' : 'imports'}
            </span>
            {data.total > SIZE && (
              <Pagination
                current={page}
                pageSize={SIZE}
                total={data.total}
                showSizeChanger={false}
                onChange={next => setQuery(now => ({ ...Object.fromEntries(now), page: String(next) }))}
              />
            )}
          </div>
        </section>
      )}
    </PageFrame>
  )
}
