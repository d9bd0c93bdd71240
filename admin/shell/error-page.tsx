import { Link, useSearchParams } from 'react-router'
import { Standalone } from './standalone.tsx'

/** The page shown after an unexpected error, with the reference under which the server logged it. */
export default function ErrorPage() {
  const [query] = useSearchParams()
  const reference = query.get('reference')?.slice(0, 64)
  return (
    <Standalone title="Error">
      <p>Something went wrong. {reference && `Reference: ${reference}`}</p>
      <p className="quiet">Send this reference to the help desk and describe what you were doing.</p>
      <Link to="/">Home</Link>
    </Standalone>
  )
}
