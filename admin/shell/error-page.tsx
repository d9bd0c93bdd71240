import { Link, useSearchParams } from 'react-router'
import { Standalone } from './standalone.tsx'

/** The page shown after an unexpected error, with the reference under which the server logged it. */
export default function ErrorPage() {
  const [query] = useSearchParams()
  const reference = query.get('reference')?.slice(0, 64)
  return (
    <Standalone title="Error">
      <p>Something went wrong. {reference && `Reference: ${reference}`}</p>
      <p className="quiet">Pass this on to the help desk with what you did just before.</p>
      <Link to="/">Home</Link>
    </Standalone>
  )
}
