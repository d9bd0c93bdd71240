import { Link, useLocation } from 'react-router'
import { Standalone } from './standalone.tsx'
import { useTitle } from './title.ts'

/** An address that leads nowhere, or to a missing row. The address stays, so that it can be corrected. */
export default function NotFound({ message }: { message?: string }) {
  const { pathname } = useLocation()
  useTitle('Not Found')
  return (
    <Standalone title="Page not found">
      {pathname !== '/404' && (
        <p className="quiet">{message ?? 'This address leads to no page: check it, or start from Home.'}</p>
      )}
      <p>
        <Link to="/">Home</Link>
      </p>
    </Standalone>
  )
}
