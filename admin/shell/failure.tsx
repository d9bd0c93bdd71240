import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { isRefusal } from './api.ts'
import './empty.css'
import { Icon } from './menu/icons.tsx'
import NotFound from './not-found.tsx'

const Counting = lazy(() => import('./counting.tsx'))

/**
 * A page that failed to load: a refusal leads to `/noaccess` with its sentence, a missing row to «Page not found»,
 * figures that are being counted say how far they are, and anything else offers a retry.
 */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { pathname } = useLocation()
  const refusal = isRefusal(error) ? error : undefined
  if (refusal?.statusCode === 401) return null // the person is on the way to the sign-in page
  if (refusal?.statusCode === 403)
    return (
      <Navigate replace to="/noaccess" state={{ reason: refusal.message, rule: refusal.data.rule, at: pathname }} />
    )
  if (refusal?.statusCode === 404) return <NotFound message="Not found, or you do not have access to it." />
  if (refusal?.code === 'COUNTING')
    return (
      <Suspense fallback={null}>
        <Counting done={Number(refusal.data.done)} onRetry={onRetry} />
      </Suspense>
    )
  return (
    <div className="empty" role="alert">
      <Icon name={refusal?.statusCode === 0 ? 'offline' : 'alert'} size={40} />
      <p>{refusal?.message ?? 'Something went wrong.'}</p>
      {refusal?.requestId && <p className="quiet">Reference: {refusal.requestId}</p>}
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}
