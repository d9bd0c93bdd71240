import { useRouteError } from 'react-router'
import { isRefusal } from './api.ts'
import { Standalone } from './standalone.tsx'

const OLD_BUILD = /dynamically imported module|importing a module script failed|unable to preload css/i

/** The error boundary of all pages: a new version that moved the old one's files, or a defect of the portal. */
export function RouteError() {
  const error = useRouteError()
  const again = () => window.location.reload()
  if (OLD_BUILD.test(error instanceof Error ? error.message : '')) {
    return (
      <Standalone title="A new version is here" alert>
        <p>The portal was updated while you worked. Reload the page to continue.</p>
        <button type="button" className="plain-button" onClick={again}>
          Load the new version
        </button>
      </Standalone>
    )
  }
  const reference = isRefusal(error) ? error.requestId : ''
  const sentence = isRefusal(error) ? error.message : 'This page stopped working. What you saved is safe.'
  return (
    <Standalone title="Unexpected Application Error!" alert>
      <p>{sentence}</p>
      {reference && <p>Reference: {reference}</p>}
      <button type="button" className="plain-button" onClick={again}>
        Load the page again
      </button>
      <a href={`/error-page${reference && `?reference=${encodeURIComponent(reference)}`}`}>Report this error</a>
    </Standalone>
  )
}
