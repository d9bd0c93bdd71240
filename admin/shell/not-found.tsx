import { Link, useLocation } from 'react-router'
import { Standalone } from './standalone.tsx'
import { useTitle } from './title.ts'

/** An address that leads nowhere, or to a missing row. The address stays, so that it can be corrected. */
export default function NotFound({ message }: { message?: string }) {
  const { pathname } = useLocation()
  useTitle('Not Found')
  const said = message ?? (pathname === '/404' ? 'The page was not found.' : `There is no page at ${pathname}.`)
  return (
    <Standalone title="Page not found">
      <p className="quiet">{said} Check the address, or continue here:</p>
      <ul className="standalone-links">
        <li>
          <Link to="/">Home</Link>, where Ctrl K finds every screen of yours
        </li>
        <li>
          <Link to="/track-shipment">Track a shipment</Link> or{' '}
          <Link to="/search-coa">find a certificate of analysis</Link>, without sign-in
        </li>
      </ul>
    </Standalone>
  )
}
