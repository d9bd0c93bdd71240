import { Link, useLocation } from 'react-router'
import { Standalone } from './standalone.tsx'

/** Where a refusal leads: it says which rule refused and who can change that. */
export default function NoAccess() {
  const { state } = useLocation()
  const reason = (state as { reason?: string } | null)?.reason
  return (
    <Standalone title="No access">
      <p>You do not have access to this page.</p>
      {reason && <p>{reason}</p>}
      <p className="quiet">If you need it for your work, ask an IT administrator for the role that opens it.</p>
      <nav className="standalone-links" aria-label="Where to go">
        <Link to="/">Home</Link>
        <Link to="/sign-out">Sign out</Link>
      </nav>
    </Standalone>
  )
}
